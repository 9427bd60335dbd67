import { expect, it } from 'vitest'
import { holdReadings, openPoller } from '../../testing/open-poller.ts'
import { sampleJob } from '../../testing/sample-submission.ts'
import type { ReadJobOutcome } from '../service/ports.ts'

const unreadable = { type: 'unreadable', cause: 'It is nested too deeply.' } as const
const unreachable: ReadJobOutcome = { type: 'unreachable', cause: 'No network.' }
const pending = (jobId: string): ReadJobOutcome => ({ type: 'job', job: sampleJob({ job_id: jobId }) })
const hour = 3_600_000

it('[JOB22] a job that is being read when everything is polled now is read once more, and only once', async () => {
  const { clock, service, poller, watch } = openPoller({ isQuiet: true })
  const job = watch('video')
  const held = holdReadings(service)
  await clock.advance(1_000)
  poller.pollAllNow()
  held.release()
  await clock.advance(1)
  held.release()
  await clock.advance(1_000)
  expect(service.reads).toEqual([job.job_id, job.job_id])
})

it('[JOB14] respects a Retry-After', async () => {
  const { clock, service, watch } = openPoller()
  watch()
  service.respondToRead(() => ({ type: 'refused', status: 429, message: 'Slow down.', retryAfterMs: 40_000 }))
  await clock.advance(39_000)
  expect(service.reads.length).toBe(1)
  await clock.advance(3_000)
  expect(service.reads.length).toBe(2)
})

it('[JOB14] failures only slow polling down, and it recovers', async () => {
  const { clock, service, seen, watch } = openPoller()
  watch()
  service.respondToRead(() => ({ type: 'unreachable', cause: 'No network.' }))
  await clock.advance(600_000)
  const reads = service.reads.length
  expect(reads).toBeLessThan(30)
  service.respondToRead((jobId) => ({ type: 'job', job: sampleJob({ job_id: jobId, status: 'completed' }) }))
  await clock.advance(120_000)
  expect(seen.at(-1)?.job.status).toBe('completed')
})

it.each([
  ['unreachable', { type: 'unreachable', cause: 'No network.' }, true],
  ['a gateway’s page', { type: 'unreadable', cause: 'It is a page.' }, true],
  ['a request for time', { type: 'refused', status: 429, message: 'Slow down.', retryAfterMs: 1_000 }, false],
] as const)(
  '[JOB60] an end is reported with whether the service was away: %s',
  async (_, outcome, wasAway) => {
    const { clock, service, seen, watch } = openPoller()
    watch()
    service.respondToRead(() => outcome)
    await clock.advance(700)
    const after = watch().job_id
    service.respondToRead((jobId) => ({
      type: 'job',
      job: sampleJob({ job_id: jobId, status: 'completed' }),
    }))
    await clock.advance(30_000)
    expect(seen.map((end) => [end.submissionId === after, end.wasAway])).toContainEqual([false, wasAway])
    expect(seen.map((end) => [end.submissionId === after, end.wasAway])).toContainEqual([true, false])
  },
)

it('[CONN14] the service’s state follows the first failed poll and the first that succeeds again', async () => {
  const { clock, service, poller, watch, deps } = openPoller()
  const refused = (status: number, retryAfterMs: number | null = null) =>
    ({ type: 'refused', status, message: 'No.', retryAfterMs }) as const
  expect(poller.health()).toEqual({ state: 'fine', seenAt: null, since: null })
  watch()
  service.respondToRead(pending)
  await clock.advance(1_000)
  const seenAt = poller.health().seenAt
  expect(seenAt).toBeGreaterThan(clock.now() - 1_000)
  service.respondToRead(() => unreachable)
  await clock.advance(1_000)
  expect(poller.health()).toMatchObject({ state: 'unreachable', seenAt: expect.any(Number) })
  for (const outcome of [refused(401), refused(502), refused(403)]) {
    service.respondToRead(() => outcome)
    await clock.advance(31_000)
  }
  service.respondToRead(() => refused(429, 2_000))
  await clock.advance(31_000)
  service.respondToRead(pending)
  await clock.advance(31_000)
  expect(deps.healths).toEqual([
    'fine',
    'unreachable',
    'refused',
    'unreachable',
    'refused',
    'waiting',
    'fine',
  ])
  expect(poller.health().seenAt).toBeGreaterThan(seenAt ?? 0)
  poller.forgetHealth()
  expect(poller.health()).toEqual({ state: 'fine', seenAt: null, since: null })
})

it('[JOB60] a job that was not read while the service was out of reach knows of it too', async () => {
  const { clock, service, seen, watch } = openPoller()
  watch()
  service.respondToRead(() => unreachable)
  await clock.advance(30_000)
  watch()
  service.respondToRead((jobId) => ({ type: 'job', job: sampleJob({ job_id: jobId, status: 'completed' }) }))
  await clock.advance(60_000)
  expect(seen.map(({ wasAway }) => wasAway)).toEqual([true, true])
})

it('[JOB60] a job that was polled late, or during which the machine slept, says nothing of a duration', async () => {
  const { clock, service, seen, watch, poller } = openPoller()
  const done = (jobId: string) =>
    ({ type: 'job', job: sampleJob({ job_id: jobId, status: 'completed' }) }) as const
  service.respondToRead(done)
  watch('image', 31_000)
  watch('image', 29_000)
  await clock.advance(5_000)
  service.respondToRead(pending)
  watch()
  await clock.advance(1_000)
  service.respondToRead(done)
  poller.resumeAfterSleep()
  await clock.advance(5_000)
  expect(seen.map(({ wasAway }) => wasAway)).toEqual([true, false, true])
})

it.each(['read', 'polled now', 'polled with all'] as const)(
  '[JOB14] a job that was %s after many failures is read again after the first pause, not the longest',
  async (what) => {
    const { clock, service, poller, watch } = openPoller()
    const job = watch('video')
    const failure: ReadJobOutcome = { ...unreadable, isJson: true }
    service.respondToRead(() => failure)
    await clock.advance(300_000)
    if (what === 'polled now') poller.pollNow(job.job_id)
    if (what === 'polled with all') poller.pollAllNow()
    if (what === 'read') {
      service.respondToRead(pending)
      const before = service.reads.length
      while (service.reads.length === before) await clock.advance(100)
      service.respondToRead(() => failure)
    }
    const before = service.reads.length
    await clock.advance(13_000)
    expect(service.reads.length - before).toBeGreaterThanOrEqual(2)
  },
)

it('[JOB21] a service that requests a pause is left alone by all jobs, and then not flooded', async () => {
  const { clock, service, watch } = openPoller()
  for (let index = 0; index < 100; index += 1) watch('image')
  const said = service.reads.length
  service.respondToRead(() => ({ type: 'refused', status: 503, message: 'Later.', retryAfterMs: 40_000 }))
  await clock.advance(500)
  const before = service.reads.length
  expect(before - said).toBeLessThanOrEqual(6)
  await clock.advance(39_000)
  expect(service.reads.length).toBe(before)
  service.respondToRead(pending)
  await clock.advance(1_000)
  expect(service.reads.length - before).toBeLessThan(50)
  await clock.advance(3_000)
  expect(new Set(service.reads.slice(before)).size).toBe(100)
})

it('[JOB21] until when a service asked to be left alone can be read, and is nothing before', async () => {
  const { clock, service, poller, watch } = openPoller()
  watch('image')
  expect(poller.quietUntil()).toBe(0)
  service.respondToRead(() => ({ type: 'refused', status: 503, message: 'Later.', retryAfterMs: 40_000 }))
  while (service.reads.length === 0) await clock.advance(10)
  expect(poller.quietUntil()).toBe(clock.now() + 40_000)
})

it('[JOB21] the pause after a 429 without a time grows with each', async () => {
  const { clock, service, watch } = openPoller()
  for (let index = 0; index < 10; index += 1) watch('image')
  service.respondToRead(() => ({ type: 'refused', status: 429, message: 'Slow down.', retryAfterMs: null }))
  await clock.advance(300_000)
  expect(service.reads.length).toBeLessThan(40)
})

it('[JOB21] a 429 with a pause of zero is no loop', async () => {
  const { clock, service, watch } = openPoller()
  watch('image')
  service.respondToRead(() => ({ type: 'refused', status: 429, message: 'Slow down.', retryAfterMs: 0 }))
  await clock.advance(10_000)
  expect(service.reads.length).toBeLessThan(15)
})

it('[JOB22] after sleep everything is read soon and listeners are notified, without a signal from the host', async () => {
  const { clock, service, watch, deps } = openPoller()
  for (let index = 0; index < 20; index += 1) watch('video', 2 * hour)
  await clock.advance(120_000)
  const before = service.reads.length
  clock.sleep(8 * hour)
  await clock.advance(600)
  expect([new Set(service.reads.slice(before)).size, deps.returns]).toEqual([20, 1])
})

it('[JOB22] a reading that hung while the machine slept is requested again', async () => {
  const { clock, service, poller, watch } = openPoller()
  const job = watch('image')
  let requested = 0
  service.readJob = (jobId, signal) => {
    requested += 1
    if (requested > 1) return Promise.resolve(pending(jobId))
    return new Promise((resolve) => signal?.addEventListener('abort', () => resolve(unreachable)))
  }
  await clock.advance(60_000)
  expect(requested).toBe(1)
  poller.resumeAfterSleep()
  await clock.advance(100)
  expect([requested, poller.current(job.job_id)?.job_id]).toEqual([2, job.job_id])
})

it('[JOB22] readings that the sleep broke off are no sign of a lost service: all are requested again at once', async () => {
  const { clock, service, watch, poller, deps } = openPoller({ isQuiet: true })
  let requested = 0
  service.readJob = (jobId, signal) => {
    requested += 1
    if (requested > 6) return Promise.resolve(pending(jobId))
    return new Promise((resolve) => signal?.addEventListener('abort', () => resolve(unreachable)))
  }
  for (let index = 0; index < 6; index += 1) watch('video', hour)
  await clock.advance(1_000)
  poller.resumeAfterSleep()
  await clock.advance(200)
  expect([requested, deps.returns]).toEqual([12, 1])
})

it('[JOB22] a reading that hung from before its job was added again has the job read once after sleep, not twice', async () => {
  const { clock, service, poller, watch } = openPoller({ isQuiet: true })
  const job = watch('video', hour)
  const held = holdReadings(service)
  await clock.advance(1_000)
  poller.drop()
  poller.watch({ submissionId: job.job_id, kind: 'video', acceptedAt: clock.now() - hour, job })
  await clock.advance(1_000)
  poller.resumeAfterSleep()
  held.waiting.shift()?.()
  await clock.advance(100)
  expect(service.reads.length).toBe(2)
  held.release()
  await clock.advance(100)
  expect(service.reads.length).toBe(3)
})

it('[JOB23] while the service is out of reach one reading at a time tries it, less and less often', async () => {
  const { clock, service, watch } = openPoller()
  for (let index = 0; index < 100; index += 1) watch('image')
  service.respondToRead(() => unreachable)
  await clock.advance(600_000)
  expect(service.reads.length).toBeLessThan(40)
  expect(service.reads.length).toBeGreaterThan(20)
})

it('[JOB23] the first response after a lost network resumes all readings at once, not in a burst', async () => {
  const { clock, service, watch, deps } = openPoller()
  for (let index = 0; index < 100; index += 1) watch('image')
  service.respondToRead(() => unreachable)
  await clock.advance(600_000)
  const before = service.reads.length
  service.respondToRead(pending)
  await clock.advance(33_000)
  expect([new Set(service.reads.slice(before)).size, deps.returns]).toEqual([100, 1])
})

it('[JOB23] a single job that can’t be read doesn’t hold up the others', async () => {
  const { clock, service, watch } = openPoller()
  const [sick, ...healthy] = Array.from({ length: 5 }, () => watch('image').job_id)
  service.respondToRead((jobId) => (jobId === sick ? { type: 'unreadable', cause: 'Cut.' } : pending(jobId)))
  await clock.advance(20_000)
  for (const jobId of healthy) expect(service.reads.filter((one) => one === jobId).length).toBeGreaterThan(15)
  expect(service.reads.filter((one) => one === sick).length).toBeLessThan(8)
})

it('[JOB23] jobs that are read seldom are enough to ask a service that is out of reach after its own pauses', async () => {
  const { clock, service, watch } = openPoller({ isQuiet: true })
  for (let index = 0; index < 6; index += 1) watch('video', hour)
  service.respondToRead(() => unreachable)
  await clock.advance(60_000)
  expect(service.reads.length).toBeGreaterThan(8)
})

it('[JOB23] when the service is back what was cut off is read one after another, and what is due later in its own time', async () => {
  const { clock, service, watch } = openPoller()
  const settled = watch('video', 30 * 24 * hour)
  await clock.advance(1_000)
  for (let index = 0; index < 100; index += 1) watch('image')
  service.respondToRead(() => unreachable)
  await clock.advance(5_000)
  service.respondToRead(pending)
  const before = service.reads.length
  while (service.reads.length === before) await clock.advance(5)
  await clock.advance(50)
  expect(service.reads.length - before).toBeLessThan(6)
  await clock.advance(4_000)
  expect(new Set(service.reads.slice(before)).size).toBe(100)
  expect(service.reads.slice(before)).not.toContain(settled.job_id)
})

it('[JOB23] when the service is back a job that could not be read is read at once, however seldom it is', async () => {
  const { clock, service, watch } = openPoller({ isQuiet: true })
  for (let index = 0; index < 6; index += 1) watch('video', hour)
  service.respondToRead(() => unreachable)
  await clock.advance(120_000)
  service.respondToRead(pending)
  const before = service.reads.length
  while (service.reads.length === before) await clock.advance(10)
  await clock.advance(1_000)
  expect(new Set(service.reads.slice(before)).size).toBe(6)
})

it('[JOB21] a job over which the service asked for time is read when that is over, however seldom it is', async () => {
  const { clock, service, watch } = openPoller({ isQuiet: true })
  watch('video', hour)
  service.respondToRead(() => ({ type: 'refused', status: 429, message: 'Slow down.', retryAfterMs: 5_000 }))
  await clock.advance(1_000)
  service.respondToRead(pending)
  await clock.advance(5_000)
  expect(service.reads.length).toBe(2)
})

it('[JOB22] at the host’s word that the machine woke all jobs are read soon, however seldom they are', async () => {
  const { clock, service, poller, watch, deps } = openPoller({ isQuiet: true })
  watch('video', hour)
  await clock.advance(1_000)
  expect(service.reads.length).toBe(1)
  poller.resumeAfterSleep()
  await clock.advance(100)
  expect([service.reads.length, deps.returns]).toEqual([2, 1])
})

it('[JOB22] a reading that hung for a job that was let go meanwhile leaves nothing behind', async () => {
  const { clock, service, poller, watch } = openPoller()
  const held = holdReadings(service)
  watch()
  await clock.advance(1_000)
  poller.drop()
  poller.resumeAfterSleep()
  held.release()
  await clock.advance(0)
  expect(clock.waiting()).toBe(0)
})

it('[JOB21] after a pause that the service asked for, what is due later keeps its time', async () => {
  const { clock, service, watch } = openPoller()
  const old = watch('video', hour)
  await clock.advance(1_000)
  expect(service.reads).toEqual([old.job_id])
  const young = watch('image')
  service.respondToRead(() => ({ type: 'refused', status: 429, message: 'Slow down.', retryAfterMs: 5_000 }))
  await clock.advance(1_000)
  service.respondToRead(pending)
  await clock.advance(5_000)
  expect(service.reads).toEqual([old.job_id, young.job_id, young.job_id])
})

it.each([
  ['can’t be read', () => unreadable, { message: 'It is nested too deeply.' }],
  ['are of another job', () => pending(crypto.randomUUID()), { cause: { code: 'answer_of_other_job' } }],
] as const)(
  '[JOB33] three responses in a row that %s are shown on the run until one can be read',
  async (_, read, said) => {
    const { clock, service, seen, watch, poller } = openPoller()
    const job = watch()
    service.respondToRead(read)
    while (service.reads.length < 2) await clock.advance(100)
    expect([poller.problem(job.job_id), seen.length]).toEqual([null, 0])
    await clock.advance(600_000)
    expect(poller.problem(job.job_id)).toMatchObject({ code: 'job_unreadable', ...said })
    expect([seen.length, poller.running()]).toEqual([1, 1])
    service.respondToRead(pending)
    await clock.advance(600_000)
    expect([poller.problem(job.job_id), seen.length]).toEqual([null, 2])
  },
)

it('[JOB33] unreadable responses and a lost network are distinguished', async () => {
  const { clock, service, watch, poller } = openPoller()
  const job = watch()
  service.respondToRead(() => unreachable)
  await clock.advance(600_000)
  expect(poller.problem(job.job_id)).toBe(null)
})

it('[JOB33] unreadable jobs don’t delay others', async () => {
  const { clock, service, watch } = openPoller()
  const sick = new Set(Array.from({ length: 4 }, () => watch().job_id))
  service.respondToRead((jobId) => (sick.has(jobId) ? { ...unreadable, isJson: true } : pending(jobId)))
  await clock.advance(4_000)
  const well = watch()
  await clock.advance(1_500)
  expect(service.reads.filter((jobId) => jobId === well.job_id).length).toBeGreaterThan(1)
})

it('[CONN300] a reading without a response shows after five seconds that the service is away, and goes on', async () => {
  const { clock, service, poller, seen, watch, deps } = openPoller()
  watch()
  service.respondToRead((jobId) => ({ type: 'job', job: sampleJob({ job_id: jobId, status: 'completed' }) }))
  const held = holdReadings(service)
  await clock.advance(5_000)
  expect([service.reads.length, poller.health().state]).toEqual([1, 'fine'])
  await clock.advance(500)
  expect([service.reads.length, poller.health().state]).toEqual([1, 'unreachable'])
  held.release()
  await clock.advance(0)
  expect(deps.healths).toEqual(['unreachable', 'fine'])
  expect(seen).toMatchObject([{ job: { status: 'completed' }, wasAway: true }])
  expect(clock.waiting()).toBe(0)
})

it('[CONN300] a service that takes its time is given twice as long as it took, and its state doesn’t flicker', async () => {
  const { clock, service, poller, watch, deps } = openPoller()
  watch()
  service.respondToRead(pending)
  const held = holdReadings(service)
  await clock.advance(4_700)
  held.release()
  await clock.advance(9_000)
  expect([service.reads.length, poller.health().state]).toEqual([2, 'fine'])
  await clock.advance(2_000)
  expect(poller.health().state).toBe('unreachable')
  held.release()
  await clock.advance(0)
  expect(deps.healths).toEqual(['fine', 'unreachable', 'fine'])
})

it('[CONN300] a slow reading beside others with their responses shows nothing; it does after the last of them', async () => {
  const { clock, service, poller, watch, deps } = openPoller()
  const { readJob } = service
  watch()
  const held = holdReadings(service)
  await clock.advance(500)
  service.readJob = readJob
  watch()
  await clock.advance(10_000)
  expect([service.reads.length > 4, deps.healths]).toEqual([true, ['fine']])
  const last = holdReadings(service)
  await clock.advance(7_000)
  expect(poller.health().state).toBe('unreachable')
  last.release()
  held.release()
  await clock.advance(0)
  expect(poller.health().state).toBe('fine')
})
