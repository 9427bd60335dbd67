import { isDeepStrictEqual } from 'node:util'
import { ownMember } from '../../../shared/own-member.ts'
import type { ListedJob, UnreadableRow } from '../service/ports.ts'
import { isReadable, type JobListing } from './job-listing.ts'
import { isNewestFirst, passes } from './walk-listing.ts'

/** How far the service's clock may be from ours for a job to be matched to a run, in milliseconds. */
export const clockSkewMs = 60_000
/** The same for ruling out that a job is missed. */
export const absenceMarginMs = 5 * 60_000
const sameDayMs = 86_400_000

/** A request that may have arrived. Times by our clock, in milliseconds since the epoch. */
export interface LostAttempt {
  readonly submissionId: string
  readonly path: string
  /** Of the exact bytes that were sent. */
  readonly bodySha256: string
  readonly sentAt: number
  /** When nothing of it was under way any more. */
  readonly endedAt: number
}

export interface MatchQuestion {
  readonly attempt: LostAttempt
  /** The request's parsed JSON. */
  readonly body: unknown
  readonly listing: JobListing
  /** Every other request that could have made such a job and has none. */
  readonly rivals: readonly LostAttempt[]
  isClaimed(jobId: string): boolean
  readonly now: number
}

export type ListingVerdict =
  /** The one job made by this request. */
  | { readonly type: 'found'; readonly job: ListedJob }
  /** The listing covers its whole time and more, and holds no job that can be this request's. */
  | { readonly type: 'absent' }
  /** The listing has a job that can be this request's, but without certainty. */
  | { readonly type: 'unclear' }
  /** The listing doesn't cover its whole time. */
  | { readonly type: 'partial' }
  /** A job of this request's could still appear. */
  | { readonly type: 'early' }

/**
 * The verdict of a listing on a request whose response was lost (JOB26, JOB44). `found` only without any doubt:
 * no other request that could have made the job, no second candidate, no unreadable row that could be one.
 * `absent` only where the listing covers the request's time with a margin larger than clock differences.
 */
export function matchListing(question: MatchQuestion): ListingVerdict {
  const { attempt, listing, now, rivals } = question
  const near = windowOf(attempt)
  if (now <= near.until) return { type: 'early' }
  if (!covers(listing, near.from)) return { type: 'partial' }
  const found = unclaimedIn(question, near).filter((row) => isSame(row, question))
  const [job] = found
  if (job) {
    const hasRival = rivals.some((rival) => isSameRequest(rival, attempt) && isWithin(job, windowOf(rival)))
    const isAlone = found.length === 1 && !hasUnreadable(question, near)
    return isAlone && !hasRival ? { type: 'found', job } : { type: 'unclear' }
  }
  const far = windowOf(attempt, absenceMarginMs)
  if (now <= far.until) return { type: 'early' }
  if (!covers(listing, far.from)) return { type: 'partial' }
  if (hasUnreadable(question, far)) return { type: 'unclear' }
  const mayBe = unclaimedIn(question, far).some((row) => mayBeSame(row, question))
  return mayBe || listing.clockDifferenceMs > absenceMarginMs ? { type: 'unclear' } : { type: 'absent' }
}

interface Window {
  readonly from: number
  readonly until: number
}

/** When a job made by this attempt can have been created, by the service's clock. */
export function windowOf({ sentAt, endedAt }: LostAttempt, marginMs = clockSkewMs): Window {
  return { from: sentAt - marginMs, until: endedAt + marginMs }
}

function isWithin({ createdAt }: { readonly createdAt: number }, { from, until }: Window): boolean {
  return createdAt >= from && createdAt <= until
}

function unclaimedIn({ listing, isClaimed }: MatchQuestion, window: Window): ListedJob[] {
  return listing.rows.filter(isReadable).filter((job) => isWithin(job, window) && !isClaimed(job.jobId))
}

/** Whether an unreadable row could be a job of this time; not if a run has its job. */
function hasUnreadable({ listing, isClaimed }: MatchQuestion, window: Window): boolean {
  const isOrdered = isNewestFirst(listing.rows)
  return listing.rows.some((row, place) => {
    if (isReadable(row) || (row.jobId !== null && isClaimed(row.jobId))) return false
    if (row.createdAt !== null) return isWithin({ createdAt: row.createdAt }, window)
    return !isOrdered || isBetween(listing.rows, place, window)
  })
}

/** Whether a row's possible time, bounded by its neighbours in a newest-first listing, overlaps the window. */
function isBetween(rows: JobListing['rows'], place: number, { from, until }: Window): boolean {
  const timeOf = (row: ListedJob | UnreadableRow | undefined) => row && isReadable(row) && row.createdAt
  const younger = timeOf(rows.slice(0, place).findLast(isReadable))
  const older = timeOf(rows.slice(place).find(isReadable))
  return (typeof younger !== 'number' || younger >= from) && (typeof older !== 'number' || older <= until)
}

function isSame(
  { path, body }: ListedJob,
  { attempt, body: sent }: Pick<MatchQuestion, 'attempt' | 'body'>,
): boolean {
  return path !== null && isSamePath(path, attempt.path) && isDeepStrictEqual(body, sent)
}

/**
 * Whether a job may be this request's: a service may omit or add fields, and stores files elsewhere; only a
 * differing plain value rules it out.
 */
function mayBeSame(
  { path, body }: ListedJob,
  { attempt, body: sent }: Pick<MatchQuestion, 'attempt' | 'body'>,
): boolean {
  if (path !== null && !isSamePath(path, attempt.path)) return false
  if (body === null || typeof sent !== 'object' || sent === null) return true
  const shown = body as Readonly<Record<string, unknown>>
  return !Object.entries(sent).some(([name, value]) => {
    if (!isPlain(value) || !Object.hasOwn(shown, name) || !isPlain(ownMember(shown, name))) return false
    return String(value).trim() !== String(ownMember(shown, name)).trim()
  })
}

/**
 * Whether a job may be this request's, without any certainty: by its time with a wide margin and by what is known of it, or
 * as the very same request of that day, should the clocks differ more. `body`: the request's parsed JSON, null where that
 * can't be known any more.
 */
export function mayBeOf(job: ListedJob, attempt: LostAttempt, body: unknown): boolean {
  const question = { attempt, body }
  if (isWithin(job, windowOf(attempt, absenceMarginMs))) return mayBeSame(job, question)
  return isWithin(job, windowOf(attempt, sameDayMs)) && isSame(job, question)
}

function isPlain(value: unknown): value is string | number | boolean {
  if (typeof value === 'string') return !/^(data:|https?:)/i.test(value)
  return typeof value === 'number' || typeof value === 'boolean'
}

function isSameRequest(one: LostAttempt, other: LostAttempt): boolean {
  return (
    one.submissionId !== other.submissionId && one.path === other.path && one.bodySha256 === other.bodySha256
  )
}

/** Whether the listing shows everything since then: it is complete, or ordered newest first beyond that time. */
function covers({ rows, isWhole }: JobListing, from: number): boolean {
  return isWhole || passes(rows, from)
}

/** A listing may show a path with or without what the service puts before its paths (CAT33). */
function isSamePath(one: string, other: string): boolean {
  return fromGenerate(one) === fromGenerate(other)
}

/** A path without what a service puts before its paths. */
export function fromGenerate(path: string): string {
  const at = path.indexOf('/generate/')
  return at < 0 ? path : path.slice(at)
}
