import { createHash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { BridgeResult } from '../../../shared/bridge/error-codes.ts'
import type { ParsedInput, ProcedureOutput } from '../../../shared/bridge/procedures.ts'
import type { ModelDetail, StudioStatus, SubmissionView } from '../../../shared/bridge/views.ts'
import { findProblems } from '../../../shared/form/problems.ts'
import { estimate } from '../../../shared/pricing/estimate.ts'
import { answer, refuse } from '../bridge-result.ts'
import type { Catalogue } from '../catalog/catalogue.ts'
import type { Connection, ConnectionManager } from '../connection/connection.ts'
import type { BodyMaker } from '../inputs/request-bodies.ts'
import type { Clock, Ids } from '../ports.ts'
import type { SubmissionJournal } from './ports.ts'
import { canHappen, type Submission, type SubmissionEvent } from './submission.ts'
import type { SubmissionQueue } from './submission-queue.ts'
import type { SubmissionViews } from './submission-views.ts'

/** How much of a long queue a page is shown. */
const queueShown = 500

export interface JobProceduresWorld {
  readonly clock: Clock
  readonly ids: Ids
  readonly journal: SubmissionJournal
  readonly queue: SubmissionQueue
  readonly views: SubmissionViews
  readonly catalogue: Catalogue
  readonly connection: ConnectionManager
  readonly bodies: Pick<BodyMaker, 'make'>
  onChanged(submission: Submission): void
  status(): StudioStatus
}

type Confirm = ParsedInput<'jobs.confirm'>

/** What a page may ask of runs (JOB3, JOB11, JOB15). */
export function createJobProcedures(world: JobProceduresWorld) {
  const { clock, ids, journal, queue, views, catalogue, connection, bodies } = world

  async function confirm(input: Confirm): Promise<BridgeResult<SubmissionView[]>> {
    const known = input.submissionIds.flatMap((id) => journal.get(id) ?? [])
    if (known.length === input.submissionIds.length) return answer(views.many(known))
    const place = await placeOf(input.modelId)
    if (!place.ok) return place
    const { model, path, at } = place.value
    const refused = refuseValues(model, input)
    if (refused) return refused
    const made = await bodies.make(input.values, at)
    if (!made.ok) return refuse(made.error.code, made.error.message)
    const body = made.value
    const batchId = ids.next()
    const submissions = input.submissionIds.map((submissionId): Submission => {
      return draft({ submissionId, batchId, model, path, at, body, input, now: clock.now(), repeats: null })
    })
    return answer(begin(submissions))
  }

  function begin(submissions: readonly Submission[]): SubmissionView[] {
    journal.insert(submissions)
    const written = submissions.flatMap(({ submissionId }) => journal.get(submissionId) ?? [])
    for (const submission of written) world.onChanged(submission)
    queue.wake()
    return views.many(written)
  }

  async function placeOf(
    modelId: string,
  ): Promise<BridgeResult<{ model: ModelDetail; path: string; at: Connection }>> {
    const at = await connection.settled()
    if (!at)
      return refuse(
        'service_unreachable',
        'The sandbox could not be started, so there is nowhere to send this.',
      )
    if (at.key === null) return refuse('no_key', 'There is no key for this service. Add one in Settings.')
    if (!catalogue.find(modelId)?.path && !at.isDescribed) {
      const { reachable } = await at.client.probe()
      if (!reachable) return refuse('service_unreachable', 'The service can’t be reached. Nothing was sent.')
      await connection.describe()
    }
    const model = catalogue.find(modelId)
    if (!model) return refuse('unknown_model', `There is no model ${modelId}.`)
    if (model.deprecation?.state === 'sunset') return refuse('model_sunset', sunsetSentence(model))
    if (!model.path) {
      return refuse(
        'model_without_path',
        `Where ${model.id} is on this service is not known. Say so in Settings, under model paths.`,
      )
    }
    return answer({ model, path: model.path, at })
  }

  function move(
    submissionId: string,
    event: SubmissionEvent,
    otherwise: string,
  ): BridgeResult<SubmissionView> {
    const submission = journal.get(submissionId)
    if (!submission) return refuse('not_found', 'There is no such run.')
    if (!canHappen(submission.state, event.type)) return refuse('not_possible_now', otherwise)
    return answer(views.one(queue.apply(submission, event)))
  }

  function queueViews(): SubmissionView[] {
    const serviceId = connection.current()?.serviceId
    return serviceId === undefined ? [] : views.many(journal.waiting(serviceId, queueShown))
  }

  function sendAgain({
    submissionId,
    newSubmissionId,
  }: ParsedInput<'jobs.sendAgain'>): BridgeResult<SubmissionView> {
    const repeated = journal.get(newSubmissionId)
    if (repeated) return answer(views.one(repeated))
    const old = journal.get(submissionId)
    if (!old) return refuse('not_found', 'There is no such run.')
    if (!canHappen(old.state, 'closed'))
      return refuse('not_possible_now', 'Only a run whose outcome is unknown can be sent again.')
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
    const [view] = begin([
      { ...old, ...fresh, submissionId: newSubmissionId, batchId: ids.next(), repeats: submissionId },
    ])
    return view ? answer(view) : refuse('internal', 'The run could not be written.')
  }

  return {
    'jobs.confirm': confirm,
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
      return answer({ submissions: views.many(page.submissions), nextCursor: page.nextCursor })
    },
    'jobs.get'({ submissionId }: ParsedInput<'jobs.get'>): BridgeResult<SubmissionView> {
      const submission = journal.get(submissionId)
      return submission ? answer(views.one(submission)) : refuse('not_found', 'There is no such run.')
    },
    'jobs.withdraw': ({ submissionId }: ParsedInput<'jobs.withdraw'>) =>
      move(submissionId, { type: 'withdrawn' }, 'The run has been sent already; it can’t be taken back.'),
    'jobs.close': ({ submissionId }: ParsedInput<'jobs.close'>) =>
      move(
        submissionId,
        { type: 'closed', isRepeated: false },
        'Only a run whose outcome is unknown can be closed.',
      ),
    'jobs.sendAgain': sendAgain,
    'jobs.queue': () => answer(queueViews()),
    'jobs.moveBatch'({
      batchId,
      beforeBatchId,
    }: ParsedInput<'jobs.moveBatch'>): BridgeResult<SubmissionView[]> {
      journal.moveBatch(batchId, beforeBatchId)
      return answer(queueViews())
    },
    'jobs.pause'(): BridgeResult<StudioStatus> {
      queue.pause()
      return answer(world.status())
    },
    'jobs.resume'(): BridgeResult<StudioStatus> {
      queue.resume()
      return answer(world.status())
    },
  }
}

/** Null where the values can be sent at the price that was shown. */
function refuseValues(model: ModelDetail, { values, estimate: shown }: Confirm): BridgeResult<never> | null {
  const problems = findProblems(model.schema, values)
  const [first] = problems
  if (first) {
    const field = String(first.path[0] ?? '')
    return refuse('invalid_values', `${field}: ${first.reason.code}`, { problems, field })
  }
  const now = estimate({ pricing: model.pricing, schema: model.schema, values })
  if (isDeepStrictEqual(now, shown)) return null
  return refuse(
    'price_changed',
    'The price is another one now than the one that was shown. Nothing was sent.',
  )
}

interface DraftParts {
  readonly submissionId: string
  readonly batchId: string
  readonly model: ModelDetail
  readonly path: string
  readonly at: Connection
  readonly body: Uint8Array
  readonly input: Confirm
  readonly now: number
  readonly repeats: string | null
}

function draft({
  submissionId,
  batchId,
  model,
  path,
  at,
  body,
  input,
  now,
  repeats,
}: DraftParts): Submission {
  return {
    submissionId,
    batchId,
    modelId: model.id,
    kind: model.kind,
    serviceId: at.serviceId,
    path,
    values: input.values,
    bodySha256: createHash('sha256').update(body).digest('hex'),
    estimate: input.estimate,
    state: 'confirmed',
    attempts: 0,
    confirmedAt: now,
    updatedAt: now,
    sentAt: null,
    problem: null,
    job: null,
    repeats,
  }
}

function sunsetSentence({ label, deprecation }: ModelDetail): string {
  const when = deprecation?.sunsetDate ? ` on ${deprecation.sunsetDate}` : ''
  const instead = deprecation?.replacement ? ` Use ${deprecation.replacement.label} instead.` : ''
  return `${label} was switched off${when}.${instead}`
}
