import type { UsageSummary } from '../../../shared/bridge/usage-views.ts'
import { useUsageWords } from '../../words/usage-words.ts'
import styles from './usage-view.module.css'

/** The totals of what is shown. */
export function UsageFigures({ summary }: { readonly summary: UsageSummary }) {
  const usage = useUsageWords()
  const { units, jobs, members, days } = summary
  const figures = [
    { label: usage.units, value: usage.unitValue(units), note: usage.unitsNote },
    { label: usage.jobs, value: usage.count(jobs), note: usage.jobsNote(jobs / Math.max(1, days.length)) },
    { label: usage.members, value: usage.count(members), note: usage.membersNote },
  ]
  return (
    <dl className={styles.figures}>
      {figures.map(({ label, value, note }) => (
        <div key={label} className={styles.figure}>
          <dt>{label}</dt>
          <dd>
            <span className={styles.value}>{value}</span>
            <span className={styles.note}>{note}</span>
          </dd>
        </div>
      ))}
    </dl>
  )
}
