import { useSpendWords } from '../../words/spend-words.ts'
import { Amount } from './amount.tsx'
import type { Sums } from './chart-buckets.ts'
import { inCents } from './in-cents.ts'
import styles from './sum-table.module.css'

interface SumTableProps {
  /** What a row is of. */
  readonly head: string
  readonly label?: string
  readonly rows: readonly SumRow[]
}

export interface SumRow extends Sums {
  readonly id: string
  readonly name: string
  /** The name was given by a person. */
  readonly isVerbatim?: boolean
}

/** What is settled, at most settled and not listed, kept apart. */
export function SumTable({ head, label, rows }: SumTableProps) {
  const spend = useSpendWords()
  const cents = inCents(rows)
  return (
    <table className={styles.table} aria-label={label}>
      <thead>
        <tr>
          <th scope="col">{head}</th>
          <th scope="col">{spend.runs}</th>
          <th scope="col">{spend.settled}</th>
          <th scope="col">{spend.upTo}</th>
          <th scope="col">{spend.unlisted}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row, at) => (
          <tr key={row.id}>
            <th scope="row" data-verbatim={row.isVerbatim || undefined}>
              {row.name}
            </th>
            <td>{spend.jobCount(row.jobs)}</td>
            <td>
              <Amount microUsd={row.microUsd} inCents={cents === null ? null : cents[at]?.microUsd} />
            </td>
            <td>{row.upToMicroUsd > 0 ? <Amount microUsd={row.upToMicroUsd} isMost /> : spend.none}</td>
            <td>{row.unlistedJobs > 0 ? spend.jobCount(row.unlistedJobs) : spend.none}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
