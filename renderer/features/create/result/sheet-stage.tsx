import { useEffect, useMemo, useRef } from 'react'
import { useStore } from 'zustand'
import type { SubmissionView } from '../../../../shared/bridge/views.ts'
import { type ActionItem, useActionKeys, useActions, useShownResult } from '../../../actions/use-actions.ts'
import type { MediaControls } from '../../../media/media-controls.ts'
import { CellSize } from '../../../sheets/cell-size.tsx'
import { runAfter } from '../../../sheets/file-after.ts'
import { sizeOf } from '../../../sheets/place-in-sheet.ts'
import { shapeOf } from '../../../sheets/shape-of-runs.ts'
import frame from '../../../sheets/sheet-frame.module.css'
import { SheetTable } from '../../../sheets/sheet-table.tsx'
import { captionOfBatch, captionOfRun, captionsOf, stepWords } from '../../../sheets/sheet-words.ts'
import { type Cells, cellsIn, useRoom } from '../../../sheets/use-cells.ts'
import { useCatalog } from '../../../shell/atelier-context.tsx'
import { useElsewhere } from '../../../shell/use-elsewhere.ts'
import { IconButton } from '../../../ui/button.tsx'
import { joinClasses } from '../../../ui/join-classes.ts'
import { useLatest } from '../../../ui/use-latest.ts'
import { useNow } from '../../../ui/use-now.ts'
import { stageWordsOf } from '../../../words/stage-words.ts'
import { useWords } from '../../../words/words-context.tsx'
import { failedOf, openIn, standingOf } from '../runs/batch-standing.ts'
import { isAtRest, readRunPhase, savedFiles } from '../runs/run-phase.ts'
import {
  cancelWords,
  cellTimeWords,
  sheetPriceWords,
  shortTimeWords,
  standingWords,
} from '../runs/run-words.ts'
import type { RunsStore } from '../runs/runs-store.ts'
import { BatchActions } from './batch-actions.tsx'
import { ChosenBar } from './chosen-bar.tsx'
import { LargeCell } from './large-cell.tsx'
import type { RetryStore } from './retry-store.ts'
import { hasManyFiles, subjectOfRun } from './run-subject.ts'
import { sentWords } from './sent-words.ts'
import { SheetCell } from './sheet-cell.tsx'
import styles from './sheet-stage.module.css'
import { SwitchAccount } from './switch-account.tsx'
import { useSettledRatio } from './use-settled-ratio.ts'

interface SheetStageProps {
  readonly run: SubmissionView
  readonly batch: readonly SubmissionView[]
  readonly runs: RunsStore
  readonly retries: RetryStore
}

const noAxes: readonly [] = []
const noRuns: readonly [] = []

/** The runs of a batch, every one in its place, and the chosen one large where it would be small among them. */
export function SheetStage({ run, batch, runs, retries }: SheetStageProps) {
  const words = useWords()
  const models = useCatalog((state) => state.models)
  const side = useStore(runs.store, ({ cellSide }) => cellSide)
  const axes = run.sheet?.axes ?? noAxes
  const labelOf = (id: string) => models?.find((one) => one.id === id)?.label ?? id
  const wanted = run.sheet ? sizeOf(axes) : batch.length
  const isWhole = batch.length >= wanted
  const { batchId } = run
  useEffect(() => {
    if (!isWhole) void runs.loadBatch(batchId)
  }, [isWhole, batchId, runs])
  const now = useNow(openIn(standingOf(batch).counts) > 0)
  const { place, room } = useRoom()
  const known = useStore(runs.store, (state) => state.runs)
  const ratio = useSettledRatio(batchId, batch, known ?? noRuns, runs.ratios)
  const rowHeads = axes[1] ? stepWords(axes[1], words, labelOf) : []
  const cells = cellsIn(room, shapeOf(axes, batch.length, ratio, room, rowHeads), side, true)
  const captions =
    axes.length > 0 ? captionsOf(axes, run, words) : [captionOfRun(batch, batch.indexOf(run), words)]

  // Keys, the palette and the buttons of its bar act on the chosen run.
  const file = savedFiles(run)[0] ?? null
  const controls = useRef<MediaControls>(null)
  const isLarge = cells.large !== null
  const isOfMany = hasManyFiles(batch)
  const advance = useLatest(() => {
    const next = runAfter(axes, batch, run.submissionId)
    if (!next) return
    // Focus that is on the chosen cell goes with the choice; elsewhere it stays.
    if (document.activeElement?.matches('[data-stage] [data-run]')) focusCell(next.submissionId)
    runs.select(next.submissionId)
  })
  const subject = useMemo(() => {
    const view = isLarge ? () => controls.current : null
    return subjectOfRun({ run, file, isOfMany, runs, place: 'stage', view, isCell: true, advance })
  }, [run, file, isOfMany, runs, isLarge, advance])
  useShownResult(subject)
  const items = useActions(subject)
  useActionKeys(items)

  function timesOf(one: SubmissionView) {
    const phase = readRunPhase(one)
    if (isAtRest(phase)) return { time: null, shortTime: null }
    return {
      time: shortTimeWords(one, phase, now, words),
      shortTime: cellTimeWords(one, phase, now, words),
    }
  }

  return (
    <>
      <div className={frame.place}>
        <div ref={place} className={frame.body} data-large={cells.large?.side}>
          <SheetTable
            axes={axes}
            runs={batch}
            cells={cells}
            labelOf={labelOf}
            selectedId={run.submissionId}
            onSelect={runs.select}
            cell={(one, its, label) => (
              <SheetCell
                run={one}
                captions={its}
                label={label}
                {...timesOf(one)}
                selected={one.submissionId === run.submissionId}
                cell={cells.layout.cell}
                onSelect={runs.select}
                onOpen={runs.showLarge}
              />
            )}
          />
          {cells.large && <LargeCell run={run} usual={ratio} controls={controls} large={cells.large} />}
        </div>
      </div>
      <ChosenBar run={run} captions={captions} items={items} />
      <Bar
        run={run}
        batch={batch}
        wanted={wanted}
        cells={cells}
        side={side}
        runs={runs}
        retries={retries}
        download={items.find(({ id }) => id === 'downloadAll') ?? null}
      />
    </>
  )
}

function focusCell(submissionId: string): void {
  document.querySelector<HTMLElement>(`[data-stage] [data-run="${submissionId}"]`)?.focus()
}

interface BarProps extends SheetStageProps {
  readonly wanted: number
  readonly cells: Cells
  readonly side: number | null
  /** Saves every file of the batch; null while there are not several. */
  readonly download: ActionItem | null
}

/** What the batch is, how it stands, and what can be done with all of it. */
function Bar({ run, batch, wanted, cells, side, runs, retries, download }: BarProps) {
  const words = useWords()
  const standing = standingOf(batch)
  const { done, sending, underWay, saving, ...others } = standing.counts
  const facts = [
    stageWordsOf(words).sheet.progress(done, wanted),
    ...standingWords(others, words).map(({ text }) => text),
  ]
  const cancels = cancelWords(batch, words) ?? sentWords(batch, words)
  const hasFailed = failedOf(batch).length > 0
  const elsewhere = useElsewhere()(run.account)
  const notes = [
    cancels,
    hasFailed && stageWordsOf(words).sheet.notBilled,
    hasFailed && elsewhere && stageWordsOf(words).madeElsewhere.retryAll(elsewhere),
  ]
    .filter(Boolean)
    .join(' ')
  const caption = captionOfBatch(batch, words)
  return (
    <div className={frame.bar} data-sheet-bar>
      <p data-verbatim className={styles.prompt} title={caption}>
        {caption}
      </p>
      <CellSize cells={cells} side={side} onChange={runs.setCellSide} />
      <div className={frame.acts}>
        {/* Beside Cancel there is no room for it, and more files are to come. */}
        {download && standing.counts.waiting === 0 && (
          <IconButton
            label={download.name}
            shortcut={download.keys.join(' ')}
            icon={<download.icon />}
            onClick={download.run}
          />
        )}
        {hasFailed && elsewhere && run.account !== null && <SwitchAccount accountId={run.account} />}
        <BatchActions batch={batch} shown={null} runs={runs} retries={retries} />
      </div>
      <p className={joinClasses(frame.said, styles.facts)}>
        {facts.join(' · ')} · <span className={styles.price}>{sheetPriceWords(standing, words)}</span>
        {notes !== '' && <span className={styles.notes}> {notes}</span>}
      </p>
    </div>
  )
}
