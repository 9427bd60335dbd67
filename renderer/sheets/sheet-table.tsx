import { type CSSProperties, type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react'
import type { SheetAxis } from '../../shared/bridge/sheet.ts'
import type { SubmissionView } from '../../shared/bridge/views.ts'
import { joinClasses } from '../ui/join-classes.ts'
import { useWords, type Words } from '../words/words-context.tsx'
import { nextCell } from './next-cell.ts'
import { runOfEachPlace } from './place-in-sheet.ts'
import frame from './sheet-frame.module.css'
import styles from './sheet-table.module.css'
import { axisWords, captionOfRun, isListOfPrompts, labelsOfRuns, stepWords } from './sheet-words.ts'
import type { Cells } from './use-cells.ts'

interface SheetTableProps {
  /** None where the runs are of one batch and nothing is compared: their cells wrap. */
  readonly axes: readonly SheetAxis[]
  readonly runs: readonly SubmissionView[]
  readonly cells: Cells
  readonly labelOf: (modelId: string) => string
  readonly selectedId: string
  readonly onSelect: (submissionId: string) => void
  /** The content of a run's cell; its control carries the run's id as `data-run`, and shows the label where no header says the same. */
  readonly cell: (run: SubmissionView, captions: readonly string[], label: string) => ReactNode
}

/** Runs side by side; arrow keys move between them. */
export function SheetTable({ axes, runs, cells, labelOf, selectedId, onSelect, cell }: SheetTableProps) {
  const words = useWords()
  const place = useRef<HTMLDivElement>(null)
  const { layout, shape, grid } = cells
  // biome-ignore lint/correctness/useExhaustiveDependencies: another layout moves the chosen cell.
  useEffect(() => {
    const control = place.current?.querySelector(`[data-run="${selectedId}"]`)
    control?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [selectedId, layout.cell.width, layout.columns])
  const labels = labelsOfRuns(runs, isListOfPrompts(runs), words)
  const places = axes.length > 0 ? runOfEachPlace(axes, runs) : runs

  function move(event: KeyboardEvent) {
    const here = places.findIndex((run) => run?.submissionId === selectedId)
    const among = { here, columns: layout.columns, count: places.length }
    const to = here === -1 ? null : nextCell(event.key, among, (at) => places[at] !== undefined)
    const next = to === null ? undefined : places[to]
    if (!next) return
    event.preventDefault()
    onSelect(next.submissionId)
    place.current?.querySelector<HTMLElement>(`[data-run="${next.submissionId}"]`)?.focus()
  }

  const style = {
    width: grid.width,
    height: grid.height,
    '--cell-width': `${layout.cell.width}px`,
    '--cell-height': `${layout.cell.height}px`,
    '--head-width': `${shape.heads.width}px`,
    '--columns': layout.columns,
  } as CSSProperties
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys are those of the controls in its cells.
    <div ref={place} className={styles.room} style={style} onKeyDown={move}>
      {axes.length > 0 ? (
        <Compared axes={axes} places={places} labelOf={labelOf} cell={cell} columnsShown={layout.columns} />
      ) : (
        <ol className={frame.cells} aria-label={words.create.sheet.gridOf(runs.length)}>
          {runs.map((run, at) => (
            <li key={run.submissionId}>{cell(run, [captionOfRun(runs, at, words)], labels[at] ?? '')}</li>
          ))}
        </ol>
      )}
    </div>
  )
}

interface ComparedProps extends Pick<SheetTableProps, 'axes' | 'labelOf' | 'cell'> {
  /** Row by row. */
  readonly places: readonly (SubmissionView | undefined)[]
  /** How many columns stand side by side where the values of one thing wrap. */
  readonly columnsShown: number
}

/** The cells with the differing values as headers, which stay in sight. */
function Compared({ axes, places, labelOf, cell, columnsShown }: ComparedProps) {
  const words = useWords()
  const [across, down] = axes
  if (!across) return null
  const columns = stepWords(across, words, labelOf)
  function draw(run: SubmissionView | undefined, captions: readonly string[]) {
    if (run) return cell(run, captions, '')
    return <span className={styles.empty}>{words.create.sheet.nothing}</span>
  }

  if (!down) {
    return (
      <table className={joinClasses(frame.table, styles.table)} aria-label={nameOf(axes, words)}>
        {inRows(columns, columnsShown).map((row, at) => (
          <tbody key={row.join()}>
            <Heads columns={row} />
            <tr>
              {row.map((column, index) => (
                <td key={column}>{draw(places[at * columnsShown + index], [column])}</td>
              ))}
            </tr>
          </tbody>
        ))}
      </table>
    )
  }
  return (
    <table className={joinClasses(frame.table, styles.table)} aria-label={nameOf(axes, words)}>
      <thead>
        <Heads columns={columns} corner={<td className={styles.corner} />} />
      </thead>
      <tbody>
        {stepWords(down, words, labelOf).map((row, downAt) => (
          <tr key={row}>
            <th scope="row" title={row}>
              <span className={frame.rowHead}>{row}</span>
            </th>
            {columns.map((column, at) => (
              <td key={column}>{draw(places[downAt * columns.length + at], [column, row])}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** The names of cells that stand side by side. */
export function Heads({
  columns,
  corner,
}: {
  readonly columns: readonly string[]
  readonly corner?: ReactNode
}) {
  return (
    <tr className={frame.heads}>
      {corner}
      {columns.map((column) => (
        <th key={column} scope="col" title={column}>
          {column}
        </th>
      ))}
    </tr>
  )
}

/** Values that wrap, row by row. */
export function inRows<Value>(values: readonly Value[], columns: number): readonly (readonly Value[])[] {
  return Array.from({ length: Math.ceil(values.length / columns) }, (_, row) =>
    values.slice(row * columns, (row + 1) * columns),
  )
}

function nameOf(axes: readonly SheetAxis[], words: Words): string {
  return words.create.sheet.grid(axes.map((axis) => axisWords(axis, words)))
}
