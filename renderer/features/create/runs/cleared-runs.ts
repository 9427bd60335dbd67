import type { BridgeResult } from '../../../../shared/bridge/error-codes.ts'
import type { SubmissionView } from '../../../../shared/bridge/views.ts'
import type { ClearedRuns } from '../../../../shared/settings/settings.ts'
import { presentRuns } from '../../../sheets/place-in-sheet.ts'
import { isPartlyHere, type RunPhase, readRunPhase } from './run-phase.ts'

/** Where it is kept what the person cleared from the list. */
export interface Clearing {
  /** Null until it is read: nothing is listed before. */
  current(): ClearedRuns | null
  onChange(listener: () => void): () => void
  save(cleared: ClearedRuns): Promise<BridgeResult<unknown>>
}

/** The phases in which nothing of a run is missing and nothing is left to decide. */
const overPhases: ReadonlySet<RunPhase> = new Set([
  'here',
  'removed',
  'failed',
  'cancelled',
  'rejected',
  'withdrawn',
  'closed',
])

/** Whether a batch can be cleared from the list: everything of it has ended, and every paid result is here. */
export function isOver(batch: readonly SubmissionView[]): boolean {
  return batch.every((run) => overPhases.has(readRunPhase(run)) && !isPartlyHere(run))
}

/** The runs, newest first, without those that the person cleared. */
export function withoutCleared(
  runs: readonly SubmissionView[],
  cleared: ClearedRuns,
): readonly SubmissionView[] {
  if (cleared.through === null && Object.keys(cleared.batches).length === 0) return runs
  const hidden = new Set<string>()
  for (const [batchId, batch] of Map.groupBy(runs, (run) => run.batchId)) {
    const newest = batch[0]?.confirmedAt ?? ''
    const isCleared =
      newest <= (cleared.batches[batchId] ?? '') ||
      (newest <= (cleared.through ?? '') && !cleared.kept.includes(batchId) && hadEnded(batch, cleared.at))
    if (isCleared && isOver(presentRuns(batch.toReversed()))) hidden.add(batchId)
  }
  return hidden.size === 0 ? runs : runs.filter(({ batchId }) => !hidden.has(batchId))
}

/** Whether nothing of a batch has changed since all was cleared: pages may have shown it in part then, or not at all. */
function hadEnded(batch: readonly SubmissionView[], at: ClearedRuns['at']): boolean {
  return at === null || batch.every((run) => run.updatedAt <= at)
}
