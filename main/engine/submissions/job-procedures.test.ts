import { join } from 'node:path'
import { expect, it } from 'vitest'
import type { BridgeResult } from '../../../shared/bridge/error-codes.ts'
import type { StudioStatus, SubmissionState, SubmissionView } from '../../../shared/bridge/views.ts'
import { reasonOf } from '../../../shared/failures/reason.ts'
import { usd } from '../../../shared/pricing/money.ts'
import { createFakeClock } from '../../testing/fake-clock.ts'
import { openLibrary } from '../../testing/open-library.ts'
import { sampleJob, sampleSubmission } from '../../testing/sample-submission.ts'
import { temporaryFolder } from '../../testing/temporary-folder.ts'
import { refuse, respond } from '../bridge-result.ts'
import type { Connection } from '../service/connection.ts'
import { createJobProcedures } from './job-procedures.ts'
import type { WantedBatch } from './run-confirmation.ts'
import { advance, type Submission, type SubmissionEvent } from './submission.ts'
import type { SubmissionQueue } from './submission-queue.ts'
import { createSubmissionViews } from './submission-views.ts'

const status = { version: '1' } as StudioStatus

/** The procedures over a real journal; confirming is noted, and writes what begins. */
async function open() {
  const { journal } = await openLibrary()
  const clock = createFakeClock()
  const state = {
    connection: { serviceId: 'sandbox' } as Connection | null,
    confirms: (): BridgeResult<SubmissionView[]> => respond([]),
    isPaused: false,
    moves: 0,
    polls: 0,
    returns: 0,
  }
  const confirmed: WantedBatch[] = []
  const views = createSubmissionViews({
    journal,
    files: { filesOf: () => new Map() },
    liveJob: () => null,
    liveProblem: () => null,
    labelOf: (id) => id,
    connectedService: () => 'sandbox',
    isFollowed: () => false,
    sheetOf: () => null,
    writtenPromptOf: () => null,
  })
  function apply(submission: Submission, event: SubmissionEvent): Submission {
    const after = advance(submission, event, clock.now())
    journal.save(after)
    return after
  }
  const queue: Pick<SubmissionQueue, 'apply' | 'pause' | 'resume' | 'networkReturned'> = {
    apply,
    networkReturned() {
      state.returns += 1
    },
    pause() {
      state.isPaused = true
    },
    resume() {
      state.isPaused = false
    },
  }
  let ids = 0
  const procedures = createJobProcedures({
    ids: {
      next() {
        ids += 1
        return `id-${ids}`
      },
    },
    journal,
    queue: queue as SubmissionQueue,
    views,
    connection: { current: () => state.connection },
    confirmation: {
      async confirm(batch) {
        confirmed.push(batch)
        if (batch.closes === undefined) return respond([])
        return state.confirms()
      },
    },
    budget: { objection: () => null },
    status: () => status,
    onPollRequested() {
      state.polls += 1
    },
    onMoved() {
      state.moves += 1
    },
  })
  /** Writes a run in this state. */
  function add(reached: SubmissionState, changes: Partial<Submission> = {}): string {
    const submission = sampleSubmission()
    journal.insert([submission])
    journal.save({ ...submission, state: reached, attempts: 1, sentAt: clock.now(), ...changes })
    return submission.submissionId
  }
  return { procedures, journal, clock, state, confirmed, add }
}

const failure = (code: string, more: object = {}) => ({
  ok: false,
  error: expect.objectContaining({ code, ...more }),
})
const stateOf = (result: unknown) => result as { value?: { state: string } }

it('[JOB11] only a run that has not left can be canceled, and only one whose outcome is unknown can be closed', async () => {
  const { procedures, add } = await open()
  const states: SubmissionState[] = [
    'confirmed',
    'sending',
    'unsent',
    'unknown',
    'accepted',
    'rejected',
    'closed',
  ]
  for (const reached of states) {
    const withdrawn = procedures['jobs.withdraw']({ submissionId: add(reached) })
    const closed = procedures['jobs.close']({ submissionId: add(reached) })
    if (reached === 'confirmed' || reached === 'unsent')
      expect(stateOf(withdrawn).value?.state).toBe('withdrawn')
    else expect(withdrawn).toEqual(failure('not_possible_now'))
    if (reached === 'unknown') expect(stateOf(closed).value?.state).toBe('closed')
    else expect(closed).toEqual(failure('not_possible_now'))
  }
})

it('[JOB11] a run that the person closes keeps what was known of it; nothing says that it was sent again', async () => {
  const { procedures, journal, add } = await open()
  const problem = { code: 'answer_lost', message: 'Reset.', status: null, retryAt: null } as const
  const submissionId = add('unknown', { problem })
  procedures['jobs.close']({ submissionId })
  expect(journal.get(submissionId)?.problem).toEqual(problem)
})

const estimate = { kind: 'exact', microUsd: usd(2) } as const

it('[JOB80] a run is sent again as any is confirmed: at the price that was shown, for its own account', async () => {
  const { procedures, journal, state, confirmed, add } = await open()
  const submissionId = add('unknown')
  const { modelId, values, serviceId } = journal.get(submissionId) as Submission
  const asks = refuse('asks_first', reasonOf('price_changed'))
  state.confirms = () => asks
  const input = { submissionId, newSubmissionId: 'new', estimate, agreed: ['day' as const] }
  expect(await procedures['jobs.sendAgain']({ ...input, account: serviceId })).toEqual(asks)
  expect(confirmed).toEqual([
    {
      batchId: 'id-1',
      runs: [{ submissionId: 'new', modelId, values, estimate }],
      sheet: null,
      account: serviceId,
      agreed: ['day'],
      closes: submissionId,
    },
  ])
})

it('[JOB82] a run is not sent again at a price of another account', async () => {
  const { procedures, confirmed, add } = await open()
  const input = { submissionId: add('unknown'), newSubmissionId: 'new', estimate, agreed: [] }
  expect(await procedures['jobs.sendAgain']({ ...input, account: 'https://other.example' })).toEqual(
    failure('not_possible_now', { cause: { code: 'account_changed' } }),
  )
  expect(confirmed).toEqual([])
})

it('[JOB3] a run that was sent again before is returned, whatever its price and account are by now', async () => {
  const { procedures, confirmed, add } = await open()
  const [submissionId, newSubmissionId] = [add('closed'), add('confirmed')]
  const again = await procedures['jobs.sendAgain']({ submissionId, newSubmissionId, estimate, agreed: [] })
  expect(again).toMatchObject({ ok: true, value: { submissionId: newSubmissionId } })
  expect(confirmed).toEqual([])
})

it('[JOB34] a run that is not there, not unknown or can’t be read is not sent again', async () => {
  const { procedures, journal, confirmed, add } = await open()
  const again = (submissionId: string) =>
    procedures['jobs.sendAgain']({ submissionId, newSubmissionId: 'new', estimate, agreed: [] })
  const [accepted, unread] = [add('accepted', { job: sampleJob() }), add('unknown')]
  expect(await again('none')).toEqual(failure('not_found'))
  expect(await again(accepted)).toEqual(failure('not_possible_now'))
  const { get } = journal
  journal.get = (id) => {
    const known = get(id)
    return known && id === unread ? { ...known, isUnreadable: true } : known
  }
  expect(await again(unread)).toEqual(failure('not_possible_now'))
  expect(confirmed).toEqual([])
})

it('[JOB80] a run that is sent again is returned as it was written', async () => {
  const { procedures, state, add } = await open()
  const view = { submissionId: 'new' } as SubmissionView
  state.confirms = () => ({ ok: true, value: [view] })
  const input = { submissionId: add('unknown'), newSubmissionId: 'new', estimate, agreed: [] }
  expect(await procedures['jobs.sendAgain'](input)).toEqual({ ok: true, value: view })
})

it('a repeat that is not there after it was written is no success', async () => {
  const { procedures, add } = await open()
  const input = { submissionId: add('unknown'), newSubmissionId: 'new', estimate, agreed: [] }
  expect(await procedures['jobs.sendAgain'](input)).toEqual(failure('internal'))
})

it('what can’t be found is said so', async () => {
  const { procedures } = await open()
  expect(procedures['jobs.get']({ submissionId: 'none' })).toEqual(failure('not_found'))
  expect(procedures['jobs.withdraw']({ submissionId: 'none' })).toEqual(failure('not_found'))
})

it('a confirmation of several is one batch of its own, without a sheet', async () => {
  const { procedures, confirmed } = await open()
  const run = { modelId: 'i3', values: { prompt: 'sea' }, estimate: { kind: 'unlisted' } } as const
  await procedures['jobs.confirm']({ ...run, submissionIds: ['a', 'b'], agreed: ['day'] })
  expect(confirmed).toEqual([
    {
      batchId: 'id-1',
      runs: [
        { ...run, submissionId: 'a' },
        { ...run, submissionId: 'b' },
      ],
      sheet: null,
      agreed: ['day'],
    },
  ])
  const batch: WantedBatch = { batchId: 'b', runs: [], sheet: null, agreed: [] }
  await procedures['jobs.confirmBatch'](batch as never)
  expect(confirmed[1]).toBe(batch)
})

it('runs are listed by their states, page by page, and batch by batch', async () => {
  const { procedures, journal, add } = await open()
  const [one, two] = [add('unknown'), add('accepted')]
  add('confirmed', { batchId: 'b' })
  const idsOf = (result: unknown) =>
    (result as { value: { submissions: { submissionId: string }[] } }).value.submissions.map(
      ({ submissionId }) => submissionId,
    )
  expect(idsOf(procedures['jobs.list']({ limit: 9, states: ['unknown', 'accepted'] })).sort()).toEqual(
    [one, two].sort(),
  )
  const first = procedures['jobs.list']({ limit: 2 })
  const cursor = first.ok ? first.value.nextCursor : null
  expect([idsOf(first).length, typeof cursor]).toEqual([2, 'string'])
  expect(idsOf(procedures['jobs.list']({ limit: 2, cursor: cursor ?? '' })).length).toBe(1)
  expect(procedures['jobs.get']({ submissionId: one })).toMatchObject({
    ok: true,
    value: { submissionId: one },
  })
  const { batchId } = journal.get(one) as Submission
  expect(procedures['jobs.batch']({ batchId })).toMatchObject({ ok: true, value: [{ submissionId: one }] })
})

it('[JOB18] the queue is shown in its order, moved at the person’s word, and empty where nothing is connected', async () => {
  const { procedures, journal, state } = await open()
  const [first, second] = [sampleSubmission({ batchId: 'one' }), sampleSubmission({ batchId: 'two' })]
  journal.insert([first])
  journal.insert([second])
  const order = (result: unknown) =>
    (result as { value: { submissionId: string }[] }).value.map(({ submissionId }) => submissionId)
  expect(order(procedures['jobs.queue']())).toEqual([first.submissionId, second.submissionId])
  expect(
    order(procedures['jobs.moveBatch']({ batchId: 'two', beforeBatchId: 'one', isExact: false })),
  ).toEqual([second.submissionId, first.submissionId])
  const runsBefore = ({ submissionId }: Submission) => {
    const result = procedures['jobs.queuePlace']({ submissionId })
    return result.ok && result.value.runsBefore
  }
  expect([first, second].map(runsBefore)).toEqual([1, 0])
  expect(state.moves).toBe(1)
  const elsewhere = sampleSubmission({ serviceId: 'another' })
  const ended = sampleSubmission({ state: 'withdrawn' })
  for (const one of [elsewhere, ended]) journal.insert([one])
  expect([elsewhere, ended].map(runsBefore)).toEqual([null, null])
  state.connection = null
  expect(order(procedures['jobs.queue']())).toEqual([])
  expect(runsBefore(first)).toBeNull()
})

it('[JOB67] the person has every job polled now, and what was held for the network sent', async () => {
  const { procedures, state } = await open()
  expect(procedures['jobs.pollNow']()).toEqual(respond(status))
  expect([state.polls, state.returns]).toEqual([1, 1])
})

it('[JOB66] a waiting batch is moved by one place, and every page reads the new order', async () => {
  const { procedures, journal, state } = await open()
  const runs = ['one', 'two', 'three'].map((batchId) => sampleSubmission({ batchId }))
  const [one, two, three] = runs.map(({ submissionId }) => submissionId)
  for (const run of runs) journal.insert([run])
  const order = (total: number, ...submissionIds: unknown[]) => respond({ submissionIds, heldIds: [], total })
  expect(procedures['jobs.queueOrder']()).toEqual(order(3, one, two, three))
  expect(procedures['jobs.stepBatch']({ batchId: 'three', to: 'earlier' })).toEqual(order(3, one, three, two))
  expect(journal.waiting('sandbox', 9).map(({ submissionId }) => submissionId)).toEqual([one, three, two])
  expect(state.moves).toBe(1)
  expect(procedures['jobs.stepBatch']({ batchId: 'one', to: 'earlier' })).toEqual(order(3, one, three, two))
  expect(state.moves).toBe(1)
  journal.save(advance(journal.get(one ?? '') as Submission, { type: 'attempt_started' }, 0))
  expect(procedures['jobs.stepBatch']({ batchId: 'two', to: 'first' })).toEqual(order(3, one, two, three))
  state.connection = null
  expect(procedures['jobs.queueOrder']()).toEqual(order(0))
})

it.each(['model_sunset', 'price_changed'] as const)(
  '[JOB89] a run that is held by %s has no place, and no other counts it',
  async (code) => {
    const { procedures, journal } = await open()
    const runs = ['one', 'two', 'three'].map((batchId) => sampleSubmission({ batchId }))
    for (const run of runs) journal.insert([run])
    const [one, two, three] = runs.map(({ submissionId }) => submissionId)
    const problem = { code, status: null, retryAt: null }
    journal.save(advance(runs[1] as Submission, { type: 'model_ended', problem }, 0))
    expect(procedures['jobs.queueOrder']()).toEqual(
      respond({ submissionIds: [one, two, three], heldIds: [two], total: 2 }),
    )
    expect(procedures['jobs.queuePlace']({ submissionId: three ?? '' })).toEqual(respond({ runsBefore: 1 }))
  },
)

it('[JOB89] a run that waits for the balance keeps its place', async () => {
  const { procedures, journal } = await open()
  const run = sampleSubmission()
  journal.insert([{ ...run }])
  const problem = { code: 'insufficient_balance', status: 402, retryAt: null } as const
  journal.save({ ...run, problem })
  expect(procedures['jobs.queueOrder']()).toMatchObject({ value: { heldIds: [], total: 1 } })
})

it('[JOB84] a move is refused where the batch, or the one before which it should stand, waits no more', async () => {
  const { procedures, journal, state } = await open()
  const runs = ['one', 'two', 'three'].map((batchId) => sampleSubmission({ batchId }))
  for (const run of runs) journal.insert([run])
  const before = procedures['jobs.queueOrder']()
  const gone = failure('not_possible_now', { cause: { code: 'queue_place_gone' } })
  const waitsNoMore = failure('not_possible_now', { cause: { code: 'run_waits_no_more' } })
  expect(procedures['jobs.moveBatch']({ batchId: 'three', beforeBatchId: 'none', isExact: false })).toEqual(
    gone,
  )
  expect(procedures['jobs.moveBatch']({ batchId: 'none', beforeBatchId: null, isExact: false })).toEqual(
    waitsNoMore,
  )
  expect(procedures['jobs.stepBatch']({ batchId: 'none', to: 'last' })).toEqual(waitsNoMore)
  journal.save(advance(runs[0] as Submission, { type: 'attempt_started' }, 0))
  expect(procedures['jobs.moveBatch']({ batchId: 'three', beforeBatchId: 'one', isExact: false })).toEqual(
    gone,
  )
  expect(procedures['jobs.moveBatch']({ batchId: 'one', beforeBatchId: null, isExact: false })).toEqual(
    waitsNoMore,
  )
  expect(procedures['jobs.stepBatch']({ batchId: 'one', to: 'first' })).toEqual(waitsNoMore)
  expect([procedures['jobs.queueOrder'](), state.moves]).toEqual([before, 0])
  // It stands there already.
  expect(
    procedures['jobs.moveBatch']({ batchId: 'two', beforeBatchId: 'three', isExact: false }),
  ).toMatchObject({ ok: true })
  state.connection = null
  expect(procedures['jobs.moveBatch']({ batchId: 'two', beforeBatchId: null, isExact: false })).toEqual(
    failure('service_unreachable', { cause: { code: 'queue_not_connected' } }),
  )
})

it('[JOB84] a batch is moved back to its very place or not at all', async () => {
  const { procedures, journal, state } = await open()
  const runs = ['one', 'one', 'two', 'three'].map((batchId) => sampleSubmission({ batchId }))
  for (const run of runs) journal.insert([run])
  const back = (batchId: string, beforeBatchId: string | null) =>
    procedures['jobs.moveBatch']({ batchId, beforeBatchId, isExact: true })
  expect(back('two', 'three')).toMatchObject({ ok: true })
  expect(back('three', null)).toMatchObject({ ok: true })
  expect(state.moves).toBe(0)
  expect(back('three', 'two')).toMatchObject({ ok: true })
  journal.save(advance(runs[0] as Submission, { type: 'attempt_started' }, 0))
  expect(back('two', 'one')).toEqual(failure('not_possible_now', { cause: { code: 'queue_place_gone' } }))
  expect(state.moves).toBe(1)
  // Elsewhere it may be moved as near as that goes.
  expect(
    procedures['jobs.moveBatch']({ batchId: 'two', beforeBatchId: 'one', isExact: false }),
  ).toMatchObject({
    ok: true,
  })
})

it('[JOB66] the order is kept over a restart', async () => {
  const path = join(temporaryFolder(), 'library.sqlite')
  const { journal } = await openLibrary(path)
  for (const batchId of ['one', 'two', 'three']) journal.insert([sampleSubmission({ batchId })])
  journal.moveBatch('three', 'two')
  const { journal: restarted } = await openLibrary(path)
  expect(restarted.queueOrder('sandbox').map(({ batchId }) => batchId)).toEqual(['one', 'three', 'two'])
})

it('[JOB17] the person pauses and resumes the queue, and hears how the studio stands', async () => {
  const { procedures, state } = await open()
  expect(procedures['jobs.pause']()).toEqual(respond(status))
  expect(state.isPaused).toBe(true)
  expect(procedures['jobs.resume']()).toEqual(respond(status))
  expect(state.isPaused).toBe(false)
})
