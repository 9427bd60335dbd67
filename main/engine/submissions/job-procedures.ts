import type { BridgeResult } from '../../../shared/bridge/error-codes.ts'
import type { ParsedInput, ProcedureOutput } from '../../../shared/bridge/procedures.ts'
import type { StudioStatus, SubmissionView } from '../../../shared/bridge/views.ts'
import { reasonOf } from '../../../shared/failures/reason.ts'
import { refuse, respond } from '../bridge-result.ts'
import type { Ids } from '../ports.ts'
import type { ConnectionManager } from '../service/connection.ts'
import type { Budget } from '../spend/budget.ts'
import { createBatchCancel } from './cancel-batch.ts'
import type { QueuedRun, SubmissionJournal } from './ports.ts'
import { findMove, nextAfter, type QueueMove } from './queue-moves.ts'
import { readRepeatable } from './repeatable-run.ts'
import type { RunConfirmation } from './run-confirmation.ts'
import { canHappen, type SubmissionEvent } from './submission.ts'
import type { SubmissionQueue } from './submission-queue.ts'
import type { SubmissionViews } from './submission-views.ts'

/** How many runs of a long queue a page is shown. */
const queueShown = 500
/** The same where only their order is wanted. */
const orderShown = 2_000

export interface JobProceduresDeps {
  readonly ids: Ids
  readonly journal: SubmissionJournal
  readonly queue: SubmissionQueue
  readonly views: SubmissionViews
  readonly connection: Pick<ConnectionManager, 'current'>
  readonly confirmation: RunConfirmation
  readonly budget: Pick<Budget, 'objection'>
  status(): StudioStatus
  /** Every job is to be polled now. */
  onPollRequested(): void
  /** The waiting runs have another order. */
  onMoved(): void
}

/** The procedures for runs (JOB3, JOB11, JOB80). */
export function createJobProcedures(deps: JobProceduresDeps) {
  const { ids, journal, queue, views, connection, confirmation } = deps
  const cancels = createBatchCancel(deps)

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

  function queueViews(): SubmissionView[] {
    const serviceId = connection.current()?.serviceId
    return serviceId === undefined ? [] : views.many(journal.waiting(serviceId, queueShown))
  }

  function readOrder(): readonly QueuedRun[] {
    const serviceId = connection.current()?.serviceId
    return serviceId === undefined ? [] : journal.queueOrder(serviceId)
  }

  function queueOrder(): ProcedureOutput<'jobs.queueOrder'> {
    const order = readOrder()
    const shown = order.slice(0, orderShown)
    return {
      submissionIds: shown.map(({ submissionId }) => submissionId),
      heldIds: shown.filter(({ isHeld }) => isHeld).map(({ submissionId }) => submissionId),
      total: withPlace(order),
    }
  }

  function runsBefore(submissionId: string): number | null {
    const order = readOrder()
    const at = order.findIndex((run) => run.submissionId === submissionId && !run.isBeingSent)
    return at < 0 ? null : withPlace(order.slice(0, at))
  }

  /** Null where the batch has been moved, or stands there. There is no await between reading the order and writing it. */
  function moveTo(batchId: string, move: QueueMove, isExact = false): BridgeResult<never> | null {
    const serviceId = connection.current()?.serviceId
    if (serviceId === undefined) return refuse('service_unreachable', reasonOf('queue_not_connected'))
    const order = journal.queueOrder(serviceId)
    const waits = (one: string) => order.some((run) => run.batchId === one && !run.isBeingSent)
    if (!waits(batchId)) return refuse('not_possible_now', reasonOf('run_waits_no_more'))
    const other = typeof move === 'object' ? move.beforeBatchId : null
    if (other !== null && !waits(other)) return refuse('not_possible_now', reasonOf('queue_place_gone'))
    const before = findMove(order, batchId, move)
    if (isExact && nextAfter(order, batchId, before) !== other)
      return refuse('not_possible_now', reasonOf('queue_place_gone'))
    if (before !== undefined) {
      journal.moveBatch(batchId, before)
      deps.onMoved()
    }
    return null
  }

  async function sendAgain({
    submissionId,
    newSubmissionId,
    estimate,
    account,
    ...agreement
  }: ParsedInput<'jobs.sendAgain'>): Promise<BridgeResult<SubmissionView>> {
    const repeated = journal.get(newSubmissionId)
    if (repeated) return respond(views.one(repeated))
    const found = readRepeatable(journal, submissionId)
    if (!found.ok) return found
    const { modelId, values, serviceId } = found.value
    if (account !== undefined && account !== serviceId)
      return refuse('not_possible_now', reasonOf('account_changed'))
    const begun = await confirmation.confirm({
      batchId: ids.next(),
      runs: [{ submissionId: newSubmissionId, modelId, values, estimate }],
      sheet: null,
      account: serviceId,
      ...agreement,
      closes: submissionId,
    })
    if (!begun.ok) return begun
    const [view] = begun.value
    return view ? respond(view) : refuse('internal', reasonOf('runs_not_stored'))
  }

  return {
    'jobs.confirm'({
      submissionIds,
      agreed,
      seenChanges,
      account,
      ...run
    }: ParsedInput<'jobs.confirm'>): Promise<BridgeResult<SubmissionView[]>> {
      const runs = submissionIds.map((submissionId) => ({ ...run, submissionId }))
      return confirmation.confirm({ batchId: ids.next(), runs, sheet: null, account, agreed, seenChanges })
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
    'jobs.withdrawBatch': cancels.withdraw,
    'jobs.restoreBatch': cancels.restore,
    'jobs.close': ({ submissionId }: ParsedInput<'jobs.close'>) =>
      move(submissionId, { type: 'closed', isRepeated: false }, 'run_not_unknown_to_close'),
    'jobs.sendAgain': sendAgain,
    'jobs.queue': () => respond(queueViews()),
    'jobs.queuePlace'({
      submissionId,
    }: ParsedInput<'jobs.queuePlace'>): BridgeResult<ProcedureOutput<'jobs.queuePlace'>> {
      return respond({ runsBefore: runsBefore(submissionId) })
    },
    'jobs.queueOrder': () => respond(queueOrder()),
    'jobs.stepBatch'({
      batchId,
      to,
    }: ParsedInput<'jobs.stepBatch'>): BridgeResult<ProcedureOutput<'jobs.stepBatch'>> {
      return moveTo(batchId, to) ?? respond(queueOrder())
    },
    'jobs.moveBatch'({
      batchId,
      beforeBatchId,
      isExact,
    }: ParsedInput<'jobs.moveBatch'>): BridgeResult<SubmissionView[]> {
      return moveTo(batchId, { beforeBatchId }, isExact) ?? respond(queueViews())
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

/** How many of them have a place: those that are held are sent past (JOB89). */
function withPlace(order: readonly QueuedRun[]): number {
  return order.filter(({ isHeld }) => !isHeld).length
}
