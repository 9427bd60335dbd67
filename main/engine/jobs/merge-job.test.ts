import fc from 'fast-check'
import { expect, it } from 'vitest'
import { isTerminal, jobStatuses, statusRank } from '../../../shared/api/job.ts'
import { sampleJob } from '../../testing/sample-submission.ts'
import { mergeJob } from './merge-job.ts'

const jobId = crypto.randomUUID()
const anyJob = fc
  .record({
    status: fc.oneof(fc.constantFrom(...jobStatuses), fc.constant('polishing')),
    progress: fc.double({ min: 0, max: 1, noNaN: true }),
  })
  .map((changes) => sampleJob({ job_id: jobId, ...changes }))

it('[JOB12] however updates arrive, the status never goes back and an end is final', () => {
  fc.assert(
    fc.property(anyJob, fc.array(anyJob), (first, updates) => {
      updates.reduce((known, update) => {
        const merged = mergeJob(known, update)
        expect(statusRank(merged.status)).toBeGreaterThanOrEqual(statusRank(known.status))
        if (isTerminal(known.status)) expect(merged).toBe(known)
        return merged
      }, first)
    }),
  )
})

it('[JOB12] a repeated update changes nothing', () => {
  fc.assert(
    fc.property(anyJob, anyJob, (first, update) => {
      const once = mergeJob(first, update)
      expect(mergeJob(once, update)).toBe(once)
    }),
  )
})

it('[JOB12] an unknown status counts as pending and is shown as it is called', () => {
  const merged = mergeJob(
    sampleJob({ job_id: jobId }),
    sampleJob({ job_id: jobId, status: 'polishing', progress: 0.2 }),
  )
  expect([merged.status, isTerminal(merged.status)]).toEqual(['polishing', false])
})

it('a first result in the same status is news', () => {
  const known = sampleJob({ status: 'intermediate-complete', progress: 0.5 })
  const update = { ...known, result: { urls: ['https://service.example/1.png'] } }
  expect(mergeJob(known, update)).toBe(update)
})
