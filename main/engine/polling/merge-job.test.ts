import fc from 'fast-check'
import { expect, it } from 'vitest'
import { isTerminal, type Job, jobStatuses } from '../../../shared/api/job.ts'
import { sampleJob } from '../../testing/sample-submission.ts'
import { firstKnown, type KnownJob, mergeJob } from './merge-job.ts'

const jobId = crypto.randomUUID()
const anyJob = fc
  .record({
    status: fc.oneof(fc.constantFrom(...jobStatuses), fc.constantFrom('polishing', 'waiting for a lane')),
    progress: fc.option(fc.double({ min: 0, max: 1, noNaN: true })),
    result: fc.option(
      fc.record({ urls: fc.array(fc.constant('https://service.example/1.png'), { maxLength: 2 }) }),
    ),
  })
  .map((changes) => sampleJob({ job_id: jobId, ...changes }))

/** Every status that was shown, in order, each once while it lasts. */
function shown(first: Job, updates: readonly Job[]): string[] {
  const statuses = [first.status]
  updates.reduce((known, update) => {
    const merged = mergeJob(known, update)
    if (merged.job.status !== known.job.status) statuses.push(merged.job.status)
    return merged
  }, firstKnown(first))
  return statuses
}

it.each([
  [0.4, null, 0.4],
  [0.4, 0.2, 0.4],
  [0.2, 0.4, 0.4],
  [null, 0.2, 0.2],
  [undefined, null, 0],
  [null, undefined, 0],
])('[JOB12] progress of %s that the next status continues with %s is %s', (before, now, expected) => {
  const known = firstKnown(sampleJob({ status: 'queued', progress: before }))
  const update = sampleJob({ status: 'processing', progress: now })
  expect(mergeJob(known, update).job).toEqual({ ...update, progress: expected })
})

it('[JOB12] progress never decreases before the end, in whatever order updates arrive', () => {
  fc.assert(
    fc.property(anyJob, fc.array(anyJob), (first, updates) => {
      let known = firstKnown(first)
      for (const update of updates) {
        const merged = mergeJob(known, update)
        expect(merged.job.progress ?? 0).toBeGreaterThanOrEqual(known.job.progress ?? 0)
        known = merged
      }
    }),
  )
})

it('[JOB12] in whatever order updates arrive, listed statuses only move forward and never return', () => {
  fc.assert(
    fc.property(anyJob, fc.array(anyJob), (first, updates) => {
      const statuses = shown(first, updates)
      expect(new Set(statuses).size).toBe(statuses.length)
      const places = statuses.flatMap((status) => {
        const place = (jobStatuses as readonly string[]).indexOf(status)
        return place < 0 ? [] : [place]
      })
      expect(places).toEqual([...places].sort((left, right) => left - right))
      expect(statuses.slice(0, -1).some(isTerminal)).toBe(false)
    }),
  )
})

it('[JOB12] an unknown status blocks nothing: every end and every later status can follow it', () => {
  const pending = jobStatuses.filter((status) => !isTerminal(status))
  fc.assert(
    fc.property(
      fc.constantFrom(...pending),
      fc.string({ minLength: 1 }).filter((status) => !(jobStatuses as readonly string[]).includes(status)),
      fc.constantFrom(...jobStatuses),
      (before, unknown, after) => {
        const statuses = shown(
          sampleJob({ status: before }),
          [unknown, after].map((status) => sampleJob({ status })),
        )
        const goesOn = isTerminal(after) || jobStatuses.indexOf(after) > jobStatuses.indexOf(before)
        expect(statuses).toEqual(goesOn ? [before, unknown, after] : [before, unknown])
      },
    ),
  )
})

it('[JOB12] a repeated update changes nothing', () => {
  fc.assert(
    fc.property(anyJob, anyJob, (first, update) => {
      const once = mergeJob(firstKnown(first), update)
      expect(mergeJob(once, update)).toBe(once)
    }),
  )
})

it('[JOB12] an unknown status counts as pending and is shown by its own name, however far the job was', () => {
  const known = firstKnown(sampleJob({ status: 'sampling', progress: 0.8 }))
  const { job } = mergeJob(known, sampleJob({ status: 'polishing', progress: 0.2 }))
  expect([job.status, isTerminal(job.status)]).toEqual(['polishing', false])
})

it('a first result in the same status is a change', () => {
  const known: KnownJob = firstKnown(sampleJob({ status: 'intermediate-complete', progress: 0.5 }))
  const update = { ...known.job, result: { urls: ['https://service.example/1.png'] } }
  expect(mergeJob(known, update).job).toBe(update)
})

it('progress is a change where it is more than before; missing progress is not', () => {
  const { progress: _, ...silent } = sampleJob({ status: 'processing' })
  const half = { ...silent, progress: 0.5 }
  expect(mergeJob(firstKnown(silent), half).job).toBe(half)
  const known = firstKnown(half)
  expect(mergeJob(known, silent)).toBe(known)
})

it('[JOB12] a job that was accepted in an unknown status may move to the first listed one', () => {
  const first = sampleJob({ status: jobStatuses[0] })
  expect(mergeJob(firstKnown(sampleJob({ status: 'polishing' })), first).job.status).toBe(first.status)
})
