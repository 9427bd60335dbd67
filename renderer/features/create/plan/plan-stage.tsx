import { ArrowLeft } from 'lucide-react'
import { type CSSProperties, useMemo } from 'react'
import { useStore } from 'zustand'
import { mostRunsOfBatch } from '../../../../shared/bridge/run-bounds.ts'
import type { SheetAxis } from '../../../../shared/bridge/sheet.ts'
import type { SubmissionView } from '../../../../shared/bridge/views.ts'
import { lengthOf } from '../../../sheets/place-in-sheet.ts'
import { commonRatio, expectedRatio, shapeOf, usualRatiosOf } from '../../../sheets/shape-of-runs.ts'
import frame from '../../../sheets/sheet-frame.module.css'
import { Heads, inRows } from '../../../sheets/sheet-table.tsx'
import { captionOfRun, labelsOfRuns, stepWords } from '../../../sheets/sheet-words.ts'
import { useStartRatio } from '../../../sheets/start-image.ts'
import { cellsIn, useRoom } from '../../../sheets/use-cells.ts'
import { useCatalog } from '../../../shell/atelier-context.tsx'
import { Button } from '../../../ui/button.tsx'
import { joinClasses } from '../../../ui/join-classes.ts'
import { stageWordsOf } from '../../../words/stage-words.ts'
import { useWords, type Words } from '../../../words/words-context.tsx'
import type { FormStore } from '../composer/form-store.ts'
import type { Plan } from '../composer/plan-runs.ts'
import { type Ghosts, ghostsIn, layGhosts } from './ghost-cells.ts'
import styles from './plan-stage.module.css'

interface PlanStageProps {
  readonly form: FormStore
  /** Whether the runs are those of an open list. */
  readonly isList: boolean
  readonly plan: Pick<Plan, 'count' | 'runs'> & Partial<Pick<Plan, 'problem' | 'unpriced'>>
  /** Null where nothing is compared. */
  readonly axes: readonly SheetAxis[] | null
  /** The size that the person chose for the cells of sheets; null for as large as fits. */
  readonly side: number | null
  readonly leaveWords?: string
  /** Runs of before, newest first: their results say which shape a model gives by itself. */
  readonly known: readonly SubmissionView[]
  /** Shows what was there before; null where that is in the person's hands already. */
  readonly onLeave: (() => void) | null
}

/** Below these a cell holds two lines, in CSS pixels. */
const [smallWidth, smallHeight] = [84, 64]

const noAxes: readonly SheetAxis[] = []

/** What the form or the open list would make, as outlined cells in their places; hundreds of them are summed up. */
export function PlanStage({ form, isList, plan, axes, side, known, leaveWords, onLeave }: PlanStageProps) {
  const words = useWords()
  const { sheet } = words.create
  const models = useCatalog((state) => state.models)
  const { detail, values } = useStore(form.store)
  const { plan: planWords } = stageWordsOf(words)
  const isPossible = plan.problem == null
  const { place, room } = useRoom()
  const compared = axes ?? noAxes
  const [across, down] = compared
  const kind = detail?.kind ?? 'image'
  const prices = plan.unpriced?.length ? [] : pricesOfCells(plan.runs, words)
  const planned = plan.runs.length > 0 ? plan.runs : [{ modelId: detail?.id ?? '', values }]
  const ofStart = useStartRatio(planned)
  const usual = useMemo(() => usualRatiosOf(known), [known])
  const ratio = commonRatio(
    planned.map(({ modelId, values: wanted }) =>
      expectedRatio({ kind, modelId, values: wanted }, usual, ofStart),
    ),
  )
  const labelOf = (id: string) => models?.find((one) => one.id === id)?.label ?? id
  const [columns, rows] = [across, down].map((axis) => (axis ? stepWords(axis, words, labelOf) : []))
  const count = Math.min(plan.count, mostRunsOfBatch)
  const shape = shapeOf(compared, count, ratio, room, rows ?? [])
  const { layout: sheetLayout, grid, inner, large } = cellsIn(room, shape, side, true)
  const layout = side === null ? layGhosts(inner, shape, sheetLayout) : sheetLayout
  const ghosts = ghostsIn(inner, shape, layout)
  const labels = labelsOfRuns(planned, isList, words)
  const size = across ? sheet.size(lengthOf(across), down ? lengthOf(down) : 1) : planWords.count(plan.count)
  const style = {
    '--cell-width': `${layout.cell.width}px`,
    '--cell-height': `${layout.cell.height}px`,
    '--head-width': `${shape.heads.width}px`,
    '--columns': ghosts.columns,
  } as CSSProperties
  return (
    <>
      <div className={frame.place}>
        <div ref={place} className={frame.body} style={style} data-large={large?.side}>
          <div
            className={styles.grid}
            style={{ width: grid.width, height: grid.height }}
            data-small={layout.cell.width < smallWidth || layout.cell.height < smallHeight || undefined}
          >
            {across ? (
              <ComparedGhosts
                size={size}
                ghosts={ghosts}
                columns={columns ?? []}
                rows={rows ?? []}
                prices={prices}
              />
            ) : (
              <ol className={frame.cells} aria-label={size}>
                {planned.slice(0, ghosts.drawn).map((_, at) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: a planned run is its place.
                  <li key={at} className={styles.ghost}>
                    <span>{labels[at] || captionOfRun(planned, at, words)}</span>
                    <Price text={prices[at]} />
                  </li>
                ))}
                {plan.count > ghosts.drawn && (
                  <li className={styles.ghost}>{planWords.more(plan.count - ghosts.drawn)}</li>
                )}
              </ol>
            )}
          </div>
          {large && (
            <div className={styles.large} style={{ width: large.room.width, height: large.room.height }}>
              <p className={styles.note}>{planWords.large}</p>
            </div>
          )}
        </div>
      </div>
      <div className={frame.chosen}>
        <p className={styles.note}>{planWords[isPossible ? 'note' : 'notPossible']}</p>
      </div>
      <div className={frame.bar}>
        <p className={styles.size}>{size}</p>
        {onLeave && (
          <div className={frame.acts}>
            <Button look="quiet" icon={<ArrowLeft />} onClick={onLeave}>
              {leaveWords}
            </Button>
          </div>
        )}
      </div>
    </>
  )
}

/** What the run of each cell would cost, in a few characters; none where no price of them is listed (SHEET300). */
function pricesOfCells(runs: PlanStageProps['plan']['runs'], { actions, pricing }: Words): readonly string[] {
  const listed = runs.map(({ estimate }) => pricing.short(estimate))
  return listed.every((price) => price === null) ? [] : listed.map((price) => price ?? actions.priceNotListed)
}

function Price({ text }: { readonly text: string | undefined }) {
  return text === undefined ? null : <small className={styles.price}>{text}</small>
}

interface ComparedGhostsProps {
  readonly size: string
  readonly ghosts: Ghosts
  readonly columns: readonly string[]
  readonly rows: readonly string[]
  /** Of each cell, row by row; empty where none is known. */
  readonly prices: readonly string[]
}

function ComparedGhosts({ size, ghosts, columns, rows, prices }: ComparedGhostsProps) {
  const { plan } = stageWordsOf(useWords())
  if (rows.length === 0)
    return <WrappedGhosts size={size} ghosts={ghosts} columns={columns} prices={prices} />
  const heads = columns.slice(0, ghosts.columns)
  const drawn = rows.slice(0, ghosts.rows)
  return (
    <table className={joinClasses(frame.table, styles.table)} aria-label={size}>
      <thead>
        <tr>
          <td />
          {heads.map((head) => (
            <th key={head} scope="col" title={head}>
              {head}
            </th>
          ))}
          {ghosts.moreColumns > 0 && <td className={frame.more}>{plan.more(ghosts.moreColumns)}</td>}
        </tr>
      </thead>
      <tbody>
        {drawn.map((row, down) => (
          <tr key={row}>
            <th scope="row" title={row}>
              <span className={frame.rowHead}>{row}</span>
            </th>
            {heads.map((head, across) => (
              <td key={head}>
                <span className={styles.ghost}>
                  <Price text={prices[down * columns.length + across]} />
                </span>
              </td>
            ))}
          </tr>
        ))}
        {ghosts.moreRows > 0 && (
          <tr>
            <td className={frame.more}>{plan.more(ghosts.moreRows)}</td>
          </tr>
        )}
      </tbody>
    </table>
  )
}

/** Of one compared value: each row has its names, and the last place says how many more there are. */
function WrappedGhosts({ size, ghosts, columns, prices }: Omit<ComparedGhostsProps, 'rows'>) {
  const { plan } = stageWordsOf(useWords())
  return (
    <table className={joinClasses(frame.table, styles.table)} aria-label={size}>
      {inRows(columns.slice(0, ghosts.drawn), ghosts.columns).map((row, down) => (
        <tbody key={row.join()}>
          <Heads columns={row} />
          <tr>
            {row.map((column, across) => (
              <td key={column}>
                <span className={styles.ghost}>
                  <Price text={prices[down * ghosts.columns + across]} />
                </span>
              </td>
            ))}
          </tr>
        </tbody>
      ))}
      {ghosts.more > 0 && (
        <tbody>
          <tr>
            <td className={frame.more}>{plan.more(ghosts.more)}</td>
          </tr>
        </tbody>
      )}
    </table>
  )
}
