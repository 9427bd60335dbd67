import { ImageOff, TriangleAlert } from 'lucide-react'
import { memo, useRef } from 'react'
import type { FileView, SubmissionProblem, SubmissionView } from '../../../../shared/bridge/views.ts'
import { dragFile } from '../../../media/drag-file.ts'
import { FileMarks } from '../../../media/file-marks.tsx'
import { Thumb } from '../../../media/thumb.tsx'
import { useNoPreview } from '../../../media/use-no-preview.ts'
import { columnsFor, FileTile } from '../../../sheets/file-tiles.tsx'
import type { Extent } from '../../../sheets/fit-cells.ts'
import { extentWithin } from '../../../sheets/shape-of-runs.ts'
import { startImageOf } from '../../../sheets/start-image.ts'
import { Progress } from '../../../ui/progress.tsx'
import { reasonWords } from '../../../words/reason-words.ts'
import { stageWordsOf } from '../../../words/stage-words.ts'
import { useWords, type Words } from '../../../words/words-context.tsx'
import { isAtRest, isTroubled, progressOf, readRunPhase, savedFiles } from '../runs/run-phase.ts'
import { statusWords } from '../runs/run-words.ts'
import { useAway } from '../runs/use-away.ts'
import { Beneath } from './beneath.tsx'
import styles from './sheet-stage.module.css'

interface SheetCellProps {
  readonly run: SubmissionView
  /** The values that distinguish it from the others. */
  readonly captions: readonly string[]
  /** What of that is shown in the cell; empty where a header says it, or nothing differs. */
  readonly label: string
  /** How long it has taken, and how long such runs usually take; null where it does not run. */
  readonly time: string | null
  /** The same for a small cell. */
  readonly shortTime: string | null
  /** Whether it is the tab stop; arrow keys lead to the others. */
  readonly selected: boolean
  readonly cell: Extent
  readonly onSelect: (submissionId: string) => void
  readonly onOpen: (run: SubmissionView) => void
}

export const SheetCell = memo(
  SheetCellView,
  (before, now) =>
    before.run === now.run &&
    before.time === now.time &&
    before.selected === now.selected &&
    before.cell.width === now.cell.width &&
    before.cell.height === now.cell.height &&
    before.label === now.label &&
    before.captions.join() === now.captions.join(),
)

/** From this width on, in CSS pixels, the whole time fits on a line. */
const roomy = 160

/**
 * One run of a sheet: its image, its progress, or why there is none. A click chooses it; on the chosen one, and so the
 * second of a double click, it opens it, as Enter does.
 */
function SheetCellView({
  run,
  captions,
  label,
  time,
  shortTime,
  selected,
  cell,
  onSelect,
  onOpen,
}: SheetCellProps) {
  const words = useWords()
  const wasSelected = useRef(selected)
  const phase = readRunPhase(run)
  const away = useAway(run, phase)
  const [file] = savedFiles(run)
  const noPreview = useNoPreview(run.files.length === 1 ? (file ?? null) : null)
  const status = away
    ? words.create.awayShort[away.state]
    : noPreview
      ? words.media.withoutPreview(noPreview)
      : statusWords(run, phase, words)
  const progress = away ? undefined : progressOf(run, phase)
  const isTrouble = away !== null || isTroubled(phase)
  const shownTime = away ? words.create.lastSeen(away.lastSeenAt) : time
  const drawnTime = away || cell.width >= roomy ? shownTime : shortTime
  const count = run.files.length > 1 ? stageWordsOf(words).sheet.files(run.files.length) : ''
  const caption = captions.join(', ')
  const reason = run.job?.error?.message ?? (run.problem ? shortReason(run.problem, words) : '')
  const start = file || isTrouble || isAtRest(phase) ? null : startImageOf(run)
  const labelSpan = label !== '' && <span className={styles.label}>{label}</span>
  return (
    <button
      type="button"
      data-run={run.submissionId}
      data-submission={run.submissionId}
      draggable={file !== undefined}
      onDragStart={(event) => file && dragFile(event, file)}
      tabIndex={selected ? 0 : -1}
      aria-current={selected}
      aria-label={stageWordsOf(words).sheet.cell(
        label === '' ? captions : [label],
        [status, shownTime, reason, count, label && !label.endsWith(caption) && caption]
          .filter(Boolean)
          .join('. '),
      )}
      title={caption}
      className={styles.cell}
      onPointerDown={() => {
        wasSelected.current = selected
      }}
      onFocus={() => selected || onSelect(run.submissionId)}
      onClick={(event) => {
        const isByKey = event.detail === 0
        if (isByKey || wasSelected.current) onOpen(run)
        else onSelect(run.submissionId)
      }}
    >
      {start !== null && <Beneath source={start} />}
      {file && run.files.length === 1 ? (
        // In its own shape, with no bars beside it: what is chosen, said and marked is the result (SHEET86).
        <span className={styles.result} style={shownExtent(file, cell)}>
          {labelSpan}{' '}
          {noPreview ? (
            <span className={styles.state}>
              <ImageOff aria-hidden="true" />
              <span>{noPreview.title}</span> <span className={styles.reason}>{noPreview.why}</span>
            </span>
          ) : (
            <Thumb kind={run.kind} file={file} alt="" fit="contain" width={cell.width} />
          )}
          <FileMarks judgement={file.judgement} />
        </span>
      ) : (
        labelSpan
      )}{' '}
      {file && run.files.length > 1 && <FileTiles files={run.files} />}
      {!file && (
        <span className={styles.state} data-trouble={isTrouble || undefined}>
          {isTrouble && <TriangleAlert aria-hidden="true" />}
          <span>{status}</span>{' '}
          {isTroubled(phase) && reason !== '' && <span className={styles.reason}>{reason}</span>}
          {progress !== undefined && (
            <span className={styles.progress}>
              <Progress label={status} value={progress} />
            </span>
          )}
          {drawnTime !== null && <span className={styles.time}>{drawnTime}</span>}
        </span>
      )}
    </button>
  )
}

/** The whole cell where a result has no shape, as audio, or is almost of the cell's. */
function shownExtent({ width, height }: FileView, cell: Extent): Extent {
  if (!width || !height) return cell
  const shown = extentWithin(cell, width / height)
  const isAlmost = cell.width - shown.width <= 2 && cell.height - shown.height <= 2
  return isAlmost ? cell : shown
}

/** An empty balance holds all of them, and the notice above says the rest. */
function shortReason(problem: SubmissionProblem, words: Words): string {
  const { insufficientBalance } = words.holdTitles
  return problem.code === 'insufficient_balance' ? insufficientBalance : reasonWords(problem, words)
}

/** All files of one run, side by side. */
function FileTiles({ files }: { readonly files: readonly FileView[] }) {
  const columns = columnsFor(files.length)
  return (
    <span className={styles.tiles} style={{ gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))` }}>
      {files.map((file) => (
        <FileTile key={file.fileId} file={file} />
      ))}
    </span>
  )
}
