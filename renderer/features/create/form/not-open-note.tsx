import type { StudioStatus } from '../../../../shared/bridge/views.ts'
import { useAtelier } from '../../../shell/atelier-context.tsx'
import { Button } from '../../../ui/button.tsx'
import { useWords } from '../../../words/words-context.tsx'
import styles from './run-bar.module.css'

/** Nothing can be made while no connection stands; the banner says why and retries, this leads to another one. */
export function NotOpenNote({ kind }: { readonly kind: StudioStatus['service']['kind'] }) {
  const { create } = useWords()
  const { router } = useAtelier()
  return (
    <div className={styles.way}>
      <p className={styles.note} data-tone="danger">
        {create.notOpen[kind]}
      </p>
      <Button onClick={() => router.go('settings')}>{create.openSettings}</Button>
    </div>
  )
}
