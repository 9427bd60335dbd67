import { createStore, type StoreApi } from 'zustand/vanilla'
import type { BudgetQuestion } from '../../../../shared/bridge/budget.ts'
import type { Bridge } from '../../../../shared/bridge/carrier.ts'
import type { BridgeResult } from '../../../../shared/bridge/error-codes.ts'
import type { ProcedureOutput } from '../../../../shared/bridge/procedures.ts'
import type { FileView, SubmissionView } from '../../../../shared/bridge/views.ts'
import type { Estimate } from '../../../../shared/pricing/estimate.ts'
import { sizeOf } from '../../../sheets/place-in-sheet.ts'
import { mergeRuns } from './merge-runs.ts'
import { type RunPhase, readRunPhase } from './run-phase.ts'
import { createRunsChoice, type RunsChoice } from './runs-choice.ts'
import { createRunsHeard } from './runs-heard.ts'
import { batchOf, type RunsState } from './runs-state.ts'

export interface RunsPorts {
  readonly bridge: Bridge
  readonly newId: () => string
  /** Called with saved files, so that missing thumbnails are made. */
  readonly onFiles: (files: readonly FileView[]) => void
}

/** A run's settings as they would be sent now, in the place of one that ended without a result. */
export interface RunAgain {
  readonly run: SubmissionView
  readonly modelId: string
  readonly values: Readonly<Record<string, unknown>>
  readonly estimate: Estimate
}

/** The runs beside the form: read once, then kept current by events. */
export interface RunsStore extends RunsChoice {
  readonly store: StoreApi<RunsState>
  refresh(): Promise<void>
  loadOlder(): Promise<void>
  /** Reads all runs that were confirmed together with these. */
  loadBatch(batchId: string): Promise<void>
  /** Takes newly confirmed runs in and shows the first of them. */
  add(runs: readonly SubmissionView[]): void
  withdraw(submissionId: string): Promise<BridgeResult<SubmissionView>>
  /** Cancels what has not left of a batch. */
  withdrawBatch(batchId: string): Promise<BridgeResult<ProcedureOutput<'jobs.withdrawBatch'>>>
  closeUnknown(submissionId: string): Promise<BridgeResult<SubmissionView>>
  sendAgain(submissionId: string): Promise<BridgeResult<SubmissionView>>
  fetchAgain(fileId: string): Promise<BridgeResult<SubmissionView>>
  /**
   * Confirms new runs, all or none, at the prices that were shown, and shows the first. A second click, one after a
   * lost answer, and the person's yes to what was asked are the same new runs.
   */
  runAgain(
    wanted: readonly RunAgain[],
    agreed?: readonly BudgetQuestion[],
  ): Promise<BridgeResult<SubmissionView[]>>
  /** Puts a waiting batch before all others that wait, or behind them. */
  moveBatch(batchId: string, to: 'first' | 'last'): Promise<BridgeResult<unknown>>
  close(): void
}

const pageSize = 60
/** Without a result, and without a charge for good. */
const freePhases: ReadonlySet<RunPhase> = new Set(['failed', 'cancelled', 'withdrawn'])

export function createRunsStore({ bridge, newId, onFiles }: RunsPorts): RunsStore {
  const store = createStore<RunsState>(() => ({
    runs: null,
    nextCursor: null,
    selectedId: null,
    openSheets: new Set<string>(),
    largeBatchId: null,
    failure: null,
  }))

  function take(incoming: readonly SubmissionView[]) {
    store.setState(({ runs }) => ({ runs: mergeRuns(runs ?? [], incoming) }))
    onFiles(incoming.flatMap((run) => run.files))
  }

  const heard = createRunsHeard()

  /** Takes of an answer's runs what is not older than what was heard of them meanwhile. */
  async function ask<Value>(
    call: Promise<BridgeResult<Value>>,
    runsIn: (value: Value) => readonly SubmissionView[],
  ) {
    const { answer, fresh } = await heard.track(call)
    if (answer.ok) take(fresh(runsIn(answer.value)))
    return answer
  }

  const act = (call: Promise<BridgeResult<SubmissionView>>) => ask(call, (run) => [run])

  const choice = createRunsChoice(store)

  /** The id that a run has in place of another, until it is known to be confirmed. */
  const again = new Map<string, string>()

  /** Whether a run's sheet is known in parts only. */
  function isCut(run: SubmissionView): boolean {
    return run.sheet !== null && batchOf(store.getState(), run).length < sizeOf(run.sheet.axes)
  }

  /**
   * A page may end amid a sheet, of which the list says how it stands as a whole; and a run that was retried comes
   * long before the sheet in which it stands.
   */
  async function readPage(cursor: string | null) {
    const result = await ask(
      bridge.call('jobs.list', { limit: pageSize, ...(cursor !== null && { cursor }) }),
      (page) => page.submissions,
    )
    if (!result.ok) return store.setState({ failure: result.error })
    const { submissions, nextCursor } = result.value
    store.setState({ nextCursor, failure: null })
    if (nextCursor === null) return
    const last = submissions.at(-1)
    const cut = submissions.filter((run) => run.sheet && (run === last || run.repeats !== null))
    for (const batchId of new Set(cut.filter(isCut).map((run) => run.batchId))) await loadBatch(batchId)
  }

  async function loadBatch(batchId: string) {
    const result = await ask(bridge.call('jobs.batch', { batchId }), (runs) => runs)
    if (!result.ok) store.setState({ failure: result.error })
  }

  async function loadOlder() {
    const { nextCursor } = store.getState()
    if (nextCursor !== null) await readPage(nextCursor)
  }

  const refresh = () => readPage(null)

  const undo = [
    bridge.on('submission.changed', (run) => {
      heard.hear(run)
      take([run])
    }),
    bridge.onConnected((connected) => connected && void refresh()),
  ]

  return {
    store,
    refresh,
    loadOlder,
    loadBatch,
    ...choice,
    add(runs) {
      // What was heard of a run that has just been confirmed is never older than its confirmation.
      const known = new Set(store.getState().runs?.map(({ submissionId }) => submissionId))
      take(runs.filter(({ submissionId }) => !known.has(submissionId)))
      if (runs[0]) choice.select(runs[0].submissionId)
    },
    withdraw: (submissionId) => act(bridge.call('jobs.withdraw', { submissionId })),
    withdrawBatch: (batchId) =>
      ask(bridge.call('jobs.withdrawBatch', { batchId }), ({ submissions }) => submissions),
    closeUnknown: (submissionId) => act(bridge.call('jobs.close', { submissionId })),
    async sendAgain(submissionId) {
      const newSubmissionId = newId()
      const result = await act(bridge.call('jobs.sendAgain', { submissionId, newSubmissionId }))
      if (result.ok) store.setState({ selectedId: result.value.submissionId })
      return result
    },
    fetchAgain: (fileId) => act(bridge.call('library.fetchAgain', { fileId })),
    async runAgain(wanted, agreed = []) {
      const runs = wanted.map(({ run, modelId, values, estimate }) => {
        const submissionId = again.get(run.submissionId) ?? newId()
        again.set(run.submissionId, submissionId)
        return {
          submissionId,
          modelId,
          values,
          estimate,
          ...(leavesPlace(run) && { repeats: run.submissionId }),
        }
      })
      const call = bridge.call('jobs.confirmBatch', {
        batchId: newId(),
        runs,
        sheet: null,
        ...(agreed.length > 0 && { agreed: [...agreed] }),
      })
      const result = await ask(call, (confirmed) => confirmed)
      if (!result.ok) return result
      for (const { run } of wanted) again.delete(run.submissionId)
      store.setState({ selectedId: runs[0]?.submissionId ?? null })
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

/** Whether a run has a place in a sheet that it no longer needs. */
function leavesPlace(run: SubmissionView): boolean {
  return run.sheet !== null && freePhases.has(readRunPhase(run))
}
