import { createHash } from 'node:crypto'
import type { Job } from '../../shared/api/job.ts'
import type { Submission } from '../engine/submissions/submission.ts'

/** A confirmed run for tests; `changes` holds what matters to the test. */
export function sampleSubmission(changes: Partial<Submission> = {}): Submission {
  const values = changes.values ?? { prompt: 'a quiet sea at dusk' }
  return {
    submissionId: crypto.randomUUID(),
    batchId: crypto.randomUUID(),
    modelId: 'i3',
    kind: 'image',
    serviceId: 'sandbox',
    path: '/generate/image/sandbox/i3',
    bodySha256: createHash('sha256').update(JSON.stringify(values)).digest('hex'),
    estimate: { kind: 'unlisted' },
    settled: null,
    state: 'confirmed',
    attempts: 0,
    confirmedAt: Date.parse('2026-11-20T12:00:00Z'),
    updatedAt: Date.parse('2026-11-20T12:00:00Z'),
    sentAt: null,
    problem: null,
    job: null,
    jobMilliseconds: null,
    repeats: null,
    ...changes,
    values,
  }
}

/** A job record as the service returns it, pending by default. */
export function sampleJob(changes: Partial<Job> = {}): Job {
  return {
    job_id: crypto.randomUUID(),
    status: 'backlogged',
    created_at: '2026-11-20T12:00:00Z',
    completed_at: null,
    result: null,
    progress: 0,
    ...changes,
  }
}
