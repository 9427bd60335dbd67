import { ExternalLink, TriangleAlert } from 'lucide-react'
import type { ModelDeprecation, ModelSummary } from '../../../../shared/bridge/views.ts'
import { useCatalog } from '../../../shell/atelier-context.tsx'
import { Button, LinkButton } from '../../../ui/button.tsx'
import { useWords } from '../../../words/words-context.tsx'
import styles from './end-note.module.css'

interface EndNoteProps {
  readonly model: ModelSummary
  readonly onChoose: (modelId: string) => void
}

/** Reports that the form's model has ended or will end, in the service's words, with its replacement. */
export function EndNote({ model, onChoose }: EndNoteProps) {
  const { models: words } = useWords()
  const models = useCatalog((state) => state.models)
  const { deprecation } = model
  if (!deprecation) return null
  const { state, sunsetDate, cause, replacement, link } = deprecation
  const other = models?.find(({ id }) => id === replacement?.modelId)
  const isUsable = other !== undefined && other.path !== null && other.deprecation?.state !== 'sunset'
  return (
    <section aria-label={words.end.region} className={styles.note} data-state={state}>
      <TriangleAlert className={styles.sign} aria-hidden="true" />
      <div className={styles.text}>
        <p className={styles.title}>{words.end.title[state](sunsetDate)}</p>
        <p>{words.end.meaning[state](sunsetDate)}</p>
        {cause !== null && <p className={styles.cause}>{words.end.cause(cause)}</p>}
        {!isUsable && <Instead deprecation={deprecation} other={other} />}
      </div>
      {(isUsable || link !== null) && (
        <div className={styles.actions}>
          {isUsable && <Button onClick={() => onChoose(other.id)}>{words.end.use(other.label)}</Button>}
          {link !== null && (
            <LinkButton look="quiet" href={link} target="_blank" rel="noreferrer" icon={<ExternalLink />}>
              {words.end.more}
            </LinkButton>
          )}
        </div>
      )}
    </section>
  )
}

interface InsteadProps {
  readonly deprecation: ModelDeprecation
  /** The replacement, where it is a known model. */
  readonly other: ModelSummary | undefined
}

/** The replacement's name, where no button leads to it; omitted where the service's own words contain it. */
function Instead({ deprecation: { replacement, cause }, other }: InsteadProps) {
  const { models: words } = useWords()
  if (other?.deprecation?.state === 'sunset') return <p>{words.end.replacementEnded(other.label)}</p>
  if (!replacement || cause?.includes(replacement.label)) return null
  return <p>{words.instead(replacement)}.</p>
}
