import { expect, it } from 'vitest'
import type { Job } from '../../../shared/api/job.ts'
import { createFakeClock } from '../../testing/fake-clock.ts'
import { sampleJob } from '../../testing/sample-submission.ts'
import { createSpyJobService } from '../../testing/spy-job-service.ts'
import { createPoller } from './poller.ts'

function open({ isQuiet = false } = {}) {
  const clock = createFakeClock()
  const service = createSpyJobService()
  const seen: { submissionId: string; job: Job }[] = []
  const poller = createPoller({
    clock,
    random: { next: () => 0.5 },
    service: () => service,
    onJob: (submissionId, job) => seen.push({ submissionId, job }),
    isQuiet: () => isQuiet,
  })
  function watch(kind: 'image' | 'video' | 'audio' = 'image') {
    const job = sampleJob()
    poller.watch({ submissionId: job.job_id, kind, acceptedAt: clock.now(), job })
    return job
  }
  return { clock, service, seen, poller, watch }
}

it('[JOB13] reads a job until it ends and not once more', async () => {
  const { clock, service, seen, watch, poller } = open()
  const job = watch()
  await clock.advance(3_000)
  const readsWhilePending = service.reads.length
  expect(readsWhilePending).toBeGreaterThan(1)
  service.answerRead((jobId) => ({ type: 'job', job: sampleJob({ job_id: jobId, status: 'completed' }) }))
  await clock.advance(5_000)
  const reads = service.reads.length
  await clock.advance(3_600_000)
  expect([service.reads.length, clock.waiting(), poller.current(job.job_id)]).toEqual([reads, 0, null])
  expect(seen.map(({ job: { status } }) => status)).toEqual(['completed'])
})

it('[JOB13] reads ever less often as a job grows old', async () => {
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
  const [told, other] = [watch('video'), watch('video')]
  await clock.advance(1_000)
  const before = service.reads.length
  poller.hurryOne(told.job_id)
  poller.hurryOne('no such run')
  await clock.advance(1)
  expect(service.reads.slice(before)).toEqual([told.job_id])
  expect(service.reads).toContain(other.job_id)
})

it('[JOB12] tells of steps forward only', async () => {
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
  service.answerRead((jobId) => {
    const status = script.shift() ?? 'completed'
    return { type: 'job', job: sampleJob({ job_id: jobId, status, progress: 0 }) }
  })
  await clock.advance(60_000)
  expect(seen.map(({ job }) => job.status)).toEqual(['queued', 'processing', 'sampling', 'completed'])
})

it('[JOB14] keeps to a Retry-After', async () => {
  const { clock, service, watch } = open()
  watch()
  service.answerRead(() => ({ type: 'refused', status: 429, message: 'Slow down.', retryAfterMs: 40_000 }))
  await clock.advance(39_000)
  expect(service.reads.length).toBe(1)
  await clock.advance(3_000)
  expect(service.reads.length).toBe(2)
})

it('[JOB14] failures only slow the reading down, and it recovers', async () => {
  const { clock, service, seen, watch } = open()
  watch()
  service.answerRead(() => ({ type: 'unreachable', cause: 'No network.' }))
  await clock.advance(600_000)
  const reads = service.reads.length
  expect(reads).toBeLessThan(30)
  service.answerRead((jobId) => ({ type: 'job', job: sampleJob({ job_id: jobId, status: 'completed' }) }))
  await clock.advance(120_000)
  expect(seen.at(-1)?.job.status).toBe('completed')
})

it('[JOB13] hurrying reads all at once, a few at a time', async () => {
  const { clock, service, poller, watch } = open()
  for (let index = 0; index < 50; index += 1) watch('video')
  service.answerRead(() => ({ type: 'unreachable', cause: 'No network.' }))
  await clock.advance(300_000)
  const before = service.reads.length
  poller.hurry()
  await clock.advance(1)
  expect(service.reads.length - before).toBeGreaterThanOrEqual(50)
})

it('an answer about another job is no news of this one', async () => {
  const { clock, service, seen, watch } = open()
  watch()
  service.answerRead(() => ({ type: 'job', job: sampleJob({ status: 'completed' }) }))
  await clock.advance(5_000)
  expect(seen).toEqual([])
})

it('closing leaves no timer behind', async () => {
  const { clock, poller, watch } = open()
  watch()
  await clock.advance(1_000)
  await poller.close()
  expect(clock.waiting()).toBe(0)
})

it('leaves alone what belongs to another service', async () => {
  const { clock, service, poller, watch } = open()
  const ours = watch()
  const theirs = watch()
  poller.retain(new Set([ours.job_id]))
  await clock.advance(5_000)
  expect(new Set(service.reads)).toEqual(new Set([ours.job_id]))
  expect(poller.current(theirs.job_id)).toBe(null)
})
