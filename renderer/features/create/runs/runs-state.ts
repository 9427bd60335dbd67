import type { BridgeFailure } from '../../../../shared/bridge/error-codes.ts'
import type { SubmissionView } from '../../../../shared/bridge/views.ts'
import { presentRuns } from '../../../sheets/place-in-sheet.ts'
import { isGrid } from './fold-sheets.ts'

export interface QueuePlaces {
  /** In the queue's order; null: it is held, and sent past. */
  readonly places: ReadonlyMap<string, number | null>
  readonly total: number
}

export interface RunsState {
  /** Newest first; null until first read. */
  readonly runs: readonly SubmissionView[] | null
  readonly nextCursor: string | null
  readonly selectedId: string | null
  /** The batches whose sheets are unfolded in the list. */
  readonly openSheets: ReadonlySet<string>
  /** The batch of the sheet of which one run is shown large; null where sheets are shown whole. */
  readonly largeBatchId: string | null
  /** The square root of the area of a sheet's cells, in CSS pixels; null for the largest that fit. */
  readonly cellSide: number | null
  /** Whether the stage shows what Generate would make; null where it does so only while there is no run. */
  readonly showsPlan: boolean | null
  /** Whether older runs are read on scrolling: false where the last page had only cleared ones. */
  readonly readsOn: boolean
  /** The waiting run that was canceled here last, by itself. */
  readonly canceled: SubmissionView | null
  /** The places of waiting runs in the queue, from 1, and how many there are; null while none waits. */
  readonly queue: QueuePlaces | null
  readonly failure: BridgeFailure | null
}

/** Whether the plan is on the stage: by the person's choice, else where there is no run. */
export function isPlanShown(state: RunsState): boolean {
  return state.showsPlan ?? (state.runs !== null && !selectedRun(state))
}

/** The chosen run; by default the newest, or the first of the newest batch. */
export function selectedRun(state: RunsState): SubmissionView | null {
  const { runs, selectedId } = state
  const chosen = runs?.find((run) => run.submissionId === selectedId)
  const newest = runs?.[0]
  if (chosen || !newest) return chosen ?? null
  const batch = batchOf(state, newest)
  return (isGrid(batch) ? batch[0] : newest) ?? null
}

/** The runs of this one's batch, in their order, in their current state. */
export function batchOf(state: Pick<RunsState, 'runs'>, run: SubmissionView): readonly SubmissionView[] {
  return batchOfId(state, run.batchId)
}

/** The same of a batch; none where it isn't listed. */
export function batchOfId({ runs }: Pick<RunsState, 'runs'>, batchId: string): readonly SubmissionView[] {
  return presentRuns((runs ?? []).filter((other) => other.batchId === batchId).toReversed())
}

/** The known runs merged with received ones, newest first; an older view of a run changes nothing. */
export function mergeRuns(
  known: readonly SubmissionView[],
  incoming: readonly SubmissionView[],
): SubmissionView[] {
  const byId = new Map(known.map((run) => [run.submissionId, run]))
  for (const run of incoming) {
    const before = byId.get(run.submissionId)
    if (!before || before.updatedAt <= run.updatedAt) byId.set(run.submissionId, run)
  }
  const merged = [...byId.values()]
  // A run that changes keeps its position: thousands of updates of known runs need no new sort.
  return merged.length === known.length ? merged : merged.sort(newestFirst)
}

/** Ids are time-ordered, so they order runs confirmed in the same millisecond. */
function newestFirst(left: SubmissionView, right: SubmissionView): number {
  return (
    compareText(right.confirmedAt, left.confirmedAt) || compareText(right.submissionId, left.submissionId)
  )
}

/** Moments in ISO 8601 and ids sort as their characters do. */
function compareText(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0
}
