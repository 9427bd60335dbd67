import type { UsageDay, UsageSummary } from '../../../shared/bridge/usage-views.ts'
import { useUsageWords } from '../../words/usage-words.ts'
import type { SeriesColumn } from './series-name.ts'
import styles from './usage-chart.module.css'

interface DayTableProps {
  readonly summary: UsageSummary
  readonly columns: readonly SeriesColumn[]
  readonly onChoose: (day: UsageDay) => void
}

/** The numbers of the chart, the latest day first. */
export function DayTable({ summary, columns, onChoose }: DayTableProps) {
  const usage = useUsageWords()
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keys.
    <section className={styles.numbers} tabIndex={0} aria-label={usage.numbers}>
      <table>
        <thead>
          <tr>
            <th scope="col">{usage.dayColumn}</th>
            {columns.map(({ id, name }) => (
              <th key={id} scope="col" title={name}>
                {name}
              </th>
            ))}
            <th scope="col">{usage.total}</th>
            <th scope="col">{usage.jobs}</th>
          </tr>
        </thead>
        <tbody>
          {summary.days.toReversed().map((day) => (
            <tr key={day.date}>
              <th scope="row">
                <button type="button" className={styles.toDay} onClick={() => onChoose(day)}>
                  {usage.longDay(day.date)}
                </button>
              </th>
              {columns.map(({ id }, index) => (
                <td key={id}>{usage.unitCell(day.parts[index] ?? 0)}</td>
              ))}
              <td>{usage.unitCell(day.units)}</td>
              <td>{usage.count(day.jobs)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
