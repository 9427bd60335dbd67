import type { Clock } from '../ports.ts'
import { growingPause } from '../service/retry-after.ts'
import type { JobService } from '../submissions/ports.ts'
import { isReadable, type JobListing, type ListedJob, type UnreadableRow } from './job-listing.ts'
import type { ListingPage } from './listing-page.ts'

const mostPages = 400
const mostCharacters = 64 * 1024 ** 2
const longestWalkMs = 15 * 60_000
/** Between two pages, so that whatever else is asked of the service goes first. */
const pagePauseMs = 250
/** So many times in a row a page is requested that doesn't come. */
const mostTries = 3
const firstPauseMs = 2_000
const longestPauseMs = 60_000

export interface WalkDeps {
  readonly service: Pick<JobService, 'listJobs'>
  readonly clock: Clock
  readonly signal: AbortSignal
  /** What is older by the service's clock is not needed; milliseconds since the epoch. */
  readonly since: number
  /** Only a listing whose first job is as young as this shows by its order that it goes from new to old. */
  readonly firstAt: number
  /** Before this time the service wants to be left alone; milliseconds since the epoch. */
  quietUntil(): number
}

export type WalkOutcome =
  /** The service has no listing. */
  | { readonly type: 'none' }
  /** `notBefore`: the service wants no more of it earlier; milliseconds since the epoch. */
  | { readonly type: 'failed'; readonly notBefore: number }
  | { readonly type: 'listing'; readonly listing: JobListing; readonly notBefore: number }

/** What has been read so far. */
interface Pages {
  readonly rows: (ListedJob | UnreadableRow)[]
  readonly ids: Set<string>
  readonly asked: Set<string>
  pages: number
  characters: number
  clockDifferenceMs: number
}

/**
 * Reads a listing page by page, as far back as is needed (JOB41, JOB42): one request at a time, behind everything else,
 * within bounds of pages, characters and time. Newest first is what ends it early; out of that order it continues.
 */
export async function walkListing(deps: WalkDeps): Promise<WalkOutcome> {
  const { service, clock, signal } = deps
  const startedAt = clock.now()
  const read: Pages = {
    rows: [],
    ids: new Set(),
    asked: new Set(),
    pages: 0,
    characters: 0,
    clockDifferenceMs: 0,
  }
  const finish = (isWhole: boolean, notBefore = 0): WalkOutcome => {
    if (read.pages === 0) return { type: 'failed', notBefore }
    const { rows, clockDifferenceMs } = read
    return { type: 'listing', listing: { rows, isWhole, clockDifferenceMs }, notBefore }
  }
  let next: string | null = null
  let failures = 0
  for (;;) {
    await waitFor(deps.quietUntil() - clock.now(), deps)
    if (signal.aborted || clock.now() - startedAt > longestWalkMs) return finish(false)
    const outcome = await service.listJobs(next, signal)
    if (outcome.type === 'none') return outcome
    if (outcome.type === 'page') {
      failures = 0
      const isNews = take(read, outcome.page, clock.now())
      if (outcome.page.isLast) return finish(true)
      next = outcome.page.next
      if (next === null || !isNews || read.asked.has(next) || isBeyond(read, outcome.page, deps))
        return finish(false)
      if (read.pages >= mostPages || read.characters >= mostCharacters) return finish(false)
      read.asked.add(next)
      await waitFor(pagePauseMs, deps)
      continue
    }
    failures += 1
    const retryAfterMs = outcome.type === 'refused' ? outcome.retryAfterMs : null
    const pause = retryAfterMs ?? growingPause(failures, firstPauseMs, longestPauseMs)
    if (read.pages === 0 || failures >= mostTries || pause > longestPauseMs || !mayPass(outcome))
      return finish(false, retryAfterMs === null ? 0 : clock.now() + retryAfterMs)
    await waitFor(pause, deps)
  }
}

/** Returns whether the page brought anything; one that brings only what is known is a page that comes again. */
function take(read: Pages, { rows, length, serviceTime }: ListingPage, now: number): boolean {
  const known = read.rows.length
  for (const row of rows) {
    const id = row.jobId?.toLowerCase()
    if (id !== undefined && read.ids.has(id)) continue
    if (id !== undefined) read.ids.add(id)
    read.rows.push(row)
  }
  read.pages += 1
  read.characters += length
  if (serviceTime !== null)
    read.clockDifferenceMs = Math.max(read.clockDifferenceMs, Math.abs(serviceTime - now))
  return rows.length === 0 || read.rows.length > known
}

/** Whether everything so far goes from new to old, and all of this page is older than what is needed. */
function isBeyond(read: Pages, { rows }: ListingPage, { since, firstAt }: WalkDeps): boolean {
  const times = rows.filter(isReadable).map(({ createdAt }) => createdAt)
  return times.length > 0 && times.every((time) => time < since) && passes(read.rows, firstAt)
}

/**
 * Whether the rows go from new to old over this time: the first is as young, the last is older, none is out of order. A
 * first page of old jobs alone could as well be the beginning of a listing that goes from old to new.
 */
export function passes(rows: readonly (ListedJob | UnreadableRow)[], time: number): boolean {
  const times = rows.filter(isReadable).map(({ createdAt }) => createdAt)
  const [first = Number.NEGATIVE_INFINITY, last = Number.POSITIVE_INFINITY] = [times[0], times.at(-1)]
  return first >= time && last < time && isNewestFirst(rows)
}

/** Whether each readable row is no younger than the one before it. */
export function isNewestFirst(rows: readonly (ListedJob | UnreadableRow)[]): boolean {
  const times = rows.filter(isReadable).map(({ createdAt }) => createdAt)
  return times.every((time, place) => place === 0 || time <= (times[place - 1] ?? 0))
}

/** Whether the same page may come another time: not what the key is refused for, or what is not there. */
function mayPass(outcome: { readonly type: string; readonly status?: number }): boolean {
  const { status } = outcome
  return status === undefined || status === 429 || status >= 500
}

async function waitFor(
  milliseconds: number,
  { clock, signal }: Pick<WalkDeps, 'clock' | 'signal'>,
): Promise<void> {
  if (milliseconds <= 0 || signal.aborted) return
  await new Promise<void>((resolve) => {
    const end = () => {
      undo()
      signal.removeEventListener('abort', end)
      resolve()
    }
    const undo = clock.setTimer(milliseconds, end)
    signal.addEventListener('abort', end)
  })
}
