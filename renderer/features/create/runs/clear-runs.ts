import type { StoreApi } from 'zustand/vanilla'
import type { BridgeResult } from '../../../../shared/bridge/error-codes.ts'
import type { SubmissionView } from '../../../../shared/bridge/views.ts'
import type { ClearedRuns } from '../../../../shared/settings/settings.ts'
import { presentRuns } from '../../../sheets/place-in-sheet.ts'
import { type Clearing, isOver } from './cleared-runs.ts'
import { batchOf, type RunsState, selectedRun } from './runs-state.ts'

interface ClearDeps {
  readonly clearing: Clearing
  /** Newest first, with those cleared before. */
  readonly known: readonly SubmissionView[]
  readonly store: StoreApi<RunsState>
  select(submissionId: string): void
}

const nothing: ClearedRuns = { through: null, kept: [], batches: {} }

/** Clears a batch, or all that have ended, and chooses another run where the chosen one left. Returns an undo. */
export async function clearRuns(
  { clearing, known, store, select }: ClearDeps,
  batchId: string | 'ended',
): Promise<BridgeResult<() => void>> {
  const cleared = clearing.current() ?? nothing
  const newest = known.find((run) => run.batchId === batchId)?.confirmedAt
  const one = newest ? clearBatch(cleared, batchId, newest) : cleared
  const before = store.getState()
  const result = await clearing.save(batchId === 'ended' ? clearEnded(cleared, known) : one)
  if (!result.ok) return result
  const next = neighbour(before, store.getState())
  if (next) select(next.submissionId)
  return { ok: true, value: () => void clearing.save(cleared) }
}

/** The run beside the chosen one where that left: the next older one, else the next newer; null where it stays. */
function neighbour(before: RunsState, now: RunsState): SubmissionView | null {
  const chosen = selectedRun(before)
  const left = new Set(now.runs)
  if (!chosen || !before.runs || left.has(chosen)) return null
  const at = before.runs.indexOf(chosen)
  const others = [...before.runs.slice(at), ...before.runs.slice(0, at).toReversed()]
  const next = others.find((run) => left.has(run))
  return (next && batchOf(now, next)[0]) ?? null
}

const mostBatches = 1000

/** With a batch besides: `newest` is when its newest run was confirmed, so that a later retry of it is shown. */
export function clearBatch(cleared: ClearedRuns, batchId: string, newest: string): ClearedRuns {
  const batches = Object.entries({ ...cleared.batches, [batchId]: newest })
  const kept = cleared.kept.filter((id) => id !== batchId)
  return { ...cleared, kept, batches: Object.fromEntries(batches.slice(-mostBatches)) }
}

/** With everything that has ended, of all these runs, newest first, and of older ones that are not read yet. */
export function clearEnded(cleared: ClearedRuns, runs: readonly SubmissionView[]): ClearedRuns {
  const batches = Map.groupBy(runs, (run) => run.batchId)
  const open = [...batches].filter(([, batch]) => !isOver(presentRuns(batch.toReversed())))
  const unread = cleared.kept.filter((id) => !batches.has(id))
  const kept = [...open.map(([id]) => id), ...unread].slice(0, mostBatches)
  return { through: runs[0]?.confirmedAt ?? cleared.through, kept, batches: {} }
}
