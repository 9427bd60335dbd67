import { X } from 'lucide-react'
import { IconButton } from '../ui/button.tsx'
import { useWords } from '../words/words-context.tsx'
import styles from './intake-refusals.module.css'
import type { NamedReason } from './intake-store.ts'

interface IntakeRefusalsProps {
  readonly refusals: readonly NamedReason[]
  readonly onDismiss: () => void
}

/** Why files were refused; shown until the person has read it. */
export function IntakeRefusals({ refusals, onDismiss }: IntakeRefusalsProps) {
  const { inputs } = useWords()
  if (refusals.length === 0) return null
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
