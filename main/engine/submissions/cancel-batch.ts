import type { BridgeResult } from '../../../shared/bridge/error-codes.ts'
import type { ParsedInput, ProcedureOutput } from '../../../shared/bridge/procedures.ts'
import { reasonOf } from '../../../shared/failures/reason.ts'
import { refuse, respond } from '../bridge-result.ts'
import type { ConnectionManager } from '../service/connection.ts'
import type { Budget } from '../spend/budget.ts'
import type { SubmissionJournal } from './ports.ts'
import { findMove, nextAfter } from './queue-moves.ts'
import type { Submission } from './submission.ts'
import type { SubmissionQueue } from './submission-queue.ts'
import type { SubmissionViews } from './submission-views.ts'

export interface BatchCancelDeps {
  readonly journal: SubmissionJournal
  readonly queue: Pick<SubmissionQueue, 'applyAll' | 'sendNext'>
  readonly views: Pick<SubmissionViews, 'many'>
  readonly connection: Pick<ConnectionManager, 'current'>
  readonly budget: Pick<Budget, 'objection'>
  /** The waiting runs have another order. */
  onMoved(): void
}

/** What was canceled together, and the batch that it waited before; null: it was the last. */
interface Canceled {
  readonly runs: readonly Submission[]
  readonly before: string | null
}

/** More than have a note with their undo; older ones are forgotten. */
const mostRemembered = 50

/**
 * Cancels the unsent runs of a batch (JOB29), and restores what it canceled until the studio is closed (RUN100). There is
 * no await between reading and writing them, so the queue can't send one meanwhile.
 */
export function createBatchCancel(deps: BatchCancelDeps) {
  const { journal, queue, views, connection, budget } = deps
  const remembered = new Map<string, Canceled>()

  function remember(batchId: string, canceled: Canceled): void {
    remembered.delete(batchId)
    remembered.set(batchId, canceled)
    const [oldest] = remembered.keys()
    if (remembered.size > mostRemembered && oldest !== undefined) remembered.delete(oldest)
  }

  function withdraw({
    batchId,
  }: ParsedInput<'jobs.withdrawBatch'>): BridgeResult<ProcedureOutput<'jobs.withdrawBatch'>> {
    const batch = journal.batch(batchId)
    const [first] = batch
    if (!first) return refuse('not_found', reasonOf('run_unknown'))
    const before = nextAfter(journal.queueOrder(first.serviceId), batchId, undefined)
    const runs = queue.applyAll(batch, { type: 'withdrawn' })
    if (runs.length > 0) remember(batchId, { runs, before })
    return respond({
      withdrawnIds: runs.map(({ submissionId }) => submissionId),
      submissions: views.many(journal.batch(batchId)),
    })
  }

  function restore({
    batchId,
  }: ParsedInput<'jobs.restoreBatch'>): BridgeResult<ProcedureOutput<'jobs.restoreBatch'>> {
    const canceled = remembered.get(batchId)
    const batch = journal.batch(batchId)
    const runs = canceled?.runs.filter((run) => isAsCanceled(run, batch)) ?? []
    const [first] = runs
    if (!canceled || !first) return refuse('not_possible_now', reasonOf('cancel_stands'))
    if (connection.current()?.serviceId !== first.serviceId)
      return refuse('not_possible_now', reasonOf('account_changed'))
    const estimates = runs.map(({ estimate }) => estimate)
    // What they cost together was asked about when they were confirmed; a budget may have been used up since.
    if (budget.objection(first.serviceId, estimates, ['price']))
      return refuse('not_possible_now', reasonOf('undo_over_budget'))
    const restored = queue.applyAll(runs, { type: 'restored' })
    remembered.delete(batchId)
    returnToPlace(batchId, first.serviceId, canceled.before)
    deps.onMoved()
    queue.sendNext()
    return respond({
      restoredIds: restored.map(({ submissionId }) => submissionId),
      submissions: views.many(journal.batch(batchId)),
    })
  }

  /** Others may have been moved meanwhile. Where what it waited before is gone, its old position stands. */
  function returnToPlace(batchId: string, serviceId: string, before: string | null): void {
    const order = journal.queueOrder(serviceId)
    const waits = (one: string) => order.some((run) => run.batchId === one && !run.isBeingSent)
    if (before === null || !waits(before)) return
    const place = findMove(order, batchId, { beforeBatchId: before })
    if (place !== undefined) journal.moveBatch(batchId, place)
  }

  return { withdraw, restore }
}

/** Whether nothing happened to it since it was canceled, and no run has its place, which may be that of one before it. */
function isAsCanceled(canceled: Submission, batch: readonly Submission[]): boolean {
  const now = batch.find(({ submissionId }) => submissionId === canceled.submissionId)
  const places: readonly (string | null)[] = [canceled.submissionId, canceled.repeats]
  const isReplaced = batch.some(
    ({ repeats, state }) => repeats !== null && places.includes(repeats) && state !== 'withdrawn',
  )
  return now?.state === 'withdrawn' && now.updatedAt === canceled.updatedAt && !isReplaced
}
