import { expect, it } from 'vitest'
import { sampleJob, sampleSubmission } from '../../testing/sample-submission.ts'
import { measureRun } from './run-duration.ts'

const second = 1_000
const sentAt = Date.parse('2026-12-01T08:00:00Z')

/** A run of a service whose clock is eleven days behind ours; its end was noticed after `noticed` milliseconds. */
function ended(completedAt: string | null, noticed: number, status = 'completed') {
  return sampleSubmission({
    state: 'accepted',
    sentAt,
    updatedAt: sentAt + noticed,
    job: sampleJob({ status, completed_at: completedAt }),
  })
}

it.each([
  ['2026-11-20T12:00:09Z', 10 * second, 9 * second],
  ['2026-11-20T12:00:00Z', 0, 0],
  ['2026-11-20T12:00:09Z', 7 * second, 9 * second],
  ['2026-11-20T12:00:09Z', 129 * second, 9 * second],
])('[JOB60] a job completed at %s and noticed after %i ms took %i ms', (completedAt, noticed, took) => {
  expect(measureRun(ended(completedAt, noticed))).toBe(took)
})

it.each([
  ['noticed late', '2026-11-20T12:00:09Z', 129 * second + 1],
  ['longer than since it was sent', '2026-11-20T12:00:09Z', 7 * second - 1],
  ['completed before it was created', '2026-11-20T11:59:59Z', 10 * second],
  ['without an end', null, 10 * second],
])('[JOB60] a job that is %s says nothing of a duration', (_, completedAt, noticed) => {
  expect(measureRun(ended(completedAt, noticed))).toBeNull()
})

it('[JOB60] ended jobs are measured; one that was found, never seen sent, by its own times', () => {
  expect(measureRun(ended('2026-11-20T12:00:09Z', 10 * second, 'failed'))).toBe(9 * second)
  expect(measureRun(ended('2026-11-20T12:00:09Z', 10 * second, 'processing'))).toBeNull()
  expect(measureRun(sampleSubmission())).toBeNull()
  const found = { ...ended('2026-11-20T12:00:09Z', 0), sentAt: null, updatedAt: sentAt + 999 * second }
  expect(measureRun(found)).toBe(9 * second)
})
