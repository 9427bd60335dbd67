import { Progress as BaseProgress } from '@base-ui/react/progress'
import { useWords } from '../words/words-context.tsx'
import styles from './progress.module.css'

interface ProgressProps {
  readonly label: string
  /** 0 to 1; null where unknown. */
  readonly value: number | null
}

/** A thin bar that fills; without a value it pulses. */
export function Progress({ label, value }: ProgressProps) {
  const { shell } = useWords()
  return (
    <BaseProgress.Root
      value={value}
      max={1}
      aria-label={label}
      getAriaValueText={(share) => share ?? shell.loading}
      className={styles.root}
    >
      <BaseProgress.Track className={styles.track}>
        <BaseProgress.Indicator className={styles.indicator} />
      </BaseProgress.Track>
    </BaseProgress.Root>
  )
}
