import type { BridgeFailure } from '../../../../shared/bridge/error-codes.ts'
import type { SubmissionView } from '../../../../shared/bridge/views.ts'
import { presentRuns } from '../../../sheets/place-in-sheet.ts'

export interface RunsState {
  /** Newest first; null until first read. */
  readonly runs: readonly SubmissionView[] | null
  readonly nextCursor: string | null
  readonly selectedId: string | null
  /** The batches whose sheets are unfolded in the list. */
  readonly openSheets: ReadonlySet<string>
  /** The batch of the sheet of which one run is shown large; null where sheets are shown whole. */
  readonly largeBatchId: string | null
  readonly failure: BridgeFailure | null
}

/** The chosen run; where none was chosen the newest, or the first of the newest sheet. */
export function selectedRun(state: RunsState): SubmissionView | null {
  const { runs, selectedId } = state
  const chosen = runs?.find((run) => run.submissionId === selectedId)
  const newest = runs?.[0]
  return chosen ?? (newest?.sheet ? batchOf(state, newest)[0] : newest) ?? null
}

/** The runs that were confirmed together with this one, in their order, as they stand now. */
export function batchOf({ runs }: RunsState, run: SubmissionView): readonly SubmissionView[] {
  return presentRuns((runs ?? []).filter((other) => other.batchId === run.batchId).toReversed())
}
