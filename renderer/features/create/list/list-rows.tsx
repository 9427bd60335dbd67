import { useVirtualizer } from '@tanstack/react-virtual'
import { useMemo, useRef } from 'react'
import { type ListWords, useListWords } from '../../../words/list-words.ts'
import { useWords, type Words } from '../../../words/words-context.tsx'
import type { PlannedRun } from '../composer/plan-runs.ts'
import styles from './list-dialog.module.css'
import type { PlannedRow } from './list-plan.ts'

const rowHeight = 26
/** Far more than has room. */
const longestSource = 200

interface ListRowsProps {
  /** The list as it was written. */
  readonly text: string
  readonly rows: readonly PlannedRow[]
  /** The rows to be sent, in their order. */
  readonly runs: readonly PlannedRun[]
}

/** The rows of a list, each with its values and faults; only visible ones are rendered. */
export function ListRows({ text, rows, runs }: ListRowsProps) {
  const words = useWords()
  const listWords = useListWords()
  const lines = useMemo(() => text.split(/\r\n|\r|\n/), [text])
  const scroller = useRef<HTMLDivElement>(null)
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 8,
  })
  const last = runs.at(-1)
  const end = last ? rows.findLastIndex((row) => row.run === last) : rows.length
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keys.
    <section ref={scroller} tabIndex={0} aria-label={listWords.rows} className={styles.rows}>
      <ol style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map(({ index, start }) => {
          const row = rows[index]
          return (
            row && (
              <li
                key={index}
                className={styles.row}
                style={{ transform: `translateY(${start}px)` }}
                data-wrong={row.problem !== null || undefined}
                data-left={(row.problem === null && index > end) || undefined}
              >
                <span className={styles.line}>{listWords.line(row.line)}</span>
                <span className={styles.what}>{rowWords(row, listWords, words)}</span>
                {row.hasChoices && <span className={styles.remark}>{listWords.asWritten}</span>}
                {row.problem !== null && (
                  <span className={styles.source}>{lines[row.line - 1]?.slice(0, longestSource)}</span>
                )}
              </li>
            )
          )
        })}
      </ol>
    </section>
  )
}

function rowWords({ values, problem }: PlannedRow, listWords: ListWords, { fields }: Words): string {
  if (typeof problem === 'string') return listWords.problems[problem]
  const set = Object.entries(values).map(([name, value]) =>
    typeof value === 'string'
      ? value
      : `${fields.label(name, null)} ${fields.measured(name, value) ?? JSON.stringify(value)}`,
  )
  if (problem === null) return set.join(' · ')
  return listWords.wrong(fields.label(String(problem.path[0] ?? ''), null), fields.problem(problem.reason))
}
