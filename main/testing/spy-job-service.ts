import type { Job } from '../../shared/api/job.ts'
import type {
  JobService,
  ListingPage,
  ListJobsOutcome,
  PostOutcome,
  ReadJobOutcome,
} from '../engine/service/ports.ts'

import { sampleJob } from './sample-submission.ts'

/** A service that responds by script and records its requests. */
export interface SpyJobService extends JobService {
  readonly posts: { readonly path: string; readonly body: string }[]
  readonly reads: string[]
  /** The responses to the next posts, in order; when it is empty, each is accepted. */
  readonly responses: (PostOutcome | Promise<PostOutcome>)[]
  /** The response for each page of the listing, by its number from 0; how often one was requested, and which. */
  listing: ListJobsOutcome | ((page: number) => ListJobsOutcome)
  listings: number
  /** The response to reading a job. */
  respondToRead(read: (jobId: string) => ReadJobOutcome): void
}

export function createSpyJobService(): SpyJobService {
  let read: (jobId: string) => ReadJobOutcome = (jobId) => ({
    type: 'job',
    job: sampleJob({ job_id: jobId }),
  })
  const spy: SpyJobService = {
    posts: [],
    reads: [],
    responses: [],
    listing: { type: 'none' },
    listings: 0,
    respondToRead(next) {
      read = next
    },
    async post(path, body) {
      if (!(body instanceof Uint8Array)) throw new Error('This service takes JSON.')
      spy.posts.push({ path, body: new TextDecoder().decode(body) })
      return spy.responses.shift() ?? accept(sampleJob())
    },
    listsJobs: () => typeof spy.listing === 'function' || spy.listing.type !== 'none',
    async listJobs(next) {
      spy.listings += 1
      const { listing } = spy
      return typeof listing === 'function' ? listing(Number(next ?? '0')) : listing
    },
    async readJob(jobId) {
      spy.reads.push(jobId)
      return read(jobId)
    },
  }
  return spy
}

/** A response that was read whole. */
export function responded(
  status: number,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): PostOutcome {
  return {
    type: 'responded',
    status,
    body: typeof body === 'string' ? body : JSON.stringify(body),
    header: (name) => headers[name] ?? null,
  }
}

export function accept(job: Job): PostOutcome {
  return responded(200, job)
}

/** A page of a listing, the last by default. */
export function listingPage(changes: Partial<ListingPage>): Extract<ListJobsOutcome, { type: 'page' }> {
  const page = { rows: [], next: null, isLast: true, length: 100, serviceTime: null, ...changes }
  return { type: 'page', page }
}
