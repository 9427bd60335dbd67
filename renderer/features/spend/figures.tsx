import type { PendingSum, Projection, SpendSummary } from '../../../shared/bridge/spend-views.ts'
import { Figure, Figures } from '../../reports/figures.tsx'
import { monthOf } from '../../reports/utc-dates.ts'
import { useAccountLabel } from '../../shell/use-account-label.ts'
import { useSpendWords } from '../../words/spend-words.ts'
import { addUp } from './chart-buckets.ts'
import styles from './spend-view.module.css'

/** The sums of the period, with what is under way and what may have been charged. */
export function SpendFigures({ summary }: { readonly summary: SpendSummary }) {
  const spend = useSpendWords()
  const labelOf = useAccountLabel()
  const { account, days, pending, otherLines } = summary
  const sum = addUp(days)
  const { running, waiting, unknown } = pending
  const underWay = running.microUsd + waiting.microUsd
  return (
    <Figures>
      <Figure
        label={spend.spent}
        value={spend.total(sum.microUsd)}
        exact={spend.exact(sum.microUsd)}
        note={spend.spentNote(labelOf(account))}
      />
      {sum.upToMicroUsd > 0 && (
        <Figure
          label={spend.upTo}
          value={spend.atMost(sum.upToMicroUsd)}
          exact={spend.exactAtMost(sum.upToMicroUsd)}
          note={spend.upToNote}
        />
      )}
      <Figure
        label={spend.jobs}
        value={spend.jobCount(sum.jobs)}
        note={spend.jobsNote(days.length, otherLines)}
      />
      <Figure label={spend.unlisted} value={spend.jobCount(sum.unlistedJobs)} note={spend.unlistedNote} />
      <Figure
        label={spend.underWay}
        value={underWay > 0 ? spend.atMost(underWay) : spend.total(0)}
        exact={underWay > 0 ? spend.exactAtMost(underWay) : spend.total(0)}
        note={spend.underWayNote(running, waiting)}
      />
      {unknown.runs > 0 && <UnknownFigure unknown={unknown} />}
    </Figures>
  )
}

function UnknownFigure({ unknown }: { readonly unknown: PendingSum }) {
  const spend = useSpendWords()
  const isListed = unknown.runs > unknown.unlistedRuns
  return (
    <Figure
      label={spend.unknown}
      value={isListed ? spend.atMost(unknown.microUsd) : spend.onlyUnlisted}
      {...(isListed && { exact: spend.exactAtMost(unknown.microUsd) })}
      note={spend.unknownNote(unknown)}
      isWarning
    />
  )
}

/** Where the month leads, and why. */
export function ProjectionNote({ projection }: { readonly projection: Projection }) {
  const spend = useSpendWords()
  const { month, toDate, daysLeft, pace } = projection
  const apart = spend.projection.apart(toDate.upToMicroUsd, toDate.unlistedJobs)
  return (
    <section aria-label={spend.projection.label} className={styles.projection}>
      <p title={spend.exact(toDate.microUsd)}>
        {spend.projection.toDate(month, toDate.microUsd)}{' '}
        {pace && <strong>{spend.projection.amount(pace.projectedMicroUsd)}</strong>}
      </p>
      <p className={styles.note}>
        {pace
          ? spend.projection.pace(pace, daysLeft, monthOf(Date.parse(month)).to)
          : spend.projection.tooFew}
        {apart && ` ${apart}`}
      </p>
    </section>
  )
}
