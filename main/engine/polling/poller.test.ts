import { expect, it } from 'vitest'
import type { Job } from '../../../shared/api/job.ts'
import { createFakeClock } from '../../testing/fake-clock.ts'
import { sampleJob } from '../../testing/sample-submission.ts'
import { createSpyJobService, type SpyJobService } from '../../testing/spy-job-service.ts'
import type { ReadJobOutcome } from '../service/ports.ts'

import { createPoller } from './poller.ts'

function open({ isQuiet = false, chance = 0.5 } = {}) {
  const clock = createFakeClock()
  const service = createSpyJobService()
  const seen: { submissionId: string; job: Job; wasAway: boolean }[] = []
  const deps = { returns: 0, healths: [] as string[], canWrite: true, isConnected: true }
  const poller = createPoller({
    clock,
    random: { next: () => chance },
    service: () => (deps.isConnected ? service : null),
    onJob(submissionId, job, wasAway) {
      seen.push({ submissionId, job, wasAway })
      return deps.canWrite
    },
    onHealth: () => void deps.healths.push(poller.health().state),
    onReturn() {
      deps.returns += 1
    },
    isQuiet: () => isQuiet,
  })
  function watch(kind: 'image' | 'video' | 'audio' = 'image', age = 0) {
    const job = sampleJob()
    poller.watch({ submissionId: job.job_id, kind, acceptedAt: clock.now() - age, job })
    return job
  }
  return { clock, service, seen, poller, watch, deps }
}

/** Resolves each reading when the test says; counts those waiting now and the most that ever waited at once. */
function holdReadings(service: SpyJobService) {
  const waiting: (() => void)[] = []
  const held = { most: 0 }
  const respond = service.readJob.bind(service)
  service.readJob = async (jobId, signal) => {
    const outcome = respond(jobId, signal)
    await new Promise<void>((resolve) => {
      held.most = Math.max(held.most, waiting.push(resolve))
    })
    return outcome
  }
  return { waiting, held, release: () => waiting.splice(0).forEach((resolve) => void resolve()) }
}

const unreadable = { type: 'unreadable', cause: 'It is nested too deeply.' } as const
const unreachable: ReadJobOutcome = { type: 'unreachable', cause: 'No network.' }
const pending = (jobId: string): ReadJobOutcome => ({ type: 'job', job: sampleJob({ job_id: jobId }) })
const hour = 3_600_000

it('[JOB13] reads a job until it ends, and never again', async () => {
  const { clock, service, seen, watch, poller } = open()
  const job = watch()
  await clock.advance(3_000)
  const readsWhilePending = service.reads.length
  expect(readsWhilePending).toBeGreaterThan(1)
  service.respondToRead((jobId) => ({ type: 'job', job: sampleJob({ job_id: jobId, status: 'completed' }) }))
  await clock.advance(5_000)
  const reads = service.reads.length
  await clock.advance(3_600_000)
  expect([service.reads.length, clock.waiting(), poller.current(job.job_id)]).toEqual([reads, 0, null])
  expect(seen.map(({ job: { status } }) => status)).toEqual(['completed'])
})

it('[JOB13] reads less often as a job grows older', async () => {
  const { clock, service, watch } = open()
  watch('video')
  await clock.advance(60_000)
  const young = service.reads.length
  await clock.advance(3_600_000)
  const before = service.reads.length
  await clock.advance(60_000)
  expect(service.reads.length - before).toBeLessThan(young / 5)
  expect(service.reads.length - before).toBeGreaterThan(0)
})

it('[HOOK16] reads seldom while a webhook is awaited, and never stops', async () => {
  const [usual, quiet] = [open(), open({ isQuiet: true })]
  for (const { clock, watch } of [usual, quiet]) {
    watch('image')
    await clock.advance(120_000)
  }
  expect(quiet.service.reads.length).toBeLessThan(usual.service.reads.length / 4)
  const before = quiet.service.reads.length
  await quiet.clock.advance(3_600_000)
  expect(quiet.service.reads.length - before).toBeGreaterThan(50)
})

it('[HOOK14] one job can be read at once, the others in their own time', async () => {
  const { clock, service, poller, watch } = open({ isQuiet: true })
  const [reported, other] = [watch('video'), watch('video')]
  await clock.advance(1_000)
  const before = service.reads.length
  poller.pollNow(reported.job_id)
  poller.pollNow('no such run')
  await clock.advance(1)
  expect(service.reads.slice(before)).toEqual([reported.job_id])
  expect(service.reads).toContain(other.job_id)
})

it('[HOOK14] a job that is polled now while it is being read is read once more, at once', async () => {
  const { clock, service, poller, watch, deps } = open({ isQuiet: true })
  const job = watch('video')
  const held = holdReadings(service)
  await clock.advance(1_000)
  expect(service.reads).toEqual([job.job_id])
  poller.pollNow(job.job_id)
  await clock.advance(1_000)
  expect(service.reads.length).toBe(1)
  held.release()
  await clock.advance(1)
  expect(service.reads).toEqual([job.job_id, job.job_id])
  held.release()
  await clock.advance(1_000)
  expect([service.reads.length, deps.returns]).toEqual([2, 0])
  poller.pollNow(job.job_id)
  await clock.advance(1)
  expect([service.reads.length, deps.returns]).toEqual([3, 0])
})

it('[JOB22] a job that is being read when everything is polled now is read once more, and only once', async () => {
  const { clock, service, poller, watch } = open({ isQuiet: true })
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

it.each<[string, ReadJobOutcome | null]>([
  ['its end', null],
  ['that it is missing', { type: 'refused', status: 404, message: 'No such job.', retryAfterMs: null }],
  ['nothing', unreachable],
])(
  'a reading that was under way when its job was removed, and says %s, changes nothing and schedules no other',
  async (_, outcome) => {
    const { clock, service, poller, seen, watch } = open()
    const job = watch()
    const held = holdReadings(service)
    service.respondToRead(
      (jobId) => outcome ?? { type: 'job', job: sampleJob({ job_id: jobId, status: 'completed' }) },
    )
    await clock.advance(1_000)
    poller.retain(new Set())
    held.release()
    await clock.advance(60_000)
    expect([seen, service.reads.length, poller.current(job.job_id), clock.waiting()]).toEqual([
      [],
      1,
      null,
      0,
    ])
    expect(poller.problem(job.job_id)).toBeNull()
  },
)

it('a reading from before a job was added again is ignored', async () => {
  const { clock, service, poller, seen, watch } = open()
  const job = watch()
  const held = holdReadings(service)
  service.respondToRead((jobId) => ({ type: 'job', job: sampleJob({ job_id: jobId, status: 'completed' }) }))
  await clock.advance(1_000)
  poller.retain(new Set())
  poller.watch({ submissionId: job.job_id, kind: 'image', acceptedAt: clock.now(), job })
  held.release()
  await clock.advance(0)
  expect([seen, poller.current(job.job_id)]).toEqual([[], job])
  await clock.advance(1_000)
  held.release()
  await clock.advance(0)
  expect(seen.length).toBe(1)
})

it('[JOB12] reports only steps forward', async () => {
  const { clock, service, seen, watch } = open()
  watch()
  const script = [
    'queued',
    'processing',
    'queued',
    'processing',
    'sampling',
    'polishing',
    'completed',
    'processing',
  ]
  service.respondToRead((jobId) => {
    const status = script.shift() ?? 'completed'
    return { type: 'job', job: sampleJob({ job_id: jobId, status, progress: 0 }) }
  })
  await clock.advance(60_000)
  expect(seen.map(({ job }) => job.status)).toEqual([
    'queued',
    'processing',
    'sampling',
    'polishing',
    'completed',
  ])
})

it('[JOB14] respects a Retry-After', async () => {
  const { clock, service, watch } = open()
  watch()
  service.respondToRead(() => ({ type: 'refused', status: 429, message: 'Slow down.', retryAfterMs: 40_000 }))
  await clock.advance(39_000)
  expect(service.reads.length).toBe(1)
  await clock.advance(3_000)
  expect(service.reads.length).toBe(2)
})

it('[JOB14] failures only slow polling down, and it recovers', async () => {
  const { clock, service, seen, watch } = open()
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
    const { clock, service, seen, watch } = open()
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
  const { clock, service, poller, watch, deps } = open()
  const refused = (status: number, retryAfterMs: number | null = null) =>
    ({ type: 'refused', status, message: 'No.', retryAfterMs }) as const
  expect(poller.health()).toEqual({ state: 'fine', seenAt: null })
  watch()
  service.respondToRead(pending)
  await clock.advance(1_000)
  const seenAt = poller.health().seenAt
  expect(seenAt).toBeGreaterThan(clock.now() - 1_000)
  service.respondToRead(() => unreachable)
  await clock.advance(1_000)
  expect(poller.health()).toEqual({ state: 'unreachable', seenAt: expect.any(Number) })
  for (const outcome of [refused(401), refused(502), refused(403)]) {
    service.respondToRead(() => outcome)
    await clock.advance(31_000)
  }
  service.respondToRead(() => refused(429, 2_000))
  await clock.advance(31_000)
  service.respondToRead(pending)
  await clock.advance(31_000)
  expect(deps.healths).toEqual(['unreachable', 'refused', 'unreachable', 'refused', 'waiting', 'fine'])
  expect(poller.health().seenAt).toBeGreaterThan(seenAt ?? 0)
  poller.retain(new Set())
  expect(poller.health()).toEqual({ state: 'fine', seenAt: null })
})

it('[JOB60] a job that was not read while the service was out of reach knows of it too', async () => {
  const { clock, service, seen, watch } = open()
  watch()
  service.respondToRead(() => unreachable)
  await clock.advance(30_000)
  watch()
  service.respondToRead((jobId) => ({ type: 'job', job: sampleJob({ job_id: jobId, status: 'completed' }) }))
  await clock.advance(60_000)
  expect(seen.map(({ wasAway }) => wasAway)).toEqual([true, true])
})

it.each(['read', 'polled now', 'polled with all'] as const)(
  '[JOB14] a job that was %s after many failures is read again after the first pause, not the longest',
  async (what) => {
    const { clock, service, poller, watch } = open()
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

it('[JOB13] polling all now reads every job soon, one after another', async () => {
  const { clock, service, poller, watch } = open()
  for (let index = 0; index < 50; index += 1) watch('video')
  service.respondToRead(() => unreachable)
  await clock.advance(300_000)
  const before = service.reads.length
  service.respondToRead(pending)
  poller.pollAllNow()
  await clock.advance(1)
  expect(service.reads.length - before).toBeLessThan(10)
  await clock.advance(1_300)
  expect(new Set(service.reads.slice(before)).size).toBe(50)
})

it('[JOB19] ten thousand jobs are all read, a few at a time, and never in a burst', async () => {
  const { clock, service, poller, watch } = open()
  const held = holdReadings(service)
  for (let index = 0; index < 10_000; index += 1) watch('image', hour + index)
  poller.pollAllNow()
  await clock.advance(1)
  expect(held.waiting.length).toBe(1)
  let worst = 0
  for (let second = 0; second < 300; second += 1) {
    const before = service.reads.length
    for (let tick = 0; tick < 10; tick += 1) {
      held.release()
      await clock.advance(100)
    }
    worst = Math.max(worst, service.reads.length - before)
  }
  expect([new Set(service.reads).size, held.held.most <= 6, worst <= 60]).toEqual([10_000, true, true])
})

it('[JOB19] the requests for a thousand old jobs together are bounded', async () => {
  const { clock, service, watch } = open()
  for (let index = 0; index < 1_000; index += 1) watch('image', hour)
  await clock.advance(600_000)
  const before = service.reads.length
  await clock.advance(600_000)
  expect((service.reads.length - before) / 600).toBeLessThanOrEqual(21)
  expect((service.reads.length - before) / 600).toBeGreaterThan(15)
})

it('[JOB20] young jobs are read before old ones, and old ones are still read', async () => {
  const { clock, service, watch } = open()
  const held = holdReadings(service)
  const old = Array.from({ length: 300 }, () => watch('image', hour).job_id)
  const young = Array.from({ length: 20 }, () => watch('image').job_id)
  for (let round = 0; round < 45; round += 1) {
    await clock.advance(400)
    held.release()
  }
  const count = (ids: readonly string[]) => service.reads.filter((jobId) => ids.includes(jobId)).length
  expect(count(young)).toBeGreaterThan(2 * count(old))
  expect(count(old)).toBeGreaterThan(service.reads.length / 8)
})

it('[JOB21] a service that requests a pause is left alone by all jobs, and then not flooded', async () => {
  const { clock, service, watch } = open()
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
  const { clock, service, poller, watch } = open()
  watch('image')
  expect(poller.quietUntil()).toBe(0)
  service.respondToRead(() => ({ type: 'refused', status: 503, message: 'Later.', retryAfterMs: 40_000 }))
  while (service.reads.length === 0) await clock.advance(10)
  expect(poller.quietUntil()).toBe(clock.now() + 40_000)
})

it('[JOB21] the pause after a 429 without a time grows with each', async () => {
  const { clock, service, watch } = open()
  for (let index = 0; index < 10; index += 1) watch('image')
  service.respondToRead(() => ({ type: 'refused', status: 429, message: 'Slow down.', retryAfterMs: null }))
  await clock.advance(300_000)
  expect(service.reads.length).toBeLessThan(40)
})

it('[JOB21] a 429 with a pause of zero is no loop', async () => {
  const { clock, service, watch } = open()
  watch('image')
  service.respondToRead(() => ({ type: 'refused', status: 429, message: 'Slow down.', retryAfterMs: 0 }))
  await clock.advance(10_000)
  expect(service.reads.length).toBeLessThan(15)
})

it('[JOB22] after sleep everything is read soon and listeners are notified, without a signal from the host', async () => {
  const { clock, service, watch, deps } = open()
  for (let index = 0; index < 20; index += 1) watch('video', 2 * hour)
  await clock.advance(120_000)
  const before = service.reads.length
  clock.sleep(8 * hour)
  await clock.advance(600)
  expect([new Set(service.reads.slice(before)).size, deps.returns]).toEqual([20, 1])
})

it('[JOB22] a reading that hung while the machine slept is requested again', async () => {
  const { clock, service, poller, watch } = open()
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
  const { clock, service, watch, poller, deps } = open({ isQuiet: true })
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
  const { clock, service, poller, watch } = open({ isQuiet: true })
  const job = watch('video', hour)
  const held = holdReadings(service)
  await clock.advance(1_000)
  poller.retain(new Set())
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
  const { clock, service, watch } = open()
  for (let index = 0; index < 100; index += 1) watch('image')
  service.respondToRead(() => unreachable)
  await clock.advance(600_000)
  expect(service.reads.length).toBeLessThan(40)
  expect(service.reads.length).toBeGreaterThan(20)
})

it('[JOB23] the first response after a lost network resumes all readings at once, not in a burst', async () => {
  const { clock, service, watch, deps } = open()
  for (let index = 0; index < 100; index += 1) watch('image')
  service.respondToRead(() => unreachable)
  await clock.advance(600_000)
  const before = service.reads.length
  service.respondToRead(pending)
  await clock.advance(33_000)
  expect([new Set(service.reads.slice(before)).size, deps.returns]).toEqual([100, 1])
})

it('[JOB23] a single job that can’t be read doesn’t hold up the others', async () => {
  const { clock, service, watch } = open()
  const [sick, ...healthy] = Array.from({ length: 5 }, () => watch('image').job_id)
  service.respondToRead((jobId) => (jobId === sick ? { type: 'unreadable', cause: 'Cut.' } : pending(jobId)))
  await clock.advance(20_000)
  for (const jobId of healthy) expect(service.reads.filter((one) => one === jobId).length).toBeGreaterThan(15)
  expect(service.reads.filter((one) => one === sick).length).toBeLessThan(8)
})

it('[JOB24] a job that the service no longer knows is reported as missing, read seldom, and never given up', async () => {
  const { clock, service, poller, seen, watch } = open()
  const job = watch('image')
  service.respondToRead(() => ({ type: 'refused', status: 404, message: 'No such job.', retryAfterMs: null }))
  await clock.advance(30_000)
  expect([poller.problem(job.job_id), poller.running()]).toEqual([null, 1])
  await clock.advance(300_000)
  expect(poller.problem(job.job_id)).toMatchObject({
    code: 'job_missing',
    message: 'No such job.',
    status: 404,
  })
  expect([poller.running(), seen.length, poller.current(job.job_id)]).toEqual([0, 1, job])
  const before = service.reads.length
  await clock.advance(24 * hour)
  expect(service.reads.length - before).toBeGreaterThan(20)
  expect(service.reads.length - before).toBeLessThan(40)
  service.respondToRead(pending)
  await clock.advance(hour)
  expect([poller.problem(job.job_id), poller.running(), seen.length]).toEqual([null, 1, 2])
})

it('[JOB13] an end that could not be written is reported again until it is', async () => {
  const { clock, service, poller, seen, watch, deps } = open()
  const job = watch('image')
  deps.canWrite = false
  service.respondToRead((jobId) => ({ type: 'job', job: sampleJob({ job_id: jobId, status: 'completed' }) }))
  await clock.advance(5_000)
  expect(seen.length).toBeGreaterThan(1)
  deps.canWrite = true
  await clock.advance(60_000)
  expect([poller.current(job.job_id), clock.waiting()]).toEqual([null, 0])
})

it('with nothing to read there is no timer', async () => {
  const { clock, poller } = open()
  poller.pollAllNow()
  poller.resumeAfterSleep()
  await clock.advance(60_000)
  expect(clock.waiting()).toBe(0)
})

it('a response about another job is ignored', async () => {
  const { clock, service, seen, watch, poller } = open()
  const job = watch()
  service.respondToRead(() => ({ type: 'job', job: sampleJob({ status: 'completed' }) }))
  await clock.advance(5_000)
  expect(seen.filter((one) => one.job !== job)).toEqual([])
  expect(poller.current(job.job_id)).toBe(job)
})

it('[JOB23] jobs that are read seldom are enough to ask a service that is out of reach after its own pauses', async () => {
  const { clock, service, watch } = open({ isQuiet: true })
  for (let index = 0; index < 6; index += 1) watch('video', hour)
  service.respondToRead(() => unreachable)
  await clock.advance(60_000)
  expect(service.reads.length).toBeGreaterThan(8)
})

it('[JOB23] when the service is back what was cut off is read one after another, and what is due later in its own time', async () => {
  const { clock, service, watch } = open()
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
  const { clock, service, watch } = open({ isQuiet: true })
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
  const { clock, service, watch } = open({ isQuiet: true })
  watch('video', hour)
  service.respondToRead(() => ({ type: 'refused', status: 429, message: 'Slow down.', retryAfterMs: 5_000 }))
  await clock.advance(1_000)
  service.respondToRead(pending)
  await clock.advance(5_000)
  expect(service.reads.length).toBe(2)
})

it('[JOB19] chance makes a pause shorter or longer by 15 %', async () => {
  const readsIn = async (chance: number) => {
    const { clock, service, watch } = open({ chance })
    watch('image', hour)
    await clock.advance(600_000)
    return service.reads.length
  }
  const [shorter, usual, longer] = [await readsIn(0), await readsIn(0.5), await readsIn(1)]
  expect([shorter > usual, usual > longer]).toEqual([true, true])
})

it('[JOB20] when all are polled now the youngest is first, and each begins within 25 ms of the one before', async () => {
  const { clock, service, poller, watch } = open()
  const ages = [3, 1, 5, 2, 4]
  const jobs = ages.map((age) => watch('video', age * hour).job_id)
  for (let index = 0; index < 45; index += 1) watch('video', 6 * hour)
  await clock.advance(20_000)
  const before = service.reads.length
  poller.pollAllNow()
  await clock.advance(49 * 25)
  const reads = service.reads.slice(before)
  const byAge = [1, 2, 3, 4, 5].map((age) => jobs[ages.indexOf(age)])
  expect([reads.slice(0, 5), new Set(reads).size]).toEqual([byAge, 50])
})

it('a job that is let go leaves no timer, and nothing that was said of it', async () => {
  const gone: ReadJobOutcome = { type: 'refused', status: 404, message: 'No such job.', retryAfterMs: null }
  for (const outcome of [gone, { ...unreadable, isJson: true } as const]) {
    const { clock, service, poller, watch } = open()
    const job = watch()
    service.respondToRead(() => outcome)
    await clock.advance(600_000)
    expect(poller.problem(job.job_id)).not.toBeNull()
    poller.retain(new Set())
    expect([poller.problem(job.job_id), poller.running(), clock.waiting()]).toEqual([null, 0, 0])
  }
})

it('[JOB22] at the host’s word that the machine woke all jobs are read soon, however seldom they are', async () => {
  const { clock, service, poller, watch, deps } = open({ isQuiet: true })
  watch('video', hour)
  await clock.advance(1_000)
  expect(service.reads.length).toBe(1)
  poller.resumeAfterSleep()
  await clock.advance(100)
  expect([service.reads.length, deps.returns]).toEqual([2, 1])
})

it.each([
  ['capitals', (id: string) => id.toUpperCase(), (id: string) => id],
  ['small letters', (id: string) => id, (id: string) => id.toUpperCase()],
])('a job whose id is read in %s is the same job', async (_, inReading, known) => {
  const { clock, service, seen, poller } = open()
  const job = sampleJob({ job_id: known(crypto.randomUUID()) })
  poller.watch({ submissionId: 's', kind: 'image', acceptedAt: clock.now(), job })
  service.respondToRead((id) => ({
    type: 'job',
    job: sampleJob({ job_id: inReading(id.toLowerCase()), status: 'completed' }),
  }))
  await clock.advance(5_000)
  expect(seen.map(({ job: { status } }) => status)).toEqual(['completed'])
})

it('closing waits for a reading that does not end with it', async () => {
  const { clock, service, poller, watch } = open()
  const held = holdReadings(service)
  watch()
  await clock.advance(1_000)
  let isClosed = false
  const closing = poller.close().then(() => {
    isClosed = true
  })
  await clock.advance(0)
  expect(isClosed).toBe(false)
  held.release()
  await closing
})

it('closing gives up a reading that hangs', async () => {
  const { clock, service, poller, watch } = open()
  service.readJob = (_, signal) =>
    new Promise((resolve) => signal?.addEventListener('abort', () => resolve(unreachable)))
  watch()
  await clock.advance(1_000)
  await poller.close()
  expect(clock.waiting()).toBe(0)
})

it('[JOB22] a reading that hung for a job that was let go meanwhile leaves nothing behind', async () => {
  const { clock, service, poller, watch } = open()
  const held = holdReadings(service)
  watch()
  await clock.advance(1_000)
  poller.retain(new Set())
  poller.resumeAfterSleep()
  held.release()
  await clock.advance(0)
  expect(clock.waiting()).toBe(0)
})

it('[JOB13] a timer that comes a moment before the wall clock does is set once more', async () => {
  const { clock, service, watch } = open()
  const setTimer = clock.setTimer.bind(clock)
  clock.setTimer = (milliseconds, callback) => setTimer(Math.max(1, milliseconds - 1), callback)
  watch()
  await clock.advance(60_000)
  expect(service.reads.length).toBeGreaterThan(10)
})

it('[JOB13] without a service nothing is read, and all is once one is there', async () => {
  const { clock, service, poller, watch, deps } = open()
  deps.isConnected = false
  const job = watch()
  await clock.advance(60_000)
  poller.pollAllNow()
  await clock.advance(60_000)
  expect(service.reads).toEqual([])
  deps.isConnected = true
  poller.pollAllNow()
  await clock.advance(100)
  expect(service.reads).toEqual([job.job_id])
})

it('what is due when a reading ends after the close is not read', async () => {
  const { clock, service, poller, watch } = open()
  const held = holdReadings(service)
  for (let index = 0; index < 8; index += 1) watch()
  await clock.advance(1_000)
  const closing = poller.close()
  held.release()
  await closing
  expect([service.reads.length, clock.waiting()]).toEqual([6, 0])
})

it('[JOB21] after a pause that the service asked for, what is due later keeps its time', async () => {
  const { clock, service, watch } = open()
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

it('closing leaves no timer behind', async () => {
  const { clock, poller, watch } = open()
  watch()
  await clock.advance(1_000)
  await poller.close()
  expect(clock.waiting()).toBe(0)
})

it('closing leaves no timer where the next reading was moved', async () => {
  const { clock, poller, watch } = open({ isQuiet: true })
  const [job] = [watch('video'), watch('video')]
  await clock.advance(1_000)
  poller.pollNow(job.job_id)
  expect(clock.waiting()).toBe(1)
  await poller.close()
  expect(clock.waiting()).toBe(0)
})

it('ignores jobs of another service', async () => {
  const { clock, service, poller, watch } = open()
  const ours = watch()
  const theirs = watch()
  poller.retain(new Set([ours.job_id]))
  await clock.advance(5_000)
  expect(new Set(service.reads)).toEqual(new Set([ours.job_id]))
  expect(poller.current(theirs.job_id)).toBe(null)
})

it.each([
  ['can’t be read', () => unreadable, { message: 'It is nested too deeply.' }],
  ['are of another job', () => pending(crypto.randomUUID()), { cause: { code: 'answer_of_other_job' } }],
] as const)(
  '[JOB33] three responses in a row that %s are shown on the run until one can be read',
  async (_, read, said) => {
    const { clock, service, seen, watch, poller } = open()
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

it('[JOB33] unreadable responses and a lost network are told apart', async () => {
  const { clock, service, watch, poller } = open()
  const job = watch()
  service.respondToRead(() => unreachable)
  await clock.advance(600_000)
  expect(poller.problem(job.job_id)).toBe(null)
})

it('[JOB33] unreadable jobs don’t delay others', async () => {
  const { clock, service, watch } = open()
  const sick = new Set(Array.from({ length: 4 }, () => watch().job_id))
  service.respondToRead((jobId) => (sick.has(jobId) ? { ...unreadable, isJson: true } : pending(jobId)))
  await clock.advance(4_000)
  const well = watch()
  await clock.advance(1_500)
  expect(service.reads.filter((jobId) => jobId === well.job_id).length).toBeGreaterThan(1)
})
