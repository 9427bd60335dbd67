import { mediaKinds } from '../../../../shared/api/media.ts'
import type { ModelSummary } from '../../../../shared/bridge/views.ts'
import { useAtelier } from '../../../shell/atelier-context.tsx'
import { Button } from '../../../ui/button.tsx'
import { useEndsWords } from '../../../words/ends-words.ts'
import { useWords } from '../../../words/words-context.tsx'
import styles from './kind-note.module.css'

/** Asks once what a described model makes, where nothing in its description tells (CAT35). */
export function KindNote({ model }: { readonly model: ModelSummary }) {
  const { models } = useWords()
  const words = useEndsWords()
  const { studio } = useAtelier()
  const { path } = model
  if (path === null) return null
  return (
    <section aria-label={words.kind.region} className={styles.note}>
      <p>{words.kind.question(model.label)}</p>
      <div className={styles.kinds}>
        {mediaKinds.map((kind) => (
          <Button key={kind} onClick={() => void studio.changeSettings({ modelKinds: { [path]: kind } })}>
            {models.kind(kind)}
          </Button>
        ))}
      </div>
    </section>
  )
}
