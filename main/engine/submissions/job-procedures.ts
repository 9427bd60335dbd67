import type { BridgeResult } from '../../../shared/bridge/error-codes.ts'
import type { ParsedInput, ProcedureOutput } from '../../../shared/bridge/procedures.ts'
import type { StudioStatus, SubmissionView } from '../../../shared/bridge/views.ts'
import { reasonOf } from '../../../shared/failures/reason.ts'
import { refuse, respond } from '../bridge-result.ts'
import type { Clock, Ids } from '../ports.ts'
import type { ConnectionManager } from '../service/connection.ts'
import type { SubmissionJournal } from './ports.ts'
import { findMove, type QueueMove } from './queue-moves.ts'
import type { RunConfirmation } from './run-confirmation.ts'
import { canHappen, type SubmissionEvent } from './submission.ts'
import type { SubmissionQueue } from './submission-queue.ts'
import type { SubmissionViews } from './submission-views.ts'

/** How many runs of a long queue a page is shown. */
const queueShown = 500
/** The same where only their order is wanted. */
const orderShown = 2_000

export interface JobProceduresDeps {
  readonly clock: Clock
  readonly ids: Ids
  readonly journal: SubmissionJournal
  readonly queue: SubmissionQueue
  readonly views: SubmissionViews
  readonly connection: Pick<ConnectionManager, 'current'>
  readonly confirmation: RunConfirmation
  status(): StudioStatus
  /** Every job is to be polled now. */
  onPollRequested(): void
  /** The waiting runs have another order. */
  onMoved(): void
}

/** The procedures for runs (JOB3, JOB11, JOB15). */
export function createJobProcedures(deps: JobProceduresDeps) {
  const { clock, ids, journal, queue, views, connection, confirmation } = deps

  function move(
    submissionId: string,
    event: SubmissionEvent,
    otherwise: 'run_sent_already' | 'run_not_unknown_to_close',
  ): BridgeResult<SubmissionView> {
    const submission = journal.get(submissionId)
    if (!submission) return refuse('not_found', reasonOf('run_unknown'))
    if (!canHappen(submission.state, event.type)) return refuse('not_possible_now', reasonOf(otherwise))
    return respond(views.one(queue.apply(submission, event)))
  }

  /**
   * There is no await between reading the unsent runs and writing them, so the queue can't send one meanwhile.
   */
  function withdrawBatch({
    batchId,
  }: ParsedInput<'jobs.withdrawBatch'>): BridgeResult<ProcedureOutput<'jobs.withdrawBatch'>> {
    const batch = journal.batch(batchId)
    if (batch.length === 0) return refuse('not_found', reasonOf('run_unknown'))
    const withdrawn = queue.applyAll(batch, { type: 'withdrawn' })
    return respond({
      withdrawnIds: withdrawn.map(({ submissionId }) => submissionId),
      submissions: views.many(journal.batch(batchId)),
    })
  }

  function queueViews(): SubmissionView[] {
    const serviceId = connection.current()?.serviceId
    return serviceId === undefined ? [] : views.many(journal.waiting(serviceId, queueShown))
  }

  function queueOrder(): ProcedureOutput<'jobs.queueOrder'> {
    const serviceId = connection.current()?.serviceId
    const order = serviceId === undefined ? [] : journal.queueOrder(serviceId)
    return {
      submissionIds: order.slice(0, orderShown).map(({ submissionId }) => submissionId),
      total: order.length,
    }
  }

  /** There is no await between reading the order and writing it. */
  function moveTo(batchId: string, move: QueueMove): boolean {
    const serviceId = connection.current()?.serviceId
    const order = serviceId === undefined ? [] : journal.queueOrder(serviceId)
    const before = findMove(order, batchId, move)
    if (before !== undefined) {
      journal.moveBatch(batchId, before)
      deps.onMoved()
    }
    return order.some((run) => run.batchId === batchId)
  }

  async function sendAgain({
    submissionId,
    newSubmissionId,
    agreed,
  }: ParsedInput<'jobs.sendAgain'>): Promise<BridgeResult<SubmissionView>> {
    const repeated = journal.get(newSubmissionId)
    if (repeated) return respond(views.one(repeated))
    const old = journal.get(submissionId)
    if (!old) return refuse('not_found', reasonOf('run_unknown'))
    if (!canHappen(old.state, 'closed'))
      return refuse('not_possible_now', reasonOf('run_not_unknown_to_repeat'))
    if (old.isUnreadable) return refuse('not_possible_now', reasonOf('run_request_unreadable'))
    const objection = confirmation.objectionTo(old.serviceId, [old.estimate], agreed)
    if (objection) return objection
    queue.apply(old, { type: 'closed', isRepeated: true })
    const now = clock.now()
    const fresh = {
      state: 'confirmed',
      attempts: 0,
      confirmedAt: now,
      updatedAt: now,
      sentAt: null,
      problem: null,
      job: null,
    } as const
    const begun = await confirmation.begin([
      { ...old, ...fresh, submissionId: newSubmissionId, batchId: ids.next(), repeats: submissionId },
    ])
    if (!begun.ok) return begun
    const [view] = begun.value
    return view ? respond(view) : refuse('internal', reasonOf('runs_not_stored'))
  }

  return {
    'jobs.confirm'({
      submissionIds,
      agreed,
      account,
      ...run
    }: ParsedInput<'jobs.confirm'>): Promise<BridgeResult<SubmissionView[]>> {
      const runs = submissionIds.map((submissionId) => ({ ...run, submissionId }))
      return confirmation.confirm({ batchId: ids.next(), runs, sheet: null, account, agreed })
    },
    'jobs.confirmBatch': (batch: ParsedInput<'jobs.confirmBatch'>) => confirmation.confirm(batch),
    'jobs.list'({
      cursor,
      limit,
      states,
    }: ParsedInput<'jobs.list'>): BridgeResult<ProcedureOutput<'jobs.list'>> {
      const page = journal.list({
        limit,
        ...(cursor === undefined ? {} : { cursor }),
        ...(states === undefined ? {} : { states }),
      })
      return respond({ submissions: views.many(page.submissions), nextCursor: page.nextCursor })
    },
    'jobs.batch': ({ batchId }: ParsedInput<'jobs.batch'>): BridgeResult<SubmissionView[]> =>
      respond(views.many(journal.batch(batchId))),
    'jobs.get'({ submissionId }: ParsedInput<'jobs.get'>): BridgeResult<SubmissionView> {
      const submission = journal.get(submissionId)
      return submission ? respond(views.one(submission)) : refuse('not_found', reasonOf('run_unknown'))
    },
    'jobs.withdraw': ({ submissionId }: ParsedInput<'jobs.withdraw'>) =>
      move(submissionId, { type: 'withdrawn' }, 'run_sent_already'),
    'jobs.withdrawBatch': withdrawBatch,
    'jobs.close': ({ submissionId }: ParsedInput<'jobs.close'>) =>
      move(submissionId, { type: 'closed', isRepeated: false }, 'run_not_unknown_to_close'),
    'jobs.sendAgain': sendAgain,
    'jobs.queue': () => respond(queueViews()),
    'jobs.queuePlace'({
      submissionId,
    }: ParsedInput<'jobs.queuePlace'>): BridgeResult<ProcedureOutput<'jobs.queuePlace'>> {
      const serviceId = connection.current()?.serviceId
      const runsBefore = serviceId === undefined ? null : journal.waitingBefore(serviceId, submissionId)
      return respond({ runsBefore })
    },
    'jobs.queueOrder': () => respond(queueOrder()),
    'jobs.stepBatch'({
      batchId,
      to,
    }: ParsedInput<'jobs.stepBatch'>): BridgeResult<ProcedureOutput<'jobs.stepBatch'>> {
      if (!moveTo(batchId, to)) return refuse('not_possible_now', reasonOf('run_sent_already'))
      return respond(queueOrder())
    },
    'jobs.moveBatch'({
      batchId,
      beforeBatchId,
    }: ParsedInput<'jobs.moveBatch'>): BridgeResult<SubmissionView[]> {
      moveTo(batchId, { beforeBatchId })
      return respond(queueViews())
    },
    'jobs.pause'(): BridgeResult<StudioStatus> {
      queue.pause()
      return respond(deps.status())
    },
    'jobs.pollNow'(): BridgeResult<StudioStatus> {
      deps.onPollRequested()
      queue.networkReturned()
      return respond(deps.status())
    },
    'jobs.resume'(): BridgeResult<StudioStatus> {
      queue.resume()
      return respond(deps.status())
    },
  }
}
