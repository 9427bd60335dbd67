import { expect, it } from 'vitest'
import { holdReadings, openPoller } from '../../testing/open-poller.ts'
import { sampleJob } from '../../testing/sample-submission.ts'
import type { ReadJobOutcome } from '../service/ports.ts'

const unreadable = { type: 'unreadable', cause: 'It is nested too deeply.' } as const
const unreachable: ReadJobOutcome = { type: 'unreachable', cause: 'No network.' }
const pending = (jobId: string): ReadJobOutcome => ({ type: 'job', job: sampleJob({ job_id: jobId }) })
const hour = 3_600_000

it('[JOB13] reads a job until it ends, and never again', async () => {
  const { clock, service, seen, watch, poller } = openPoller()
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
  const { clock, service, watch } = openPoller()
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
  const [usual, quiet] = [openPoller(), openPoller({ isQuiet: true })]
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
  const { clock, service, poller, watch } = openPoller({ isQuiet: true })
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
  const { clock, service, poller, watch, deps } = openPoller({ isQuiet: true })
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

it.each<[string, ReadJobOutcome | null]>([
  ['its end', null],
  ['that it is missing', { type: 'refused', status: 404, message: 'No such job.', retryAfterMs: null }],
  ['nothing', unreachable],
])(
  'a reading that was under way when its job was removed, and says %s, changes nothing and schedules no other',
  async (_, outcome) => {
    const { clock, service, poller, seen, watch } = openPoller()
    const job = watch()
    const held = holdReadings(service)
    service.respondToRead(
      (jobId) => outcome ?? { type: 'job', job: sampleJob({ job_id: jobId, status: 'completed' }) },
    )
    await clock.advance(1_000)
    poller.drop()
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
  const { clock, service, poller, seen, watch } = openPoller()
  const job = watch()
  const held = holdReadings(service)
  service.respondToRead((jobId) => ({ type: 'job', job: sampleJob({ job_id: jobId, status: 'completed' }) }))
  await clock.advance(1_000)
  poller.drop()
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
  const { clock, service, seen, watch } = openPoller()
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

it('[JOB13] polling all now reads every job soon, one after another', async () => {
  const { clock, service, poller, watch } = openPoller()
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
  const { clock, service, poller, watch } = openPoller()
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
  const { clock, service, watch } = openPoller()
  for (let index = 0; index < 1_000; index += 1) watch('image', hour)
  await clock.advance(600_000)
  const before = service.reads.length
  await clock.advance(600_000)
  expect((service.reads.length - before) / 600).toBeLessThanOrEqual(21)
  expect((service.reads.length - before) / 600).toBeGreaterThan(15)
})

it('[JOB20] young jobs are read before old ones, and old ones are still read', async () => {
  const { clock, service, watch } = openPoller()
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

it('[JOB24] a job that the service no longer knows is reported as missing, read seldom, and never given up', async () => {
  const { clock, service, poller, seen, watch } = openPoller()
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
  const { clock, service, poller, seen, watch, deps } = openPoller()
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
  const { clock, poller } = openPoller()
  poller.pollAllNow()
  poller.resumeAfterSleep()
  await clock.advance(60_000)
  expect(clock.waiting()).toBe(0)
})

it('a response about another job is ignored', async () => {
  const { clock, service, seen, watch, poller } = openPoller()
  const job = watch()
  service.respondToRead(() => ({ type: 'job', job: sampleJob({ status: 'completed' }) }))
  await clock.advance(5_000)
  expect(seen.filter((one) => one.job !== job)).toEqual([])
  expect(poller.current(job.job_id)).toBe(job)
})

it('[JOB19] chance makes a pause shorter or longer by 15 %', async () => {
  const readsIn = async (chance: number) => {
    const { clock, service, watch } = openPoller({ chance })
    watch('image', hour)
    await clock.advance(600_000)
    return service.reads.length
  }
  const [shorter, usual, longer] = [await readsIn(0), await readsIn(0.5), await readsIn(1)]
  expect([shorter > usual, usual > longer]).toEqual([true, true])
})

it('[JOB20] when all are polled now the youngest is first, and each begins within 25 ms of the one before', async () => {
  const { clock, service, poller, watch } = openPoller()
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
    const { clock, service, poller, watch } = openPoller()
    const job = watch()
    service.respondToRead(() => outcome)
    await clock.advance(600_000)
    expect(poller.problem(job.job_id)).not.toBeNull()
    poller.drop()
    expect([poller.problem(job.job_id), poller.running(), clock.waiting()]).toEqual([null, 0, 0])
  }
})

it.each([
  ['capitals', (id: string) => id.toUpperCase(), (id: string) => id],
  ['small letters', (id: string) => id, (id: string) => id.toUpperCase()],
])('a job whose id is read in %s is the same job', async (_, inReading, known) => {
  const { clock, service, seen, poller } = openPoller()
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
  const { clock, service, poller, watch } = openPoller()
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
  const { clock, service, poller, watch } = openPoller()
  service.readJob = (_, signal) =>
    new Promise((resolve) => signal?.addEventListener('abort', () => resolve(unreachable)))
  watch()
  await clock.advance(1_000)
  await poller.close()
  expect(clock.waiting()).toBe(0)
})

it('[JOB13] a timer that comes a moment before the wall clock does is set once more', async () => {
  const { clock, service, watch } = openPoller()
  const setTimer = clock.setTimer.bind(clock)
  clock.setTimer = (milliseconds, callback) => setTimer(Math.max(1, milliseconds - 1), callback)
  watch()
  await clock.advance(60_000)
  expect(service.reads.length).toBeGreaterThan(10)
})

it('[JOB13] without a service nothing is read, and all is once one is there', async () => {
  const { clock, service, poller, watch, deps } = openPoller()
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
  const { clock, service, poller, watch } = openPoller()
  const held = holdReadings(service)
  for (let index = 0; index < 8; index += 1) watch()
  await clock.advance(1_000)
  const closing = poller.close()
  held.release()
  await closing
  expect([service.reads.length, clock.waiting()]).toEqual([6, 0])
})

it('closing leaves no timer behind', async () => {
  const { clock, poller, watch } = openPoller()
  watch()
  await clock.advance(1_000)
  await poller.close()
  expect(clock.waiting()).toBe(0)
})

it('closing leaves no timer where the next reading was moved', async () => {
  const { clock, poller, watch } = openPoller({ isQuiet: true })
  const [job] = [watch('video'), watch('video')]
  await clock.advance(1_000)
  poller.pollNow(job.job_id)
  expect(clock.waiting()).toBe(1)
  await poller.close()
  expect(clock.waiting()).toBe(0)
})
