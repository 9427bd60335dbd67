import { X } from 'lucide-react'
import { IconButton } from '../ui/button.tsx'
import { useIntakeWords } from '../words/intake-words.ts'
import type { NamedReason } from './intake-store.ts'
import styles from './refusal-list.module.css'

export interface RefusalListProps {
  readonly refusals: readonly NamedReason[]
  readonly onDismiss: () => void
}

/** Why files were refused; shown until the person has read it. */
export function RefusalList({ refusals, onDismiss }: RefusalListProps) {
  const inputs = useIntakeWords()
  return (
    <div role="alert" className={styles.refusals}>
      <ul>
        {refusals.map(({ name, reason }) => (
          <li key={`${name} ${reason.code}`}>{inputs.reasonOf(name, reason)}</li>
        ))}
      </ul>
      <IconButton small label={inputs.dismissReason} icon={<X />} onClick={onDismiss} />
    </div>
  )
}
