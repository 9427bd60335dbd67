import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Bridge } from '../../../../shared/bridge/carrier.ts'
import type { BridgeFailure, BridgeResult } from '../../../../shared/bridge/error-codes.ts'
import type { FileView, SubmissionView } from '../../../../shared/bridge/views.ts'
import type { Estimate } from '../../../../shared/pricing/estimate.ts'

export interface RunsState {
  /** Newest first; null until first read. */
  readonly runs: readonly SubmissionView[] | null
  readonly nextCursor: string | null
  readonly selectedId: string | null
  readonly failure: BridgeFailure | null
}

export interface RunsPorts {
  readonly bridge: Bridge
  readonly newId: () => string
  /** Told of saved files, so that missing thumbnails are made. */
  readonly onFiles: (files: readonly FileView[]) => void
}

export interface RunAgain {
  readonly modelId: string
  readonly values: Readonly<Record<string, unknown>>
  readonly estimate: Estimate
}

/** The runs beside the form: read once, then kept current by events. */
export interface RunsModel {
  readonly store: StoreApi<RunsState>
  refresh(): Promise<void>
  loadOlder(): Promise<void>
  select(submissionId: string): void
  /** Selects a run that is that many places older (or, below zero, newer). */
  step(places: number): void
  /** Reads all runs that were confirmed together with these. */
  loadBatch(batchId: string): Promise<void>
  /** Takes newly confirmed runs in and shows the first of them. */
  add(runs: readonly SubmissionView[]): void
  withdraw(submissionId: string): Promise<BridgeResult<SubmissionView>>
  closeUnknown(submissionId: string): Promise<BridgeResult<SubmissionView>>
  sendAgain(submissionId: string): Promise<BridgeResult<SubmissionView>>
  fetchAgain(fileId: string): Promise<BridgeResult<SubmissionView>>
  /**
   * Confirms a run anew in the place of one that ended without a result, at the price that was shown, and shows it.
   * A second click, and one after a lost answer, is the same new run.
   */
  runAgain(submissionId: string, request: RunAgain): Promise<BridgeResult<SubmissionView[]>>
  /** Puts a waiting batch before all others that wait, or behind them. */
  moveBatch(batchId: string, to: 'first' | 'last'): Promise<BridgeResult<unknown>>
  close(): void
}

const pageSize = 60

export function createRunsModel({ bridge, newId, onFiles }: RunsPorts): RunsModel {
  const store = createStore<RunsState>(() => ({
    runs: null,
    nextCursor: null,
    selectedId: null,
    failure: null,
  }))

  function take(incoming: readonly SubmissionView[]) {
    store.setState(({ runs }) => ({ runs: mergeRuns(runs ?? [], incoming) }))
    onFiles(incoming.flatMap((run) => run.files))
  }

  /** The id that a run has in place of another, until it is known to be confirmed. */
  const again = new Map<string, string>()

  async function refresh() {
    const result = await bridge.call('jobs.list', { limit: pageSize })
    if (!result.ok) {
      store.setState({ failure: result.error })
      return
    }
    const { submissions, nextCursor } = result.value
    store.setState({ nextCursor, failure: null })
    take(submissions)
  }

  async function loadOlder() {
    const { nextCursor } = store.getState()
    if (nextCursor === null) return
    const result = await bridge.call('jobs.list', { limit: pageSize, cursor: nextCursor })
    if (!result.ok) return store.setState({ failure: result.error })
    store.setState({ nextCursor: result.value.nextCursor })
    take(result.value.submissions)
  }

  async function act(asked: Promise<BridgeResult<SubmissionView>>) {
    const result = await asked
    if (result.ok) take([result.value])
    return result
  }

  const undo = [
    bridge.on('submission.changed', (run) => take([run])),
    bridge.onConnected((connected) => connected && void refresh()),
  ]

  return {
    store,
    refresh,
    loadOlder,
    select: (selectedId) => store.setState({ selectedId }),
    step(places) {
      const { runs } = store.getState()
      const selected = selectedRun(store.getState())
      const index = runs?.findIndex((run) => run.submissionId === selected?.submissionId) ?? -1
      const next = runs?.[index + places]
      if (next) store.setState({ selectedId: next.submissionId })
    },
    async loadBatch(batchId) {
      const result = await bridge.call('jobs.batch', { batchId })
      if (result.ok) take(result.value)
      else store.setState({ failure: result.error })
    },
    add(runs) {
      take(runs)
      if (runs[0]) store.setState({ selectedId: runs[0].submissionId })
    },
    withdraw: (submissionId) => act(bridge.call('jobs.withdraw', { submissionId })),
    closeUnknown: (submissionId) => act(bridge.call('jobs.close', { submissionId })),
    async sendAgain(submissionId) {
      const newSubmissionId = newId()
      const result = await act(bridge.call('jobs.sendAgain', { submissionId, newSubmissionId }))
      if (result.ok) store.setState({ selectedId: result.value.submissionId })
      return result
    },
    fetchAgain: (fileId) => act(bridge.call('library.fetchAgain', { fileId })),
    async runAgain(submissionId, { modelId, values, estimate }) {
      const newSubmissionId = again.get(submissionId) ?? newId()
      again.set(submissionId, newSubmissionId)
      const result = await bridge.call('jobs.confirm', {
        submissionIds: [newSubmissionId],
        modelId,
        values,
        estimate,
      })
      if (!result.ok) return result
      again.delete(submissionId)
      take(result.value)
      store.setState({ selectedId: newSubmissionId })
      return result
    },
    async moveBatch(batchId, to) {
      const queue = await bridge.call('jobs.queue', {})
      if (!queue.ok) return queue
      const others = queue.value.filter((run) => run.batchId !== batchId)
      const beforeBatchId = to === 'first' ? (others[0]?.batchId ?? null) : null
      return bridge.call('jobs.moveBatch', { batchId, beforeBatchId })
    },
    close() {
      for (const end of undo) end()
    },
  }
}

/** The chosen run; the newest where none was chosen. */
export function selectedRun({ runs, selectedId }: RunsState): SubmissionView | null {
  return runs?.find((run) => run.submissionId === selectedId) ?? runs?.[0] ?? null
}

/** The runs that were confirmed together with this one, in their order. */
export function batchOf({ runs }: RunsState, run: SubmissionView): readonly SubmissionView[] {
  return (runs ?? []).filter((other) => other.batchId === run.batchId).toReversed()
}

function mergeRuns(known: readonly SubmissionView[], incoming: readonly SubmissionView[]): SubmissionView[] {
  const byId = new Map(known.map((run) => [run.submissionId, run]))
  for (const run of incoming) {
    const before = byId.get(run.submissionId)
    if (!before || before.updatedAt <= run.updatedAt) byId.set(run.submissionId, run)
  }
  const merged = [...byId.values()]
  // A run that moves keeps its place: thousands of news of known runs need no order made anew.
  return merged.length === known.length ? merged : merged.sort(newestFirst)
}

/** Ids are time-ordered, so that they settle what was confirmed in the same millisecond. */
function newestFirst(left: SubmissionView, right: SubmissionView): number {
  return (
    compareText(right.confirmedAt, left.confirmedAt) || compareText(right.submissionId, left.submissionId)
  )
}

/** Moments in ISO 8601 and ids sort as their characters do. */
function compareText(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0
}
