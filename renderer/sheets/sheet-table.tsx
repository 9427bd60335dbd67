import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react'
import type { SheetAxis } from '../../shared/bridge/sheet.ts'
import type { SubmissionView } from '../../shared/bridge/views.ts'
import { useWords } from '../words/words-context.tsx'
import { lengthOf, runsAt, stepOf } from './place-in-sheet.ts'
import styles from './sheet-table.module.css'
import { axisWords, stepWords } from './sheet-words.ts'

interface SheetTableProps {
  readonly axes: readonly SheetAxis[]
  readonly runs: readonly SubmissionView[]
  readonly labelOf: (modelId: string) => string
  readonly selectedId: string
  readonly onSelect: (submissionId: string) => void
  /** The content of a run's cell; its control carries the run's id as `data-run`. */
  readonly cell: (run: SubmissionView, captions: readonly string[]) => ReactNode
}

type Place = readonly [column: number, row: number]

/** Steps of the arrow keys, horizontally and vertically. */
const steps: Readonly<Record<string, Place>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

/** Runs side by side, with the differing values as headers; arrow keys move between them. */
export function SheetTable({ axes, runs, labelOf, selectedId, onSelect, cell }: SheetTableProps) {
  const words = useWords()
  const table = useRef<HTMLTableElement>(null)
  useEffect(() => {
    const control = table.current?.querySelector(`[data-run="${selectedId}"]`)
    control?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [selectedId])
  const [across, down] = axes
  if (!across) return null
  const columns = stepWords(across, words, labelOf)
  const rows = down ? stepWords(down, words, labelOf) : []
  const rowCount = down ? lengthOf(down) : 1
  const selected = runs.find((run) => run.submissionId === selectedId)

  function move(event: KeyboardEvent) {
    const step = steps[event.key]
    if (!step || !selected || !across) return
    event.preventDefault()
    const place: Place = [stepOf(across, selected) + step[0], (down ? stepOf(down, selected) : 0) + step[1]]
    const next = runsAt(axes, runs, ...place)[0]
    if (!next) return
    onSelect(next.submissionId)
    table.current?.querySelector<HTMLElement>(`[data-run="${next.submissionId}"]`)?.focus()
  }

  return (
    <div className={styles.room}>
      <table
        ref={table}
        className={styles.table}
        aria-label={words.create.sheet.grid(axes.map((axis) => axisWords(axis, words)))}
        onKeyDown={move}
      >
        <thead>
          <tr>
            {down && <td className={styles.corner} />}
            {columns.map((column) => (
              <th key={column} scope="col" title={column}>
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {Array.from({ length: rowCount }, (_, row) => (
            <tr key={rows[row] ?? row}>
              {down && (
                <th scope="row" title={rows[row]}>
                  {rows[row]}
                </th>
              )}
              {columns.map((column, at) => {
                const run = runsAt(axes, runs, at, row)[0]
                const captions = down ? [column, rows[row] ?? ''] : [column]
                return (
                  <td key={column} style={{ width: `${100 / columns.length}%` }}>
                    {run ? (
                      cell(run, captions)
                    ) : (
                      <span className={styles.empty}>{words.create.sheet.nothing}</span>
                    )}
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
