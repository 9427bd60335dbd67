import { isDeepStrictEqual } from 'node:util'
import type { JobListing, ListedJob } from './job-listing.ts'

/** How far the service's clock may be from ours, in milliseconds. */
export const clockSkewMs = 60_000

/** A request that may have arrived. Times by our clock, in milliseconds since the epoch. */
export interface LostAttempt {
  readonly submissionId: string
  readonly path: string
  /** Of the exact bytes that were sent. */
  readonly bodySha256: string
  readonly sentAt: number
  /** When nothing more of it was on its way. */
  readonly endedAt: number
}

export interface MatchQuestion {
  readonly attempt: LostAttempt
  /** What was sent, as JSON is read. */
  readonly body: unknown
  readonly listing: JobListing
  /** Every other request that could have made such a job and has none. */
  readonly rivals: readonly LostAttempt[]
  isClaimed(jobId: string): boolean
  readonly now: number
}

/**
 * The one job that this request made (JOB26); null where there is none, more than one, or any doubt: another request
 * that could have made it, a listing that doesn't show everything, or a time at which one more could still appear.
 */
export function matchListing({
  attempt,
  body,
  listing,
  rivals,
  isClaimed,
  now,
}: MatchQuestion): ListedJob | null {
  if (now <= windowOf(attempt).until || !covers(listing, attempt)) return null
  const found = listing.jobs.filter(
    (job) => isWithin(job, attempt) && job.path === attempt.path && isDeepStrictEqual(job.body, body),
  )
  const unclaimed = found.filter(({ jobId }) => !isClaimed(jobId))
  const [job] = unclaimed
  if (!job || unclaimed.length > 1) return null
  return rivals.some((rival) => isSameRequest(rival, attempt) && isWithin(job, rival)) ? null : job
}

/** When a job that this attempt made can have been created, by the service's clock. */
export function windowOf({ sentAt, endedAt }: LostAttempt): {
  readonly from: number
  readonly until: number
} {
  return { from: sentAt - clockSkewMs, until: endedAt + clockSkewMs }
}

function isWithin({ createdAt }: ListedJob, attempt: LostAttempt): boolean {
  const { from, until } = windowOf(attempt)
  return createdAt >= from && createdAt <= until
}

function isSameRequest(one: LostAttempt, other: LostAttempt): boolean {
  return (
    one.submissionId !== other.submissionId && one.path === other.path && one.bodySha256 === other.bodySha256
  )
}

/** Whether the listing shows all of the attempt's time: it is whole, or newest first and reaches further back. */
function covers({ jobs, isWhole }: JobListing, attempt: LostAttempt): boolean {
  if (isWhole) return true
  const times = jobs.map(({ createdAt }) => createdAt)
  const isNewestFirst = times.every((time, place) => place === 0 || time <= (times[place - 1] ?? 0))
  return isNewestFirst && (times.at(-1) ?? Number.POSITIVE_INFINITY) < windowOf(attempt).from
}
