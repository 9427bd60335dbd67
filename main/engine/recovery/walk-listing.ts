import type { Clock } from '../ports.ts'
import type { JobService, ListedJob, ListingPage, UnreadableRow } from '../service/ports.ts'
import { growingPause } from '../service/retry-after.ts'

import { isReadable, type JobListing } from './job-listing.ts'

const mostPages = 400
const mostCharacters = 64 * 1024 ** 2
const longestWalkMs = 15 * 60_000
/** Between two pages, so that other requests to the service go first. */
const pagePauseMs = 250
/** How many times in a row a failing page is requested. */
const mostTries = 3
const firstPauseMs = 2_000
const longestPauseMs = 60_000

export interface WalkDeps {
  readonly service: Pick<JobService, 'listJobs'>
  readonly clock: Clock
  readonly signal: AbortSignal
  /** Older jobs, by the service's clock, are not needed; milliseconds since the epoch. */
  readonly since: number
  /** A listing counts as newest first only if its first job is at least this young. */
  readonly firstAt: number
  /** No request before this time; milliseconds since the epoch. */
  quietUntil(): number
  /** Fewer pages than a walk reads at most. */
  readonly pages?: number
  /** Called after each page with all rows so far. */
  onPage?(rows: readonly (ListedJob | UnreadableRow)[]): void
}

export type WalkOutcome =
  /** The service has no listing. */
  | { readonly type: 'none' }
  /** Whether it has one is not known yet. */
  | { readonly type: 'undescribed' }
  /**
   * `notBefore`: no request before this time; milliseconds since the epoch. `status`: of the service's refusal; null
   * where there was no readable response.
   */
  | { readonly type: 'failed'; readonly notBefore: number; readonly status: number | null }
  | { readonly type: 'listing'; readonly listing: JobListing; readonly notBefore: number }

/** The pages read so far. */
interface Pages {
  readonly rows: (ListedJob | UnreadableRow)[]
  readonly ids: Set<string>
  readonly requested: Set<string>
  pages: number
  characters: number
  clockDifferenceMs: number
}

/**
 * Reads a listing page by page, as far back as needed (JOB41, JOB42): one request at a time, behind everything
 * else, within bounds of pages, characters and time. Ends early only in a newest-first listing; otherwise it
 * reads to the end.
 */
export async function walkListing(deps: WalkDeps): Promise<WalkOutcome> {
  const { service, clock, signal } = deps
  const startedAt = clock.now()
  const read: Pages = {
    rows: [],
    ids: new Set(),
    requested: new Set(),
    pages: 0,
    characters: 0,
    clockDifferenceMs: 0,
  }
  const finish = (isWhole: boolean, notBefore = 0, status: number | null = null): WalkOutcome => {
    if (read.pages === 0) return { type: 'failed', notBefore, status }
    const { rows, clockDifferenceMs } = read
    return { type: 'listing', listing: { rows, isWhole, clockDifferenceMs }, notBefore }
  }
  let next: string | null = null
  let failures = 0
  for (;;) {
    await waitFor(deps.quietUntil() - clock.now(), deps)
    if (signal.aborted || clock.now() - startedAt > longestWalkMs) return finish(false)
    const outcome = await service.listJobs(next, signal)
    if (outcome.type === 'none' || outcome.type === 'undescribed') return outcome
    if (outcome.type === 'page') {
      failures = 0
      const isNews = take(read, outcome.page, clock.now())
      deps.onPage?.(read.rows)
      if (outcome.page.isLast) return finish(true)
      next = outcome.page.next
      if (next === null || !isNews || read.requested.has(next) || isBeyond(read, outcome.page, deps))
        return finish(false)
      if (read.pages >= (deps.pages ?? mostPages) || read.characters >= mostCharacters) return finish(false)
      read.requested.add(next)
      await waitFor(pagePauseMs, deps)
      continue
    }
    failures += 1
    const retryAfterMs = outcome.type === 'refused' ? outcome.retryAfterMs : null
    const pause = retryAfterMs ?? growingPause(failures, firstPauseMs, longestPauseMs)
    if (read.pages === 0 || failures >= mostTries || pause > longestPauseMs || !mayPass(outcome))
      return finish(
        false,
        retryAfterMs === null ? 0 : clock.now() + retryAfterMs,
        outcome.type === 'refused' ? outcome.status : null,
      )
    await waitFor(pause, deps)
  }
}

/** Returns whether the page brought anything new; one with only known rows is a repeated page. */
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

/** Whether everything so far is newest first, and this whole page is older than needed. */
function isBeyond(read: Pages, { rows }: ListingPage, { since, firstAt }: WalkDeps): boolean {
  const times = rows.filter(isReadable).map(({ createdAt }) => createdAt)
  return times.length > 0 && times.every((time) => time < since) && passes(read.rows, firstAt)
}

/**
 * Whether the rows are newest first over this time: the first is young enough, the last is older, none is out
 * of order. A first page of old jobs only could also be the start of an oldest-first listing.
 */
export function passes(rows: readonly (ListedJob | UnreadableRow)[], time: number): boolean {
  const times = rows.filter(isReadable).map(({ createdAt }) => createdAt)
  const [first = Number.NEGATIVE_INFINITY, last = Number.POSITIVE_INFINITY] = [times[0], times.at(-1)]
  return first >= time && last < time && isNewestFirst(rows)
}

/** Whether no readable row is younger than the one before it. */
export function isNewestFirst(rows: readonly (ListedJob | UnreadableRow)[]): boolean {
  const times = rows.filter(isReadable).map(({ createdAt }) => createdAt)
  return times.every((time, place) => place === 0 || time <= (times[place - 1] ?? 0))
}

/** Whether another try may succeed: not where the key is refused, or the page does not exist. */
function mayPass(outcome: { readonly type: string; readonly status?: number }): boolean {
  const { status } = outcome
  return status === undefined || status === 429 || status >= 500
}

/** Resolves at once where it is aborted. */
export async function waitFor(
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
