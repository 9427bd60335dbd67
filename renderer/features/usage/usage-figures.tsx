import type { UsageSummary } from '../../../shared/bridge/usage-views.ts'
import { Figure, Figures } from '../../reports/figures.tsx'
import { useUsageWords } from '../../words/usage-words.ts'

/** The totals of what is shown. */
export function UsageFigures({ summary }: { readonly summary: UsageSummary }) {
  const usage = useUsageWords()
  const { units, jobs, members, jobsWithoutMember, days } = summary
  const jobsADay = jobs / Math.max(1, days.length)
  return (
    <Figures>
      <Figure label={usage.units} value={usage.unitValue(units)} note={usage.unitsNote} />
      <Figure label={usage.jobs} value={usage.count(jobs)} note={usage.jobsNote(jobsADay)} />
      <Figure
        label={usage.members}
        value={usage.count(members)}
        note={usage.membersNote(jobsWithoutMember)}
      />
    </Figures>
  )
}
