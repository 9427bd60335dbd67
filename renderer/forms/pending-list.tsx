import { X } from 'lucide-react'
import { IconButton } from '../ui/button.tsx'
import { Progress } from '../ui/progress.tsx'
import { useIntakeWords } from '../words/intake-words.ts'
import { useWords } from '../words/words-context.tsx'
import type { PendingInput } from './intake-store.ts'
import styles from './pending-list.module.css'

export interface PendingListProps {
  readonly pending: readonly PendingInput[]
  readonly onCancel: (pendingId: number) => void
}

/** Files being passed to the studio: their progress, and a cancel button. */
export function PendingList({ pending, onCancel }: PendingListProps) {
  const { inputs } = useWords()
  const words = useIntakeWords()
  return (
    <ul className={styles.list}>
      {pending.map(({ id, name, bytes, sentBytes }) => (
        <li key={id} className={styles.pending}>
          <span data-verbatim className={styles.name}>
            {name}
          </span>
          <span className={styles.amount}>{words.readSoFar(sentBytes, bytes)}</span>
          <IconButton small label={words.stopReading(name)} icon={<X />} onClick={() => onCancel(id)} />
          <span className={styles.bar}>
            <Progress
              label={inputs.reading(name)}
              value={bytes > 0 ? Math.min(1, sentBytes / bytes) : null}
            />
          </span>
        </li>
      ))}
    </ul>
  )
}
