import type { BridgeFailure } from '../../../shared/bridge/error-codes.ts'
import { Button } from '../../ui/button.tsx'
import { useSpendWords } from '../../words/spend-words.ts'
import { useWords } from '../../words/words-context.tsx'
import styles from './not-refreshed.module.css'

interface NotRefreshedProps {
  readonly failure: BridgeFailure
  readonly onRetry: () => void
}

/** What is shown is older than it could be, or incomplete. */
export function NotRefreshed({ failure, onRetry }: NotRefreshedProps) {
  const spend = useSpendWords()
  const { shell, failures } = useWords()
  return (
    <p className={styles.outdated} role="status">
      {spend.notRefreshed} {failures.sentence(failure)} <Button onClick={onRetry}>{shell.retry}</Button>
    </p>
  )
}
