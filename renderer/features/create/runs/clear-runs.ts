import type { StoreApi } from 'zustand/vanilla'
import type { Bridge } from '../../../../shared/bridge/carrier.ts'
import type { BridgeResult } from '../../../../shared/bridge/error-codes.ts'
import type { ProcedureInput, ProcedureOutput } from '../../../../shared/bridge/procedures.ts'
import type { SubmissionState, SubmissionView } from '../../../../shared/bridge/views.ts'
import type { ClearedRuns } from '../../../../shared/settings/settings.ts'
import { presentRuns } from '../../../sheets/place-in-sheet.ts'
import { type Clearing, isOver, withoutCleared } from './cleared-runs.ts'
import { batchOf, type RunsState, selectedRun } from './runs-state.ts'

interface ClearDeps {
  readonly clearing: Clearing
  /** Newest first, with those cleared before. */
  known(): readonly SubmissionView[]
  /** The batches of which maybe only a part is known. */
  partlyKnown(): readonly string[]
  readonly store: StoreApi<RunsState>
  select(submissionId: string): void
  readonly bridge: Pick<Bridge, 'call'>
  /** Adds the runs of a response to the known ones. */
  ask<Value>(
    call: Promise<BridgeResult<Value>>,
    runsIn: (value: Value) => readonly SubmissionView[],
  ): Promise<BridgeResult<Value>>
  /** Milliseconds since the epoch. */
  now(): number
}

/** Undoes one clear and no other; fails as saving does. */
export type UndoClear = () => Promise<BridgeResult<unknown>>

/** Clears ended batches from the list; clears and their undos are done one after the other. */
export interface Clears {
  /**
   * A batch, or all that have ended; another run is chosen where the chosen one left. Null where the batch has not
   * ended after all: it is listed with its open runs then.
   */
  clear(batchId: string | 'ended'): Promise<BridgeResult<UndoClear | null>>
}

const nothing: ClearedRuns = { through: null, at: null, kept: [], batches: {} }

/** Those of runs that have not ended and have no job. */
const openStates: SubmissionState[] = ['confirmed', 'sending', 'unsent', 'unknown']

export function createClears(deps: ClearDeps): Clears {
  const { clearing, known, partlyKnown, store, select, bridge, ask, now } = deps
  let last: Promise<unknown> = Promise.resolve()

  /** What was cleared is saved as a whole: each change begins from what the one before left. */
  function change<Value>(act: (cleared: ClearedRuns) => Promise<Value>): Promise<Value> {
    const done = last.then(() => act(clearing.current() ?? nothing))
    last = done.catch(() => {})
    return done
  }

  async function save(cleared: ClearedRuns): Promise<BridgeResult<unknown>> {
    const before = store.getState()
    const result = await clearing.save(cleared)
    const next = result.ok ? neighbour(before, store.getState()) : null
    if (next) select(next.submissionId)
    return result
  }

  async function clearOne(before: ClearedRuns, batchId: string): Promise<BridgeResult<UndoClear | null>> {
    const read = await ask(bridge.call('jobs.batch', { batchId }), (runs) => runs)
    if (!read.ok) return read
    const batch = known().filter((run) => run.batchId === batchId)
    if (!batch[0] || !isOver(presentRuns(batch.toReversed()))) return { ok: true, value: null }
    const result = await save(clearBatch(before, batchId, batch[0].confirmedAt))
    if (!result.ok) return result
    return { ok: true, value: () => change((now) => clearing.save(showBatches(now, [batchId]))) }
  }

  async function clearAll(before: ClearedRuns): Promise<BridgeResult<UndoClear>> {
    const read = await readOpen()
    if (!read.ok) return read
    // What runs is in no list of its own.
    for (const batchId of partlyKnown()) {
      const whole = await ask(bridge.call('jobs.batch', { batchId }), (batch) => batch)
      if (!whole.ok) return whole
    }
    const runs = known()
    const after = clearEnded(before, runs, new Date(now()).toISOString())
    const result = await save(after)
    if (!result.ok) return result
    const left = batchesOf(withoutCleared(runs, after))
    const hidden = [...batchesOf(withoutCleared(runs, before))].filter((id) => !left.has(id))
    return {
      ok: true,
      value: () => change((now) => clearing.save(undoEnded(now, { before, after, hidden }))),
    }
  }

  /** Reads what is waiting or unknown of the known batches, which pages may have shown in part. */
  async function readOpen(): Promise<BridgeResult<unknown>> {
    let page: ProcedureInput<'jobs.list'> = { states: openStates, limit: 500 }
    const ids = batchesOf(known())
    for (;;) {
      const runsIn = ({ submissions }: ProcedureOutput<'jobs.list'>) =>
        submissions.filter((run) => ids.has(run.batchId))
      const result = await ask(bridge.call('jobs.list', page), runsIn)
      if (!result.ok || result.value.nextCursor === null) return result
      page = { ...page, cursor: result.value.nextCursor }
    }
  }

  return {
    clear: (batchId) =>
      change((cleared) => (batchId === 'ended' ? clearAll(cleared) : clearOne(cleared, batchId))),
  }
}

function batchesOf(runs: readonly SubmissionView[]): Set<string> {
  return new Set(runs.map((run) => run.batchId))
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
  const kept = cleared.kept.filter((id) => id !== batchId)
  return { ...cleared, kept, batches: latestOf({ ...cleared.batches, [batchId]: newest }) }
}

/** As many as the settings keep. */
function latestOf(batches: ClearedRuns['batches']): ClearedRuns['batches'] {
  return Object.fromEntries(Object.entries(batches).slice(-mostBatches))
}

/** Without having cleared these batches. */
function showBatches(cleared: ClearedRuns, ids: readonly string[]): ClearedRuns {
  const kept = [...new Set([...ids, ...cleared.kept])].slice(0, mostBatches)
  const others = Object.entries(cleared.batches).filter(([id]) => !ids.includes(id))
  return { ...cleared, kept, batches: Object.fromEntries(others) }
}

interface EndedClear {
  /** What was cleared before it, and with it. */
  readonly before: ClearedRuns
  readonly after: ClearedRuns
  /** The batches that it took from the list, of those that were read. */
  readonly hidden: readonly string[]
}

/** Without one clear of everything that had ended; what was cleared or shown again since then stays so. */
export function undoEnded(cleared: ClearedRuns, { before, after, hidden }: EndedClear): ClearedRuns {
  // Ended batches that are not read yet stay cleared where all were cleared once more.
  if (cleared.at !== after.at || cleared.through !== after.through) return showBatches(cleared, hidden)
  const shown = cleared.kept.filter((id) => !after.kept.includes(id))
  const restored = showBatches(before, shown)
  return {
    ...restored,
    kept: restored.kept.filter((id) => !(id in cleared.batches)),
    batches: latestOf({ ...restored.batches, ...cleared.batches }),
  }
}

/**
 * With everything that has ended, of all these runs, newest first, and of older ones that are not read yet. `at` is
 * now, as an ISO time.
 */
export function clearEnded(cleared: ClearedRuns, runs: readonly SubmissionView[], at: string): ClearedRuns {
  const batches = Map.groupBy(runs, (run) => run.batchId)
  const open = [...batches].filter(([, batch]) => !isOver(presentRuns(batch.toReversed())))
  const unread = cleared.kept.filter((id) => !batches.has(id))
  const kept = [...open.map(([id]) => id), ...unread].slice(0, mostBatches)
  return { through: runs[0]?.confirmedAt ?? cleared.through, at, kept, batches: {} }
}
