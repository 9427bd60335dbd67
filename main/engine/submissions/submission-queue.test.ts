import { expect, it } from 'vitest'
import { createSqliteSubmissionJournal } from '../../infra/sqlite-submission-journal.ts'
import { fakeRequestBodies } from '../../testing/fake-request-bodies.ts'
import {
  confirmRuns,
  openLibraryForEachTest,
  openQueue,
  queueDatabase,
} from '../../testing/open-submission-queue.ts'
import { sampleJob, sampleSubmission } from '../../testing/sample-submission.ts'
import { accept, responded } from '../../testing/spy-job-service.ts'
import type { PostOutcome } from '../service/ports.ts'
import type { Submission } from './submission.ts'

openLibraryForEachTest()

it('[JOB1] a run is written as sending in the journal, with its attempt, before the service is called', async () => {
  const { journal, service, clock, queue } = openQueue()
  const [run] = confirmRuns(journal, 1)
  let stateAtPost: string | undefined
  let attemptsAtPost: number | undefined
  const post = service.post.bind(service)
  service.post = (path, body, signal) => {
    stateAtPost = journal.get(run?.submissionId ?? '')?.state
    attemptsAtPost = Number(queueDatabase().prepare('SELECT count(*) AS n FROM attempts').get()?.n)
    return post(path, body, signal)
  }
  queue.sendNext()
  await clock.advance(0)
  expect([stateAtPost, attemptsAtPost]).toEqual(['sending', 1])
  expect(journal.get(run?.submissionId ?? '')?.state).toBe('accepted')
})

it('[JOB1] an attempt number is used only once', () => {
  const { journal } = openQueue()
  const [run] = confirmRuns(journal, 1) as [Submission]
  journal.save({ ...run, state: 'sending', attempts: 1 })
  expect(() => journal.save({ ...run, state: 'sending', attempts: 1 })).toThrow(/UNIQUE/)
})

it('[JOB8] an unknown outcome is never sent again, by time or by resuming', async () => {
  const { journal, service, clock, queue } = openQueue()
  const [run] = confirmRuns(journal, 1) as [Submission]
  service.responses.push({ type: 'lost', cause: 'Reset.' })
  queue.sendNext()
  await clock.advance(86_400_000)
  queue.resume()
  await clock.advance(86_400_000)
  expect([service.posts.length, journal.get(run.submissionId)?.state]).toEqual([1, 'unknown'])
})

it.each([
  ['is on the wire', { state: 'sending', attempts: 1 }],
  ['has an unknown outcome', { state: 'unknown', attempts: 1 }],
  ['was accepted', { state: 'accepted', job: sampleJob() }],
  ['was canceled', { state: 'withdrawn' }],
] as const)(
  '[JOB104] a run that %s by the time its request is ready is not sent again',
  async (_, change) => {
    const built = Promise.withResolvers<void>()
    const { journal, service, clock, queue } = openQueue({
      async build(...request) {
        await built.promise
        return fakeRequestBodies.build(...request)
      },
    })
    const [run] = confirmRuns(journal, 1) as [Submission]
    queue.sendNext()
    await clock.advance(0)
    if (change.state !== 'withdrawn') journal.save({ ...run, state: 'sending', attempts: 1 })
    if (change.state !== 'sending') journal.save({ ...run, attempts: 1, ...change })
    built.resolve()
    await clock.advance(0)
    expect([service.posts, journal.get(run.submissionId)?.state]).toEqual([[], change.state])
  },
)

it('[JOB104] a run whose model ends while its request is prepared is held, not sent', async () => {
  const built = Promise.withResolvers<void>()
  const { journal, service, clock, queue, models } = openQueue({
    async build(...request) {
      await built.promise
      return fakeRequestBodies.build(...request)
    },
  })
  const [run] = confirmRuns(journal, 1) as [Submission]
  queue.sendNext()
  await clock.advance(0)
  models.sunset(run, {} as never)
  queue.reviewEnds()
  built.resolve()
  await clock.advance(0)
  expect(service.posts).toEqual([])
  expect(journal.get(run.submissionId)).toMatchObject({
    state: 'confirmed',
    problem: { code: 'model_sunset' },
  })
})

it('[JOB9] a run found on the wire at start is unknown and stays unsent', async () => {
  const journal = createSqliteSubmissionJournal(queueDatabase())
  const [run] = confirmRuns(journal, 1) as [Submission]
  journal.save({ ...run, state: 'sending', attempts: 1 })
  const { service, clock, queue } = openQueue()
  queue.sendNext()
  await clock.advance(1_000)
  expect(journal.get(run.submissionId)).toMatchObject({ state: 'unknown', problem: { code: 'interrupted' } })
  expect(service.posts).toEqual([])
})

it('[JOB9] a run found on the wire at start carries the time at which it was found', () => {
  const journal = createSqliteSubmissionJournal(queueDatabase())
  const [run] = confirmRuns(journal, 1) as [Submission]
  journal.save({ ...run, state: 'sending', attempts: 1, updatedAt: run.confirmedAt - 60_000 })
  const { clock } = openQueue()
  expect(journal.get(run.submissionId)?.updatedAt).toBe(clock.now())
})

it('[JOB26] an attempt carries when it was sent, and its outcome when it arrived', async () => {
  const { journal, service, clock, queue } = openQueue()
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

it('[JOB10] no more runs are under way than the setting says', async () => {
  const { journal, service, clock, queue } = openQueue({ jobsInFlight: 3 })
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
  const { journal, service, clock, queue } = openQueue({ jobsInFlight: 1 })
  const under = confirmRuns(journal, 3)
  for (const run of under) journal.save({ ...run, state: 'accepted', attempts: 1, job: sampleJob() })
  confirmRuns(journal, 3)
  queue.sendNext()
  await clock.advance(0)
  expect([service.posts.length, journal.counts()]).toEqual([0, { waiting: 3, running: 3 }])
})

it('[JOB10] a setting lowered while requests are on the wire is respected', async () => {
  const limit = { jobsInFlight: 3 }
  const { journal, service, clock, queue } = openQueue({ limit })
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
  const { journal, service, clock, queue } = openQueue({ jobsInFlight: 3 })
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
  const { journal, clock, queue } = openQueue({ jobsInFlight: 3, build })
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
  const { journal, service, clock, queue } = openQueue()
  const runs = ['first', 'second', 'third'].map((prompt) => sampleSubmission({ values: { prompt } }))
  for (const run of runs) journal.insert([run])
  queue.sendNext()
  await clock.advance(0)
  expect(service.posts.map(({ body }) => JSON.parse(body).prompt)).toEqual(['first', 'second', 'third'])
})

it('[JOB11] a run withdrawn while its body was read is not sent', async () => {
  const { journal, service, clock, queue } = openQueue()
  const [run] = confirmRuns(journal, 1) as [Submission]
  queue.sendNext()
  queue.apply(run, { type: 'withdrawn' })
  await clock.advance(0)
  expect([service.posts.length, journal.get(run.submissionId)?.state]).toEqual([0, 'withdrawn'])
})

it('a run still being prepared when the queue closes is not sent, and is confirmed at the next start', async () => {
  const body = Promise.withResolvers<Uint8Array>()
  const { journal, service, clock, queue } = openQueue({ build: () => body.promise })
  const [run] = confirmRuns(journal, 1) as [Submission]
  queue.sendNext()
  await clock.advance(0)
  const closing = queue.close()
  body.resolve(new TextEncoder().encode(JSON.stringify(run.values)))
  await closing
  expect(service.posts).toEqual([])
  expect(journal.get(run.submissionId)).toMatchObject({ state: 'confirmed', attempts: 0 })
})

it('[JOB1] a run being prepared is not taken twice, however often the queue is woken', async () => {
  const body = Promise.withResolvers<Uint8Array>()
  const { journal, service, clock, queue } = openQueue({ build: () => body.promise })
  const [run] = confirmRuns(journal, 1) as [Submission]
  for (let again = 0; again < 3; again += 1) {
    queue.sendNext()
    await clock.advance(0)
  }
  body.resolve(new TextEncoder().encode(JSON.stringify(run.values)))
  await clock.advance(0)
  expect([service.posts.length, journal.get(run.submissionId)?.attempts]).toEqual([1, 1])
})

it('[HOOK19] each request says where its own run’s end is to be delivered, where there is such a place', async () => {
  const { journal, service, clock, queue } = openQueue({
    webhookUrl: (id) => `https://here.example/hooks/${id}`,
  })
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
  const { journal, service, clock, queue } = openQueue()
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
  const { journal, service, clock, queue, holds } = openQueue({ jobsInFlight: 1 })
  confirmRuns(journal, 2)
  queueDatabase()
    .prepare("CREATE TRIGGER full BEFORE INSERT ON attempts BEGIN SELECT RAISE(ABORT, 'disk full'); END")
    .run()
  queue.sendNext()
  await clock.advance(60_000)
  expect([service.posts.length, holds.at(-1)?.reason]).toEqual([0, 'storage_failed'])
})

it('sends nothing without a connection, and closing leaves no timer behind', async () => {
  const { journal, service, clock, queue } = openQueue({ hasKey: false })
  confirmRuns(journal, 1)
  queue.sendNext()
  await clock.advance(1_000)
  await queue.close()
  expect([service.posts.length, clock.waiting()]).toEqual([0, 0])
})

it('waits for requests on the wire when it closes, and keeps their responses', async () => {
  const { journal, service, clock, queue } = openQueue()
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
  const { journal, service, clock, queue } = openQueue()
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

it('[JOB18] the person’s order is the order of sending, and a batch stays together', async () => {
  const { journal, service, clock, queue } = openQueue({ jobsInFlight: 1 })
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
  const { journal, service, clock, queue } = openQueue()
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
  const { journal, service, clock, queue } = openQueue({ jobsInFlight: 1 })
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
  const { journal, service, clock, queue } = openQueue({ jobsInFlight: 1 })
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

it('[JOB96] a 410 holds everything that waits for its endpoint, unsent, and nothing else', async () => {
  const { journal, service, clock, queue } = openQueue({ jobsInFlight: 1 })
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
  expect(states(ended)).toEqual(['rejected', 'confirmed', 'confirmed'])
  const problems = ended.map((run) => journal.get(run.submissionId)?.problem)
  expect(problems.map((problem) => [problem?.code, problem?.status])).toEqual([
    ['model_sunset', 410],
    ['model_sunset', null],
    ['model_sunset', null],
  ])
  expect([states(elsewhere), service.posts.length]).toEqual([['accepted', 'confirmed'], 2])
  expect(queue.hold()).toBeNull()
  const [, held] = ended
  const kept = held && journal.get(held.submissionId)
  expect(kept && queue.apply(kept, { type: 'withdrawn' }).state).toBe('withdrawn')
})

it('[JOB96] a run that was not sent before is held as well, and one that is being sent is left to its response', async () => {
  const { journal, service, clock, queue, models } = openQueue()
  const [first, second] = confirmRuns(journal, 2) as [Submission, Submission]
  const late = Promise.withResolvers<PostOutcome>()
  service.responses.push({ type: 'not_sent', cause: 'Refused.' }, late.promise)
  queue.sendNext()
  await clock.advance(0)
  models.sunset(first, { sunsetDate: null, message: null, replacement: null, link: null })
  queue.reviewEnds()
  const state = (run: Submission) => journal.get(run.submissionId)?.state
  expect([state(first), state(second)]).toEqual(['confirmed', 'sending'])
  late.resolve(responded(200, sampleJob()))
  await clock.advance(3_600_000)
  expect([state(first), state(second), service.posts.length]).toEqual(['confirmed', 'accepted', 2])
})

it('[JOB51] a run confirmed for an endpoint that has ended is never sent', async () => {
  const { journal, service, clock, queue, models } = openQueue()
  const [run] = confirmRuns(journal, 1) as [Submission]
  models.sunset(run, { sunsetDate: null, message: null, replacement: null, link: null })
  queue.sendNext()
  await clock.advance(3_600_000)
  expect([service.posts, journal.get(run.submissionId)]).toMatchObject([
    [],
    { state: 'confirmed', attempts: 0, sentAt: null, problem: { code: 'model_sunset', status: null } },
  ])
})

it('[JOB97] a held run waits again where its model’s end is withdrawn, and is sent', async () => {
  const { journal, service, clock, queue, models } = openQueue()
  const [run] = confirmRuns(journal, 1) as [Submission]
  models.sunset(run, { sunsetDate: null, message: null, replacement: null, link: null })
  queue.reviewEnds()
  queue.reviewEnds()
  expect(journal.get(run.submissionId)).toMatchObject({
    state: 'confirmed',
    problem: { code: 'model_sunset' },
  })
  models.comesBack(run)
  queue.reviewEnds()
  await clock.advance(0)
  expect([journal.get(run.submissionId)?.state, service.posts.length]).toEqual(['accepted', 1])
})

it('[CAT65] a run at another price is held and others are sent past it; it waits again where the price is as it was', async () => {
  const { journal, service, clock, queue, models } = openQueue()
  const [first, second, ended] = confirmRuns(journal, 3) as [Submission, Submission, Submission]
  const states = () => [first, second, ended].map(({ submissionId }) => journal.get(submissionId))
  models.repriced.add(first.submissionId)
  queue.reviewEnds()
  expect(states()).toMatchObject([{ state: 'confirmed', problem: { code: 'price_changed' } }, {}, {}])
  models.repriced.add(second.submissionId)
  queue.sendNext()
  await clock.advance(0)
  const held = { state: 'confirmed', attempts: 0, sentAt: null, problem: { code: 'price_changed' } }
  expect(states()).toMatchObject([held, held, { state: 'accepted' }])
  models.repriced.clear()
  queue.reviewEnds()
  await clock.advance(0)
  expect([states().map((one) => one?.problem), service.posts.length]).toEqual([[null, null, null], 3])
})

it('[CAT65] [JOB96] the end of a model is said of a run that its price holds, and its price once it is back', () => {
  const { journal, queue, models } = openQueue({ pause: { isOn: true } })
  const [run] = confirmRuns(journal, 1) as [Submission]
  const code = () => journal.get(run.submissionId)?.problem?.code
  models.repriced.add(run.submissionId)
  queue.reviewEnds()
  expect(code()).toBe('price_changed')
  models.sunset(run, { sunsetDate: null, message: null, replacement: null, link: null })
  queue.reviewEnds()
  expect(code()).toBe('model_sunset')
  models.comesBack(run)
  queue.reviewEnds()
  expect(code()).toBe('price_changed')
})

it('[CAT52] a refusal reports the end that its headers announce, and none where they say nothing', async () => {
  const { journal, service, clock, queue, models } = openQueue({ jobsInFlight: 1 })
  confirmRuns(journal, 2)
  service.responses.push(
    responded(422, { error: 'No.' }, { deprecation: '@1688169599' }),
    responded(422, { error: 'No.' }),
  )
  queue.sendNext()
  await clock.advance(0)
  expect(models.received).toEqual([{ sunset: null, link: null, replacement: null }])
})

it('[JOB56] every accepted response reports what its headers say of an end, including nothing', async () => {
  const { journal, service, clock, queue, models } = openQueue()
  confirmRuns(journal, 2)
  const headers = { deprecation: 'true', sunset: 'Sat, 30 Jan 2027 15:00:00 GMT' }
  service.responses.push(responded(200, sampleJob(), headers), responded(200, sampleJob()))
  queue.sendNext()
  await clock.advance(0)
  const notice = { sunset: '2027-01-30T15:00:00.000Z', link: null, replacement: null }
  expect(models.received).toEqual([notice, null])
})

it('[JOB4] only an accepted run is reported as such, and only its response withdraws an end', async () => {
  const { journal, service, clock, queue, accepted, models } = openQueue({ jobsInFlight: 1 })
  const [lost, turnedDown, taken] = confirmRuns(journal, 3) as [Submission, Submission, Submission]
  service.responses.push({ type: 'lost', cause: 'Reset.' }, responded(400, { error: 'No.' }))
  queue.sendNext()
  await clock.advance(0)
  expect([lost, turnedDown, taken].map((run) => journal.get(run.submissionId)?.state)).toEqual([
    'unknown',
    'rejected',
    'accepted',
  ])
  expect([accepted, models.received]).toEqual([[taken.submissionId], [null]])
})

it('[JOB2] an event that can’t happen to a run changes nothing, and nothing is reported', () => {
  const { journal, changes, queue } = openQueue()
  const [run] = confirmRuns(journal, 1) as [Submission]
  expect(queue.apply(run, { type: 'closed', isRepeated: false })).toBe(run)
  expect([changes, journal.get(run.submissionId)?.state]).toEqual([[], 'confirmed'])
})

it('each step of a run is reported', async () => {
  const { journal, changes, clock, queue } = openQueue()
  confirmRuns(journal, 1)
  queue.sendNext()
  await clock.advance(0)
  expect(changes.map(({ state }) => state)).toEqual(['sending', 'accepted'])
})
