import type { Job } from '../../shared/api/job.ts'
import type { JobService, ListJobsOutcome, PostOutcome, ReadJobOutcome } from '../engine/jobs/ports.ts'
import { sampleJob } from './sample-submission.ts'

/** A service that answers by script and remembers what it was asked. */
export interface SpyJobService extends JobService {
  readonly posts: { readonly path: string; readonly body: string }[]
  readonly reads: string[]
  /** What the next posts are answered, in order; when it is empty, each is accepted. */
  readonly answers: (PostOutcome | Promise<PostOutcome>)[]
  /** What listing the jobs is answered, and how often it was asked. */
  listing: ListJobsOutcome
  listings: number
  /** What reading a job is answered. */
  answerRead(read: (jobId: string) => ReadJobOutcome): void
}

export function createSpyJobService(): SpyJobService {
  let read: (jobId: string) => ReadJobOutcome = (jobId) => ({
    type: 'job',
    job: sampleJob({ job_id: jobId }),
  })
  const spy: SpyJobService = {
    posts: [],
    reads: [],
    answers: [],
    listing: { type: 'none' },
    listings: 0,
    answerRead(next) {
      read = next
    },
    async post(path, body) {
      spy.posts.push({ path, body: new TextDecoder().decode(body) })
      return spy.answers.shift() ?? accept(sampleJob())
    },
    async listJobs() {
      spy.listings += 1
      return spy.listing
    },
    async readJob(jobId) {
      spy.reads.push(jobId)
      return read(jobId)
    },
  }
  return spy
}

/** An answer that was read whole. */
export function answered(
  status: number,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): PostOutcome {
  return {
    type: 'answered',
    status,
    body: typeof body === 'string' ? body : JSON.stringify(body),
    header: (name) => headers[name] ?? null,
  }
}

export function accept(job: Job): PostOutcome {
  return answered(200, job)
}
