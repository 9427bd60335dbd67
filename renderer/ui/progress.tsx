import { Progress as BaseProgress } from '@base-ui/react/progress'
import { useWords } from '../words/words-context.tsx'
import styles from './progress.module.css'

interface ProgressProps {
  readonly label: string
  /** 0 to 1; null where unknown. */
  readonly value: number | null
}

/** A thin bar that fills; without a value a short piece of it moves. */
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
        {/* Another element for each: the moving piece doesn't grow or shrink to the first value. */}
        <BaseProgress.Indicator key={String(value === null)} className={styles.indicator} />
      </BaseProgress.Track>
    </BaseProgress.Root>
  )
}
