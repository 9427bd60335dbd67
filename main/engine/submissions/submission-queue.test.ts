import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { DeprecationNotice } from '../../../shared/api/deprecation.ts'
import type { QueueHold } from '../../../shared/bridge/views.ts'
import { type Database, openDatabase } from '../../infra/sqlite-database.ts'
import { createSqliteSubmissionJournal } from '../../infra/sqlite-submission-journal.ts'
import { storageFailureOf } from '../../infra/storage-failure.ts'
import { createFakeClock } from '../../testing/fake-clock.ts'
import { fakeRequestBodies } from '../../testing/fake-request-bodies.ts'
import { sampleJob, sampleSubmission } from '../../testing/sample-submission.ts'
import { accept, createSpyJobService, responded } from '../../testing/spy-job-service.ts'
import { createSpyLog } from '../../testing/spy-log.ts'
import type { PostOutcome } from '../service/ports.ts'
import type { DeprecationMonitor, RequestBodies } from './ports.ts'
import type { Submission } from './submission.ts'
import { createSubmissionQueue, type SubmissionQueue } from './submission-queue.ts'

let folder: string
let database: Database
let queue: SubmissionQueue | null

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'atelier-queue-'))
  database = await openDatabase(join(folder, 'library.sqlite'))
  queue = null
})

afterEach(async () => {
  await queue?.close()
  database.close()
  rmSync(folder, { recursive: true })
})

/** Objects to runs of an endpoint that returned 410, as the catalogue's signs do. */
function createEndMonitor() {
  const ended = new Set<string>()
  const received: (DeprecationNotice | null)[] = []
  const watch: DeprecationMonitor = {
    recordNotice: (_, notice) => void received.push(notice),
    sunset: ({ path }) => void ended.add(path),
    objection: ({ path }) =>
      ended.has(path) ? { code: 'model_sunset', message: 'Ended.', status: null, retryAt: null } : null,
  }
  return { ...watch, received }
}

interface Opened {
  readonly jobsInFlight?: number
  /** The same where it changes. */
  readonly limit?: { jobsInFlight: number }
  readonly hasKey?: boolean
  readonly pause?: { isOn: boolean }
  readonly build?: RequestBodies['build']
  readonly webhookUrl?: (submissionId: string) => string | null
}

function open({
  jobsInFlight = 8,
  limit = { jobsInFlight },
  hasKey = true,
  pause = { isOn: false },
  build = fakeRequestBodies.build,
  webhookUrl = () => null,
}: Opened = {}) {
  const deprecation = createEndMonitor()
  const journal = createSqliteSubmissionJournal(database)
  const service = createSpyJobService()
  const clock = createFakeClock()
  const changes: Submission[] = []
  const holds: (QueueHold | null)[] = []
  const accepted: string[] = []
  const created = createSubmissionQueue({
    storageFailureOf,
    journal,
    clock,
    log: createSpyLog(),
    bodies: { build },
    deprecation,
    connection: () => (hasKey ? { serviceId: 'sandbox', service } : null),
    jobsInFlight: () => limit.jobsInFlight,
    jobsRunning: () => journal.counts().running,
    isPaused: () => pause.isOn,
    setPaused: (isOn) => void Object.assign(pause, { isOn }),
    webhookUrl,
    onChanged: (submission) => changes.push(submission),
    onAccepted: ({ submissionId }) => accepted.push(submissionId),
    onHold: (hold) => holds.push(hold),
  })
  queue = created
  return { journal, service, clock, changes, holds, accepted, deprecation, queue: created }
}

function confirmRuns(journal: ReturnType<typeof open>['journal'], count: number): Submission[] {
  const runs = Array.from({ length: count }, () => sampleSubmission())
  journal.insert(runs)
  return runs
}

it('[JOB1] a run is written as sending in the journal, with its attempt, before the service is called', async () => {
  const { journal, service, clock, queue } = open()
  const [run] = confirmRuns(journal, 1)
  let stateAtPost: string | undefined
  let attemptsAtPost: number | undefined
  const post = service.post.bind(service)
  service.post = (path, body, signal) => {
    stateAtPost = journal.get(run?.submissionId ?? '')?.state
    attemptsAtPost = Number(database.prepare('SELECT count(*) AS n FROM attempts').get()?.n)
    return post(path, body, signal)
  }
  queue.sendNext()
  await clock.advance(0)
  expect([stateAtPost, attemptsAtPost]).toEqual(['sending', 1])
  expect(journal.get(run?.submissionId ?? '')?.state).toBe('accepted')
})

it('[JOB1] an attempt number is used only once', () => {
  const { journal } = open()
  const [run] = confirmRuns(journal, 1) as [Submission]
  journal.save({ ...run, state: 'sending', attempts: 1 })
  expect(() => journal.save({ ...run, state: 'sending', attempts: 1 })).toThrow(/UNIQUE/)
})

it('[JOB5] a 429 holds all until it lifts; then each is sent once', async () => {
  const { journal, service, clock, queue } = open({ jobsInFlight: 1 })
  confirmRuns(journal, 3)
  service.responses.push(responded(429, { error: 'Slow down.' }, { 'retry-after': '20' }))
  queue.sendNext()
  await clock.advance(19_000)
  expect([service.posts.length, queue.hold()?.reason]).toEqual([1, 'rate_limited'])
  await clock.advance(2_000)
  expect([queue.hold(), service.posts.length]).toEqual([null, 2])
})

it('[JOB5] a 402 holds all until the person resumes, also past a later 429', async () => {
  const { journal, service, clock, queue } = open({ jobsInFlight: 2 })
  confirmRuns(journal, 2)
  service.responses.push(
    responded(402, { message: 'Empty.' }),
    responded(429, { error: 'Slow down.' }, { 'retry-after': '1' }),
  )
  queue.sendNext()
  await clock.advance(3_600_000)
  expect([service.posts.length, queue.hold()?.reason]).toEqual([2, 'insufficient_balance'])
  queue.resume()
  await clock.advance(0)
  expect([service.posts.length, journal.counts()]).toEqual([4, { waiting: 0, running: 2 }])
})

it('[JOB6] a refused key holds what else is waiting', async () => {
  const { journal, service, clock, queue } = open({ jobsInFlight: 1 })
  confirmRuns(journal, 4)
  service.responses.push(responded(401, { error: 'Wrong key.' }))
  queue.sendNext()
  await clock.advance(600_000)
  expect([service.posts.length, queue.hold()?.reason, journal.counts().waiting]).toEqual([
    1,
    'unauthorized',
    3,
  ])
})

it('[JOB7] a request that provably was not sent is sent again after a growing pause, and counts its attempts', async () => {
  const { journal, service, clock, queue } = open()
  const [run] = confirmRuns(journal, 1) as [Submission]
  const refused: PostOutcome = { type: 'not_sent', cause: 'Refused.' }
  service.responses.push(refused, refused, refused)
  queue.sendNext()
  const postsAt: number[] = []
  for (let second = 0; second <= 16; second += 1) {
    while (postsAt.length < service.posts.length) postsAt.push(second)
    await clock.advance(1_000)
  }
  expect(postsAt.length).toBe(4)
  const pauses = postsAt.slice(1).map((at, index) => at - (postsAt[index] ?? 0))
  expect(pauses).toEqual([...pauses].sort((left, right) => left - right))
  expect(pauses.at(-1)).toBeGreaterThan(pauses[0] ?? 0)
  expect(journal.get(run.submissionId)).toMatchObject({ state: 'accepted', attempts: 4 })
})

it('[JOB8] an unknown outcome is never sent again, by time or by resuming', async () => {
  const { journal, service, clock, queue } = open()
  const [run] = confirmRuns(journal, 1) as [Submission]
  service.responses.push({ type: 'lost', cause: 'Reset.' })
  queue.sendNext()
  await clock.advance(86_400_000)
  queue.resume()
  await clock.advance(86_400_000)
  expect([service.posts.length, journal.get(run.submissionId)?.state]).toEqual([1, 'unknown'])
})

it('[JOB9] a run found on the wire at start is unknown and stays unsent', async () => {
  const journal = createSqliteSubmissionJournal(database)
  const [run] = confirmRuns(journal, 1) as [Submission]
  journal.save({ ...run, state: 'sending', attempts: 1 })
  const { service, clock, queue } = open()
  queue.sendNext()
  await clock.advance(1_000)
  expect(journal.get(run.submissionId)).toMatchObject({ state: 'unknown', problem: { code: 'interrupted' } })
  expect(service.posts).toEqual([])
})

it('[JOB9] a run found on the wire at start carries the time at which it was found', () => {
  const journal = createSqliteSubmissionJournal(database)
  const [run] = confirmRuns(journal, 1) as [Submission]
  journal.save({ ...run, state: 'sending', attempts: 1, updatedAt: run.confirmedAt - 60_000 })
  const { clock } = open()
  expect(journal.get(run.submissionId)?.updatedAt).toBe(clock.now())
})

it('[JOB26] an attempt carries when it was sent, and its outcome when it arrived', async () => {
  const { journal, service, clock, queue } = open()
  const [run] = confirmRuns(journal, 1) as [Submission]
  const response = Promise.withResolvers<PostOutcome>()
  service.responses.push(response.promise)
  await clock.advance(60_000)
  const sentAt = clock.now()
  queue.sendNext()
  await clock.advance(5_000)
  expect(journal.get(run.submissionId)).toMatchObject({ sentAt, updatedAt: sentAt })
  response.resolve(accept(sampleJob()))
  await clock.advance(0)
  expect(journal.get(run.submissionId)).toMatchObject({ sentAt, updatedAt: sentAt + 5_000 })
})

it('[JOB7] an unsent run says when it is sent again', async () => {
  const { journal, service, clock, queue } = open()
  const [run] = confirmRuns(journal, 1) as [Submission]
  service.responses.push({ type: 'not_sent', cause: 'Refused.' })
  await clock.advance(60_000)
  queue.sendNext()
  await clock.advance(0)
  const retryAt = new Date(clock.now() + 2_000).toISOString()
  expect(journal.get(run.submissionId)?.problem).toMatchObject({ code: 'not_connected', retryAt })
})

it('[JOB10] no more runs are under way than the setting says', async () => {
  const { journal, service, clock, queue } = open({ jobsInFlight: 3 })
  const runs = confirmRuns(journal, 10)
  queue.sendNext()
  await clock.advance(0)
  expect([service.posts.length, journal.counts()]).toEqual([3, { waiting: 7, running: 3 }])
  const first = journal.get(runs[0]?.submissionId ?? '') as Submission
  journal.saveEnd(
    { ...first, job: sampleJob({ status: 'completed', completed_at: '2026-11-20T12:01:00Z' }) },
    [],
  )
  queue.sendNext()
  await clock.advance(0)
  expect([service.posts.length, journal.counts().running]).toEqual([4, 3])
})

it('[JOB10] while more runs are under way than a lowered setting allows, none is sent', async () => {
  const { journal, service, clock, queue } = open({ jobsInFlight: 1 })
  const under = confirmRuns(journal, 3)
  for (const run of under) journal.save({ ...run, state: 'accepted', attempts: 1, job: sampleJob() })
  confirmRuns(journal, 3)
  queue.sendNext()
  await clock.advance(0)
  expect([service.posts.length, journal.counts()]).toEqual([0, { waiting: 3, running: 3 }])
})

it('[JOB10] a setting lowered while requests are on the wire is respected', async () => {
  const limit = { jobsInFlight: 3 }
  const { journal, service, clock, queue } = open({ limit })
  confirmRuns(journal, 6)
  const responses = [0, 1, 2].map(() => Promise.withResolvers<PostOutcome>())
  service.responses.push(...responses.map(({ promise }) => promise))
  queue.sendNext()
  await clock.advance(0)
  limit.jobsInFlight = 2
  queue.sendNext()
  await clock.advance(0)
  expect(service.posts.length).toBe(3)
  for (const { resolve } of responses) resolve(accept(sampleJob()))
  await clock.advance(0)
  expect([service.posts.length, journal.counts()]).toEqual([3, { waiting: 3, running: 3 }])
})

it('[JOB10] what is on the wire counts as under way when more is confirmed', async () => {
  const { journal, service, clock, queue } = open({ jobsInFlight: 3 })
  const late = Promise.withResolvers<PostOutcome>()
  service.responses.push(late.promise, late.promise, late.promise)
  confirmRuns(journal, 1)
  queue.sendNext()
  await clock.advance(0)
  confirmRuns(journal, 5)
  queue.sendNext()
  await clock.advance(0)
  expect(service.posts.length).toBe(3)
  late.resolve(accept(sampleJob()))
  await clock.advance(0)
})

it('[JOB10] what is being made ready keeps nobody from the places that are free', async () => {
  const bodies: ReturnType<typeof Promise.withResolvers<null>>[] = []
  const build = () => {
    const body = Promise.withResolvers<null>()
    bodies.push(body)
    return body.promise
  }
  const { journal, clock, queue } = open({ jobsInFlight: 3, build })
  confirmRuns(journal, 2)
  queue.sendNext()
  await clock.advance(0)
  confirmRuns(journal, 1)
  queue.sendNext()
  await clock.advance(0)
  expect(bodies.length).toBe(3)
  for (const { resolve } of bodies) resolve(null)
  await clock.advance(0)
})

it('sends in the order in which runs were confirmed', async () => {
  const { journal, service, clock, queue } = open()
  const runs = ['first', 'second', 'third'].map((prompt) => sampleSubmission({ values: { prompt } }))
  for (const run of runs) journal.insert([run])
  queue.sendNext()
  await clock.advance(0)
  expect(service.posts.map(({ body }) => JSON.parse(body).prompt)).toEqual(['first', 'second', 'third'])
})

it('[JOB11] a run withdrawn while its body was read is not sent', async () => {
  const { journal, service, clock, queue } = open()
  const [run] = confirmRuns(journal, 1) as [Submission]
  queue.sendNext()
  queue.apply(run, { type: 'withdrawn' })
  await clock.advance(0)
  expect([service.posts.length, journal.get(run.submissionId)?.state]).toEqual([0, 'withdrawn'])
})

it('a run still being prepared when the queue closes is not sent, and is confirmed at the next start', async () => {
  const body = Promise.withResolvers<Uint8Array>()
  const { journal, service, clock, queue } = open({ build: () => body.promise })
  const [run] = confirmRuns(journal, 1) as [Submission]
  queue.sendNext()
  await clock.advance(0)
  const closing = queue.close()
  body.resolve(new TextEncoder().encode(JSON.stringify(run.values)))
  await closing
  expect(service.posts).toEqual([])
  expect(journal.get(run.submissionId)).toMatchObject({ state: 'confirmed', attempts: 0 })
})

it('[JOB17] a run being prepared when the person paused waits, and is sent once when they resume', async () => {
  const body = Promise.withResolvers<Uint8Array>()
  const { journal, service, clock, queue } = open({ build: () => body.promise })
  const [run] = confirmRuns(journal, 1) as [Submission]
  queue.sendNext()
  await clock.advance(0)
  queue.pause()
  body.resolve(new TextEncoder().encode(JSON.stringify(run.values)))
  await clock.advance(3_600_000)
  expect([service.posts.length, journal.get(run.submissionId)?.state]).toEqual([0, 'confirmed'])
  queue.resume()
  await clock.advance(0)
  expect(service.posts.length).toBe(1)
})

it('[JOB1] a run being prepared is not taken twice, however often the queue is woken', async () => {
  const body = Promise.withResolvers<Uint8Array>()
  const { journal, service, clock, queue } = open({ build: () => body.promise })
  const [run] = confirmRuns(journal, 1) as [Submission]
  for (let again = 0; again < 3; again += 1) {
    queue.sendNext()
    await clock.advance(0)
  }
  body.resolve(new TextEncoder().encode(JSON.stringify(run.values)))
  await clock.advance(0)
  expect([service.posts.length, journal.get(run.submissionId)?.attempts]).toEqual([1, 1])
})

it('[JOB34] a run that can’t be read any more, or is gone, when its body is there does not leave and holds nothing', async () => {
  for (const damage of [`UPDATE submissions SET values_json = '{'`, 'DELETE FROM submissions']) {
    const body = Promise.withResolvers<Uint8Array>()
    const { journal, service, clock, queue } = open({ build: () => body.promise })
    const [run] = confirmRuns(journal, 1) as [Submission]
    queue.sendNext()
    await clock.advance(0)
    database.prepare(damage).run()
    body.resolve(new TextEncoder().encode(JSON.stringify(run.values)))
    await clock.advance(0)
    expect([service.posts, queue.hold()]).toEqual([[], null])
    await queue.close()
  }
})

it('[HOOK19] each request says where its own run’s end is to be told, where that is somewhere', async () => {
  const { journal, service, clock, queue } = open({ webhookUrl: (id) => `https://here.example/hooks/${id}` })
  const [run] = confirmRuns(journal, 1) as [Submission]
  const urls: unknown[] = []
  const post = service.post.bind(service)
  service.post = (...request) => {
    urls.push(request[3])
    return post(...request)
  }
  queue.sendNext()
  await clock.advance(0)
  expect(urls).toEqual([`https://here.example/hooks/${run.submissionId}`])
})

it('sends nothing but the bytes that were confirmed', async () => {
  const { journal, service, clock, queue } = open()
  const run = sampleSubmission({ bodySha256: 'f'.repeat(64) })
  journal.insert([run])
  queue.sendNext()
  await clock.advance(0)
  expect(service.posts).toEqual([])
  expect(journal.get(run.submissionId)).toMatchObject({
    state: 'rejected',
    problem: { code: 'input_missing' },
  })
})

it('sends nothing more where the journal can’t be written', async () => {
  const { journal, service, clock, queue, holds } = open({ jobsInFlight: 1 })
  confirmRuns(journal, 2)
  database
    .prepare("CREATE TRIGGER full BEFORE INSERT ON attempts BEGIN SELECT RAISE(ABORT, 'disk full'); END")
    .run()
  queue.sendNext()
  await clock.advance(60_000)
  expect([service.posts.length, holds.at(-1)?.reason]).toEqual([0, 'storage_failed'])
})

it('sends nothing without a connection, and closing leaves no timer behind', async () => {
  const { journal, service, clock, queue } = open({ hasKey: false })
  confirmRuns(journal, 1)
  queue.sendNext()
  await clock.advance(1_000)
  await queue.close()
  expect([service.posts.length, clock.waiting()]).toEqual([0, 0])
})

it('waits for requests on the wire when it closes, and keeps their responses', async () => {
  const { journal, service, clock, queue } = open()
  const [run] = confirmRuns(journal, 1) as [Submission]
  const { promise, resolve } = Promise.withResolvers<PostOutcome>()
  service.responses.push(promise)
  queue.sendNext()
  await clock.advance(0)
  const closing = queue.close()
  const job = sampleJob()
  resolve(accept(job))
  await closing
  expect(journal.get(run.submissionId)).toMatchObject({ state: 'accepted', job: { job_id: job.job_id } })
})

it('gives up a response that does not arrive in time when it closes, and the run is unknown', async () => {
  const { journal, service, clock, queue } = open()
  const [run] = confirmRuns(journal, 1) as [Submission]
  service.post = (_path, _body, signal) =>
    new Promise((resolve) =>
      signal.addEventListener('abort', () => resolve({ type: 'lost', cause: 'Closed.' })),
    )
  queue.sendNext()
  await clock.advance(0)
  const closing = queue.close()
  await clock.advance(10_000)
  await closing
  expect([journal.get(run.submissionId)?.state, clock.waiting()]).toEqual(['unknown', 0])
})

it('[JOB17] a paused queue sends nothing, also after a restart, until the person resumes', async () => {
  const pause = { isOn: false }
  const first = open({ pause })
  first.queue.pause()
  confirmRuns(first.journal, 1)
  first.queue.sendNext()
  await first.clock.advance(86_400_000)
  await first.queue.close()
  const second = open({ pause })
  second.queue.sendNext()
  second.queue.retry()
  await second.clock.advance(86_400_000)
  expect([first.service.posts, second.service.posts, second.queue.hold()?.reason]).toEqual([[], [], 'paused'])
  second.queue.resume()
  await second.clock.advance(0)
  expect([second.service.posts.length, pause.isOn]).toEqual([1, false])
})

it('[JOB18] the person’s order is the order of sending, and a batch stays together', async () => {
  const { journal, service, clock, queue } = open({ jobsInFlight: 1 })
  const batches = ['a', 'b', 'c'].map((name) => {
    const batchId = crypto.randomUUID()
    const runs = [1, 2].map((number) => sampleSubmission({ batchId, values: { prompt: `${name}${number}` } }))
    journal.insert(runs)
    return batchId
  }) as [string, string, string]
  journal.moveBatch(batches[2], batches[0])
  journal.moveBatch(batches[0], null)
  service.respondToRead(() => ({ type: 'unreachable', cause: 'unused' }))
  for (let run = 0; run < 6; run += 1) {
    queue.sendNext()
    await clock.advance(0)
    const [under] = journal.running() as [Submission]
    journal.saveEnd(
      { ...under, job: sampleJob({ status: 'completed', completed_at: '2026-11-20T12:01:00Z' }) },
      [],
    )
  }
  expect(service.posts.map(({ body }) => JSON.parse(body).prompt)).toEqual([
    'c1',
    'c2',
    'b1',
    'b2',
    'a1',
    'a2',
  ])
})

it('[JOB13] a run whose first response was its end stays under way until its files are written with it', async () => {
  const { journal, service, clock, queue } = open()
  const [run] = confirmRuns(journal, 1) as [Submission]
  const ended = sampleJob({
    status: 'completed',
    completed_at: '2026-11-20T12:00:01Z',
    result: { urls: ['https://service.example/1.png'] },
  })
  service.responses.push(accept(ended))
  queue.sendNext()
  await clock.advance(0)
  expect(journal.running().map(({ submissionId }) => submissionId)).toEqual([run.submissionId])
  const accepted = journal.get(run.submissionId) as Submission
  journal.saveEnd(accepted, [
    { fileId: crypto.randomUUID(), ordinal: 0, url: 'https://service.example/1.png', name: 'x' },
  ])
  expect(journal.running()).toEqual([])
})

it('[JOB18] a run that the service hands back keeps its place, whatever was moved or confirmed meanwhile', async () => {
  const { journal, service, clock, queue } = open({ jobsInFlight: 1 })
  const [first, second] = ['a', 'b'].map((name) => {
    const batchId = crypto.randomUUID()
    journal.insert(
      [1, 2].map((number) => sampleSubmission({ batchId, values: { prompt: `${name}${number}` } })),
    )
    return batchId
  }) as [string, string]
  const { promise, resolve } = Promise.withResolvers<PostOutcome>()
  service.responses.push(promise)
  queue.sendNext()
  await clock.advance(0)
  journal.insert([sampleSubmission({ values: { prompt: 'c1' } })])
  journal.moveBatch(second, first)
  resolve(responded(429, { error: 'Slow down.' }, { 'retry-after': '1' }))
  await clock.advance(0)
  const order = journal.waiting('sandbox', 9).map(({ values }) => values.prompt)
  expect(order).toEqual(['b1', 'b2', 'a1', 'a2', 'c1'])
})

it('[JOB18] a run that is handed back comes before what was confirmed while it was away', async () => {
  const { journal, service, clock, queue } = open({ jobsInFlight: 1 })
  for (const prompt of ['old', 'older']) journal.insert([sampleSubmission({ values: { prompt } })])
  queue.sendNext()
  await clock.advance(0)
  journal.saveEnd({ ...(journal.running()[0] as Submission), job: sampleJob({ status: 'completed' }) }, [])
  const { promise, resolve } = Promise.withResolvers<PostOutcome>()
  service.responses.push(promise)
  queue.sendNext()
  await clock.advance(0)
  journal.insert([sampleSubmission({ values: { prompt: 'new' } })])
  resolve(responded(429, { error: 'Slow down.' }, { 'retry-after': '1' }))
  await clock.advance(0)
  expect(journal.waiting('sandbox', 9).map(({ values }) => values.prompt)).toEqual(['older', 'new'])
})

it('[JOB27] attempts that fail together pause the queue once, not once each', async () => {
  const { journal, service, clock, queue } = open({ jobsInFlight: 8 })
  confirmRuns(journal, 8)
  for (let run = 0; run < 8; run += 1) service.responses.push({ type: 'not_sent', cause: 'Refused.' })
  queue.sendNext()
  await clock.advance(0)
  const until = Date.parse(queue.hold()?.until ?? '')
  expect([until - clock.now(), service.posts.length]).toEqual([2_000, 8])
})

it('[JOB27] a pause that ends leaves the wait that the service requested in force', async () => {
  const { journal, service, clock, queue } = open({ jobsInFlight: 1 })
  confirmRuns(journal, 2)
  service.responses.push(responded(429, { error: 'Slow down.' }, { 'retry-after': '60' }))
  queue.sendNext()
  await clock.advance(0)
  queue.pause()
  queue.resume()
  await clock.advance(59_000)
  expect([service.posts.length, queue.hold()?.reason]).toEqual([1, 'rate_limited'])
  await clock.advance(2_000)
  expect(service.posts.length).toBe(2)
})

it('[JOB27] a response that arrives while the queue is paused says how long to wait after it', async () => {
  const { journal, service, clock, queue } = open({ jobsInFlight: 1 })
  confirmRuns(journal, 1)
  const { promise, resolve } = Promise.withResolvers<PostOutcome>()
  service.responses.push(promise)
  queue.sendNext()
  await clock.advance(0)
  queue.pause()
  resolve(responded(429, { error: 'Slow down.' }, { 'retry-after': '60' }))
  await clock.advance(0)
  expect(queue.hold()?.reason).toBe('paused')
  queue.resume()
  await clock.advance(59_000)
  expect([service.posts.length, queue.hold()?.reason]).toEqual([1, 'rate_limited'])
})

it('[JOB27] of several waits learnt while the queue is paused the longest applies after it', async () => {
  const { journal, service, clock, queue } = open({ jobsInFlight: 3 })
  confirmRuns(journal, 3)
  const responses = [0, 1, 2].map(() => Promise.withResolvers<PostOutcome>())
  service.responses.push(...responses.map(({ promise }) => promise))
  queue.sendNext()
  await clock.advance(0)
  queue.pause()
  for (const [index, seconds] of ['20', '60', '10'].entries()) {
    responses[index]?.resolve(responded(429, { error: 'Slow down.' }, { 'retry-after': seconds }))
    await clock.advance(0)
  }
  queue.holdForStorage(Object.assign(new Error('disk is full'), { errcode: 13 }))
  expect(queue.hold()?.reason).toBe('paused')
  queue.resume()
  expect(queue.hold()).toMatchObject({ reason: 'rate_limited', until: '2026-11-20T12:01:00.000Z' })
})

it('[JOB27] pausing twice forgets nothing that the service requested', async () => {
  const { journal, service, clock, queue } = open({ jobsInFlight: 1 })
  confirmRuns(journal, 1)
  service.responses.push(responded(429, { error: 'Slow down.' }, { 'retry-after': '60' }))
  queue.sendNext()
  await clock.advance(0)
  queue.pause()
  queue.pause()
  queue.resume()
  expect(queue.hold()?.reason).toBe('rate_limited')
})

it('[JOB23] a queue held for the network resumes at once when it returns; any other hold stays', async () => {
  const { journal, service, clock, queue } = open({ jobsInFlight: 1 })
  confirmRuns(journal, 1)
  service.responses.push({ type: 'not_sent', cause: 'Refused.' }, responded(402, { message: 'Empty.' }))
  queue.sendNext()
  await clock.advance(0)
  for (const reason of ['unreachable', 'insufficient_balance', 'insufficient_balance']) {
    expect(queue.hold()?.reason).toBe(reason)
    queue.networkReturned()
    await clock.advance(0)
  }
  expect(service.posts.length).toBe(2)
})

it('[JOB5] a hold whose timer fires a moment before the wall clock is still lifted', async () => {
  const { journal, service, clock, queue } = open({ jobsInFlight: 1 })
  confirmRuns(journal, 1)
  const setTimer = clock.setTimer.bind(clock)
  clock.setTimer = (milliseconds, callback) => setTimer(Math.max(1, milliseconds - 1), callback)
  service.responses.push(responded(429, { error: 'Slow down.' }, { 'retry-after': '20' }))
  queue.sendNext()
  await clock.advance(21_000)
  expect([service.posts.length, queue.hold()]).toEqual([2, null])
})

it('[JOB6] a path that one model does not have holds up no other model', async () => {
  const { journal, service, clock, queue } = open({ jobsInFlight: 1 })
  confirmRuns(journal, 3)
  service.responses.push(responded(404, { error: 'No such model.' }), responded(403, { error: 'Not yours.' }))
  queue.sendNext()
  await clock.advance(0)
  expect([service.posts.length, queue.hold(), journal.counts()]).toEqual([
    3,
    null,
    { waiting: 0, running: 1 },
  ])
})

it('a journal that can’t be read when a hold is over ends no process: the queue stops and says so', async () => {
  const { journal, service, clock, queue } = open({ jobsInFlight: 1 })
  confirmRuns(journal, 1)
  service.responses.push(responded(429, { error: 'Slow down.' }, { 'retry-after': '5' }))
  queue.sendNext()
  await clock.advance(0)
  database.prepare('ALTER TABLE submissions RENAME COLUMN position TO place').run()
  await clock.advance(60_000)
  expect([queue.hold()?.reason, service.posts.length]).toEqual(['storage_failed', 1])
})

it('[JOB51] a 410 ends everything that waits for its endpoint, unsent, and nothing else', async () => {
  const { journal, service, clock, queue } = open({ jobsInFlight: 1 })
  const ended = [sampleSubmission(), sampleSubmission(), sampleSubmission()]
  const elsewhere = [
    sampleSubmission({ path: '/generate/image/sandbox/other' }),
    sampleSubmission({ serviceId: 'https://another.example' }),
  ]
  journal.insert([...ended, ...elsewhere])
  service.responses.push(responded(410, '<html>'))
  queue.sendNext()
  await clock.advance(0)
  const states = (runs: readonly Submission[]) => runs.map((run) => journal.get(run.submissionId)?.state)
  expect(states(ended)).toEqual(['rejected', 'rejected', 'rejected'])
  expect(ended.map((run) => journal.get(run.submissionId)?.problem?.status)).toEqual([410, null, null])
  expect([states(elsewhere), service.posts.length]).toEqual([['accepted', 'confirmed'], 2])
  expect(queue.hold()).toBeNull()
})

it('[JOB51] where nothing is known to stand against it, what waits for an endpoint that answered 410 is not rejected with it', async () => {
  const { journal, service, clock, queue, deprecation } = open({ jobsInFlight: 1 })
  const [first, second] = confirmRuns(journal, 2) as [Submission, Submission]
  deprecation.objection = () => null
  service.responses.push(responded(410, ''))
  queue.sendNext()
  await clock.advance(0)
  expect([first, second].map((run) => journal.get(run.submissionId)?.state)).toEqual(['rejected', 'accepted'])
})

it('[JOB51] this also happens while the queue is paused: runs known to fail do not wait', async () => {
  const { journal, service, clock, queue } = open({ jobsInFlight: 1 })
  const runs = confirmRuns(journal, 2)
  const late = Promise.withResolvers<PostOutcome>()
  service.responses.push(late.promise)
  queue.sendNext()
  await clock.advance(0)
  queue.pause()
  late.resolve(responded(410, ''))
  await clock.advance(0)
  expect(runs.map((run) => journal.get(run.submissionId)?.state)).toEqual(['rejected', 'rejected'])
  expect([service.posts.length, queue.hold()?.reason]).toEqual([1, 'paused'])
})

it('[JOB51] a run confirmed for an endpoint that has ended is never sent', async () => {
  const { journal, service, clock, queue, deprecation } = open()
  const [run] = confirmRuns(journal, 1) as [Submission]
  deprecation.sunset(run, { sunsetDate: null, message: null, replacement: null, link: null })
  queue.sendNext()
  await clock.advance(3_600_000)
  expect([service.posts, journal.get(run.submissionId)]).toMatchObject([
    [],
    { state: 'rejected', attempts: 0, sentAt: null, problem: { code: 'model_sunset', status: null } },
  ])
})

it('[JOB56] every accepted response reports what its headers say of an end, including nothing', async () => {
  const { journal, service, clock, queue, deprecation } = open()
  confirmRuns(journal, 2)
  const headers = { deprecation: 'true', sunset: 'Sat, 30 Jan 2027 15:00:00 GMT' }
  service.responses.push(responded(200, sampleJob(), headers), responded(200, sampleJob()))
  queue.sendNext()
  await clock.advance(0)
  expect(deprecation.received).toEqual([{ sunset: '2027-01-30T15:00:00.000Z', link: null }, null])
})

it('[JOB4] only an accepted run is told as such, and only its answer is heard about an end', async () => {
  const { journal, service, clock, queue, accepted, deprecation } = open({ jobsInFlight: 1 })
  const [lost, turnedDown, taken] = confirmRuns(journal, 3) as [Submission, Submission, Submission]
  service.responses.push(
    { type: 'lost', cause: 'Reset.' },
    responded(400, { error: 'No.' }, { deprecation: 'true' }),
  )
  queue.sendNext()
  await clock.advance(0)
  expect([lost, turnedDown, taken].map((run) => journal.get(run.submissionId)?.state)).toEqual([
    'unknown',
    'rejected',
    'accepted',
  ])
  expect([accepted, deprecation.received]).toEqual([[taken.submissionId], [null]])
})

const refused: PostOutcome = { type: 'not_sent', cause: 'Refused.' }
const askForTime = (seconds: number) =>
  responded(429, { error: 'Slow down.' }, { 'retry-after': String(seconds) })

/** How long the queue is held from now on, in milliseconds. */
function heldFor({ queue, clock }: Pick<ReturnType<typeof open>, 'queue' | 'clock'>): number {
  return Date.parse(queue.hold()?.until ?? '') - clock.now()
}

it('[JOB27] each failure in a row doubles the pause, and a response in between resets it', async () => {
  const opened = open({ jobsInFlight: 1 })
  const { journal, service, clock, queue } = opened
  confirmRuns(journal, 2)
  service.responses.push(refused, refused, refused, accept(sampleJob({ status: 'completed' })), refused)
  queue.sendNext()
  await clock.advance(0)
  expect(heldFor(opened)).toBe(2_000)
  await clock.advance(2_000)
  expect(heldFor(opened)).toBe(4_000)
  await clock.advance(4_000)
  expect(heldFor(opened)).toBe(8_000)
  await clock.advance(8_000)
  expect([queue.hold(), service.posts.length]).toEqual([null, 4])
  const ended = sampleJob({ status: 'completed', completed_at: '2026-11-20T12:01:00Z' })
  journal.saveEnd({ ...(journal.running()[0] as Submission), job: ended }, [])
  queue.sendNext()
  await clock.advance(0)
  expect(heldFor(opened)).toBe(2_000)
})

it('[JOB7] where the person retries at once, the next pause is the first', async () => {
  const opened = open({ jobsInFlight: 1 })
  const { journal, service, clock, queue } = opened
  confirmRuns(journal, 1)
  service.responses.push(refused, refused, refused, refused)
  queue.sendNext()
  await clock.advance(6_000)
  expect(heldFor(opened)).toBe(8_000)
  queue.resume()
  await clock.advance(0)
  expect([heldFor(opened), service.posts.length]).toEqual([2_000, 4])
})

it('[JOB17] an empty balance from before a pause is no hold after they resume', async () => {
  const { journal, service, clock, queue } = open({ jobsInFlight: 1 })
  confirmRuns(journal, 1)
  service.responses.push(responded(402, { message: 'Empty.' }))
  queue.sendNext()
  await clock.advance(0)
  queue.pause()
  queue.resume()
  await clock.advance(0)
  expect([queue.hold(), service.posts.length]).toEqual([null, 2])
})

it('[JOB23] a network that returns while the queue is paused holds nothing after the pause; a requested wait does', async () => {
  for (const [response, reason] of [
    [refused, undefined],
    [askForTime(60), 'rate_limited'],
  ] as const) {
    const { journal, service, clock, queue } = open({ jobsInFlight: 1 })
    confirmRuns(journal, 1)
    service.responses.push(response)
    queue.sendNext()
    await clock.advance(0)
    queue.pause()
    queue.networkReturned()
    expect(queue.hold()?.reason).toBe('paused')
    queue.resume()
    expect(queue.hold()?.reason).toBe(reason)
    await queue.close()
    for (const run of journal.inState('confirmed')) journal.save({ ...run, state: 'withdrawn' })
  }
})

it('[JOB17] other causes of waiting, which may have changed while it was paused, hold nothing after the pause', async () => {
  const { journal, service, clock, queue } = open({ jobsInFlight: 1 })
  confirmRuns(journal, 1)
  service.responses.push(askForTime(60))
  queue.sendNext()
  await clock.advance(0)
  queue.pause()
  queue.retry()
  expect(queue.hold()?.reason).toBe('paused')
  queue.resume()
  await clock.advance(0)
  expect([queue.hold(), service.posts.length]).toEqual([null, 2])
})

it('[JOB5] of two waits that the service requests the later end counts', async () => {
  const opened = open({ jobsInFlight: 2 })
  const { journal, service, clock, queue } = opened
  confirmRuns(journal, 2)
  service.responses.push(askForTime(60), askForTime(10))
  queue.sendNext()
  await clock.advance(0)
  expect(heldFor(opened)).toBe(60_000)
})

it('what the queue waited for may have changed: it tries again at once', async () => {
  const { journal, service, clock, queue } = open({ jobsInFlight: 1 })
  confirmRuns(journal, 1)
  service.responses.push(responded(402, { message: 'Empty.' }))
  queue.sendNext()
  await clock.advance(0)
  queue.retry()
  await clock.advance(0)
  expect([queue.hold(), service.posts.length]).toEqual([null, 2])
})

it('[JOB23] a network that returns wakes a queue that nothing holds', async () => {
  const { journal, service, clock, queue } = open()
  confirmRuns(journal, 1)
  queue.networkReturned()
  await clock.advance(0)
  expect(service.posts.length).toBe(1)
})

it('a queue that is closed while it is held leaves no timer', async () => {
  const { journal, service, clock, queue } = open({ jobsInFlight: 1 })
  confirmRuns(journal, 1)
  service.responses.push(askForTime(60))
  queue.sendNext()
  await clock.advance(0)
  expect(clock.waiting()).toBe(1)
  await queue.close()
  expect(clock.waiting()).toBe(0)
})

it('a closed queue sends nothing more, whatever wakes it, and a response that holds it leaves no timer', async () => {
  const { journal, service, clock, queue } = open({ jobsInFlight: 1 })
  confirmRuns(journal, 3)
  const late = Promise.withResolvers<PostOutcome>()
  service.responses.push(late.promise)
  queue.sendNext()
  await clock.advance(0)
  const closing = queue.close()
  late.resolve(askForTime(10))
  await closing
  expect(clock.waiting()).toBe(0)
  for (const act of [queue.sendNext, queue.resume, queue.retry, queue.networkReturned]) act()
  await clock.advance(60_000)
  expect([service.posts.length, clock.waiting(), journal.counts().waiting]).toEqual([1, 0, 3])
})

it('after a journal failure it retries with doubling pauses, and after a success from the first', async () => {
  const opened = open({ jobsInFlight: 1 })
  const { journal, clock, queue } = opened
  const full = Object.assign(new Error('disk is full'), { errcode: 13 })
  queue.holdForStorage(full)
  expect(heldFor(opened)).toBe(10_000)
  await clock.advance(10_000)
  queue.holdForStorage(full)
  expect(heldFor(opened)).toBe(20_000)
  await clock.advance(20_000)
  confirmRuns(journal, 1)
  queue.sendNext()
  await clock.advance(0)
  queue.holdForStorage(full)
  expect(heldFor(opened)).toBe(10_000)
})

it('[JOB17] the disk’s trouble lifts no pause of the person’s, and stands after it as long as it lasts', () => {
  const opened = open()
  const { queue } = opened
  queue.pause()
  queue.holdForStorage('It broke.')
  queue.holdForStorage(Object.assign(new Error('disk is full'), { errcode: 13 }))
  expect(queue.hold()?.reason).toBe('paused')
  queue.resume()
  expect(queue.hold()).toBeNull()
  queue.pause()
  queue.holdForStorage(Object.assign(new Error('disk is full'), { errcode: 13 }))
  queue.resume()
  expect([queue.hold()?.reason, heldFor(opened)]).toEqual(['storage_failed', 20_000])
})

it('what is no trouble of the disk makes no pause for the disk longer', () => {
  const opened = open()
  opened.queue.holdForStorage('It broke.')
  opened.queue.resume()
  opened.queue.holdForStorage(Object.assign(new Error('disk is full'), { errcode: 13 }))
  expect(heldFor(opened)).toBe(10_000)
})

it('[JOB27] a failure that comes while the disk’s trouble holds the queue counts as well', async () => {
  const opened = open({ jobsInFlight: 1 })
  const { journal, service, clock, queue } = opened
  confirmRuns(journal, 1)
  const late = Promise.withResolvers<PostOutcome>()
  service.responses.push(late.promise, refused)
  queue.sendNext()
  await clock.advance(0)
  queue.holdForStorage(Object.assign(new Error('disk is full'), { errcode: 13 }))
  late.resolve(refused)
  await clock.advance(10_000)
  expect([service.posts.length, heldFor(opened)]).toEqual([2, 4_000])
})

it('an error that is not the disk’s holds the queue until the person resumes', async () => {
  const { journal, service, clock, queue } = open()
  queue.holdForStorage('It broke.')
  expect(queue.hold()).toEqual({ reason: 'storage_failed', message: 'It broke.', until: null })
  confirmRuns(journal, 1)
  await clock.advance(3_600_000)
  expect(service.posts).toEqual([])
  queue.resume()
  await clock.advance(0)
  expect(service.posts.length).toBe(1)
})

it('[LIB37] once the library was found damaged no word and no other trouble lifts the hold, also where it reads well', async () => {
  const { journal, service, clock, queue, holds } = open()
  queue.holdForStorage(Object.assign(new Error('malformed'), { errcode: 11 }))
  queue.holdForStorage(Object.assign(new Error('disk is full'), { errcode: 13 }))
  queue.holdForStorage(new Error('It broke.'))
  expect(holds.map((hold) => hold?.reason)).toEqual(['library_damaged'])
  confirmRuns(journal, 1)
  for (const act of [queue.resume, queue.retry, queue.networkReturned, queue.sendNext, queue.pause]) {
    act()
    await clock.advance(600_000)
    expect([queue.hold()?.reason, service.posts]).toEqual(['library_damaged', []])
  }
  queue.resume()
  expect(queue.hold()?.reason).toBe('library_damaged')
})

it('[JOB2] an event that can’t happen to a run changes nothing, and nothing is reported', () => {
  const { journal, changes, queue } = open()
  const [run] = confirmRuns(journal, 1) as [Submission]
  expect(queue.apply(run, { type: 'closed', isRepeated: false })).toBe(run)
  expect([changes, journal.get(run.submissionId)?.state]).toEqual([[], 'confirmed'])
})

it('each step of a run is reported', async () => {
  const { journal, changes, clock, queue } = open()
  confirmRuns(journal, 1)
  queue.sendNext()
  await clock.advance(0)
  expect(changes.map(({ state }) => state)).toEqual(['sending', 'accepted'])
})

it('an external hold ends by itself, and two leave one timer', async () => {
  const { journal, service, clock, queue } = open()
  const full = Object.assign(new Error('disk is full'), { errcode: 13 })
  queue.holdForStorage(full)
  queue.holdForStorage(full)
  expect(clock.waiting()).toBe(1)
  confirmRuns(journal, 1)
  await clock.advance(20_000)
  expect(service.posts.length).toBe(1)
})
