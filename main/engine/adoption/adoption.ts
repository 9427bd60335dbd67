import type { Job } from '../../../shared/api/job.ts'
import { uuidSchema } from '../../../shared/api/job.ts'
import {
  type AdoptionFailure,
  type AdoptionView,
  type ForeignJobState,
  mostFoundJobs,
} from '../../../shared/bridge/adoption-procedures.ts'
import { reasonOf } from '../../../shared/failures/reason.ts'
import { isReadable, readRow } from '../recovery/job-listing.ts'
import { passes, waitFor, walkListing } from '../recovery/walk-listing.ts'
import type { ListedJob, ReadJobOutcome, UnreadableRow } from '../service/ports.ts'
import { growingPause } from '../service/retry-after.ts'
import { asksForTime, isGone, isMiss } from '../service/service-gate.ts'
import {
  type FoundJob,
  fromJob,
  fromRow,
  fromRun,
  mayBeTaken,
  type OfferedModel,
  runOfJob,
  unread,
} from './foreign-job.ts'
import type { AdoptionDeps } from './ports.ts'

const dayMs = 86_400_000
/** A longer pause that the service asks for ends the reading; the person begins it again. */
const longestPauseMs = 5 * 60_000
const firstPauseMs = 2_000
const mostPauses = 5
/** How often one job is read where there is no response, and after how many such jobs in a row the service is away. */
const mostMisses = 2
const missesUntilAway = 3
/** Pages of a listing that are read for what jobs' own records don't say. */
const pagesForIds = 20

type Counts = Pick<
  AdoptionView,
  'read' | 'here' | 'reserved' | 'ended' | 'unreadable' | 'isWhole' | 'isCut' | 'chosen' | 'done' | 'taken'
>

/** One look at jobs that were started elsewhere: what was found, and how far reading or taking it is. */
export interface Look {
  readonly serviceId: string
  readonly models: readonly OfferedModel[]
  /** The newest first, or in the order of the ids. */
  readonly found: FoundJob[]
  readonly counts: Counts
  pausedUntil: number | null
}

export interface LookWatch {
  readonly signal: AbortSignal
  /** Something in the look has changed. */
  onProgress(): void
}

export function startLook(deps: AdoptionDeps, serviceId: string): Look {
  return {
    serviceId,
    models: deps.models(),
    found: [],
    counts: {
      ...{ read: 0, here: 0, reserved: 0, ended: 0, unreadable: 0 },
      ...{ isWhole: false, isCut: false, chosen: 0, done: 0, taken: 0 },
    },
    pausedUntil: null,
  }
}

/** Reads jobs by their ids, one after the other; each costs only itself (ADOPT2). Returns why it ended early. */
export async function readByIds(
  jobIds: readonly string[],
  look: Look,
  deps: AdoptionDeps,
  watch: LookWatch,
): Promise<AdoptionFailure | null> {
  const failure = await readEach(jobIds, look, deps, watch)
  if (failure === null) await completeFromListing(look, deps, watch)
  const isReserved = await deps.reserved(look.serviceId)
  for (const [place, one] of look.found.entries()) {
    const { jobId, createdAt, path, body } = one
    if (createdAt !== null && mayBeTaken(one) && isReserved({ jobId, createdAt, path, body }))
      look.found[place] = { ...one, state: 'reserved' }
  }
  return failure
}

async function readEach(
  jobIds: readonly string[],
  look: Look,
  deps: AdoptionDeps,
  watch: LookWatch,
): Promise<AdoptionFailure | null> {
  const { counts } = look
  const reader = createReader(look, deps, watch)
  for (const given of new Set(jobIds.map((id) => id.trim().toLowerCase()))) {
    const run = deps.runOf(given)
    if (!uuidSchema.safeParse(given).success) look.found.push(unread(given, 'unknown'))
    else if (run) look.found.push(fromRun(given, run))
    else {
      const outcome = await reader.read(given)
      if (outcome.type === 'stopped') return outcome.failure
      const isOne = outcome.type === 'job'
      look.found.push(
        isOne ? fromJob(outcome.job, rowOf(outcome.job)) : unread(given, outcome.state, outcome.reason),
      )
    }
    counts.read += 1
    watch.onProgress()
  }
  counts.isWhole = true
  return null
}

/** Where a job's own record is silent about its request, the listing may have it, within its newest pages (ADOPT3). */
async function completeFromListing(look: Look, deps: AdoptionDeps, watch: LookWatch): Promise<void> {
  const service = deps.connection()?.service
  const bare = look.found.filter((one) => one.path === null && one.createdAt !== null && mayBeTaken(one))
  if (bare.length === 0 || !service?.listsJobs()) return
  const times = bare.map(({ createdAt }) => createdAt ?? 0)
  const outcome = await walkListing({
    ...{ service, clock: deps.clock, signal: watch.signal, quietUntil: deps.quietUntil },
    ...{ since: Math.min(...times), firstAt: Math.max(...times), pages: pagesForIds },
  })
  if (outcome.type !== 'listing') return
  const rows = new Map(outcome.listing.rows.filter(isReadable).map((row) => [row.jobId.toLowerCase(), row]))
  for (const [place, one] of look.found.entries()) {
    const row = rows.get(one.jobId.toLowerCase())
    if (!row || !bare.includes(one)) continue
    const { path, body, model } = fromRow(row)
    look.found[place] = { ...one, path, body, ...(model !== undefined && { model }) }
  }
}

/**
 * Reads the service's listing back to so many days, page by page (ADOPT10): what is new can be taken, the rest is counted.
 * Stopped early, it keeps what was read. Returns why it ended early.
 */
export async function readListing(
  days: number | null,
  look: Look,
  deps: AdoptionDeps,
  watch: LookWatch,
): Promise<AdoptionFailure | null> {
  const { clock } = deps
  await deps.describe()
  const since = days === null ? Number.NEGATIVE_INFINITY : clock.now() - days * dayMs
  const isReserved = await deps.reserved(look.serviceId)
  const pauses = createPauses(look, deps, watch)
  for (;;) {
    const tooLong = await pauses.untilQuiet()
    if (tooLong) return tooLong
    const connection = deps.connection()
    if (connection?.serviceId !== look.serviceId) return 'account_changed'
    const outcome = await walkListing({
      ...{ service: connection.service, clock, signal: watch.signal, since, firstAt: since },
      quietUntil: () => pauseUntil(look, deps, watch, deps.quietUntil()),
      onPage(rows) {
        fileRows(rows, since, isReserved, look, deps)
        watch.onProgress()
      },
    })
    look.pausedUntil = null
    if (outcome.type === 'none') return 'no_listing'
    if (outcome.type === 'undescribed') return 'undescribed'
    if (outcome.type === 'listing') {
      const { isWhole, rows } = outcome.listing
      Object.assign(look.counts, { isWhole: isWhole || passes(rows, since) })
      return null
    }
    if (watch.signal.aborted) return null
    const { status, notBefore } = outcome
    if (status === 401) return 'key_refused'
    if (status === 403) return 'not_allowed'
    if (status !== 429 && status !== 503) return 'unreachable'
    const tooOften = await pauses.growing(notBefore - clock.now())
    if (tooOften) return tooOften
  }
}

/** Puts the rows that a page added among those found, or counts them. */
function fileRows(
  rows: readonly (ListedJob | UnreadableRow)[],
  since: number,
  isReserved: (job: ListedJob) => boolean,
  look: Look,
  deps: AdoptionDeps,
): void {
  const { counts } = look
  for (const row of rows.slice(counts.read)) {
    counts.read += 1
    if (!isReadable(row)) {
      counts.unreadable += 1
      continue
    }
    if (row.createdAt < since) continue
    const found = fromRow(row)
    if (deps.runOf(row.jobId) !== null) counts.here += 1
    else if (!mayBeTaken(found)) counts.ended += 1
    else if (isReserved(row)) counts.reserved += 1
    else if (look.found.length < mostFoundJobs) look.found.push(found)
    else counts.isCut = true
  }
  look.found.sort((one, other) => (other.createdAt ?? 0) - (one.createdAt ?? 0))
}

/**
 * Takes the chosen jobs, the oldest first, as the library lists its newest rows first. Each is read again and written by
 * itself, whole or not at all (ADOPT21). Returns why it ended early; what was taken stays.
 */
export async function takeJobs(
  chosen: ReadonlySet<string>,
  look: Look,
  deps: AdoptionDeps,
  watch: LookWatch,
): Promise<AdoptionFailure | null> {
  const { counts } = look
  const wanted = look.found
    .filter((one) => mayBeTaken(one) && chosen.has(one.jobId.toLowerCase()))
    .toSorted((one, other) => (one.createdAt ?? 0) - (other.createdAt ?? 0))
  Object.assign(counts, { chosen: wanted.length, done: 0, taken: 0 })
  const places = new Map(look.found.map((one, place) => [one, place]))
  const isReserved = await deps.reserved(look.serviceId)
  const reader = createReader(look, deps, watch)
  watch.onProgress()
  for (const one of wanted) {
    const before = deps.runOf(one.jobId)
    const outcome = before ? null : await reader.read(one.jobId)
    if (outcome?.type === 'stopped') return outcome.failure
    const became = outcome
      ? takeRead(one, outcome, isReserved, look, deps)
      : { state: 'here' as const, submissionId: before?.submissionId ?? null }
    look.found[places.get(one) ?? 0] = { ...one, ...became }
    if (became.state === 'taken') counts.taken += 1
    counts.done += 1
    watch.onProgress()
  }
  return null
}

/** Takes a job as it was read now, where it still can be; returns what became of it. */
function takeRead(
  one: FoundJob,
  outcome: Exclude<ReadOne, { type: 'stopped' }>,
  isReserved: (job: ListedJob) => boolean,
  { serviceId, models }: Look,
  { clock, ids, take, runOf }: AdoptionDeps,
): Partial<FoundJob> {
  if (outcome.type !== 'job') return { state: outcome.state, reason: outcome.reason }
  const { job } = outcome
  const row = { ...rowOf(job), ...known(one) }
  const found = fromJob(job, row)
  if (!mayBeTaken(found)) return found
  if (isReserved(row)) return { state: 'reserved' }
  const own = { submissionId: ids.next(), batchId: ids.next(), serviceId }
  const run = runOfJob(found, job, { ...own, models, now: clock.now() })
  if (take(run)) return { ...found, state: 'taken', submissionId: run.submissionId }
  return { ...found, state: 'here', submissionId: runOf(one.jobId)?.submissionId ?? null }
}

/** What a listing said of its request counts where the job's own record is silent. */
function known({ path, body, model }: FoundJob): Partial<ListedJob> {
  return {
    ...(path !== null && { path }),
    ...(body !== null && { body }),
    ...(model !== undefined && { model }),
  }
}

/** The interface doesn't say that a job tells its request; where it does, it is read as a listing's row. */
function rowOf(job: Job): ListedJob {
  const row = readRow(job)
  if (isReadable(row)) return row
  return { jobId: job.job_id, createdAt: Date.parse(job.created_at), path: null, body: null }
}

type ReadOne =
  | { readonly type: 'job'; readonly job: Job }
  | { readonly type: 'not_read'; readonly state: ForeignJobState; readonly reason: FoundJob['reason'] }
  | { readonly type: 'stopped'; readonly failure: AdoptionFailure | null }

const stopped: ReadOne = { type: 'stopped', failure: null }

/** Reads jobs of the look's account, whichever key it has by then, and waits where the service asks for that. */
function createReader(look: Look, deps: AdoptionDeps, watch: LookWatch) {
  const { signal } = watch
  let missedInARow = 0

  async function read(jobId: string): Promise<ReadOne> {
    const pauses = createPauses(look, deps, watch)
    let misses = 0
    for (;;) {
      const tooLong = await pauses.untilQuiet()
      if (tooLong) return { type: 'stopped', failure: tooLong }
      const connection = deps.connection()
      if (signal.aborted) return stopped
      if (connection?.serviceId !== look.serviceId) return { type: 'stopped', failure: 'account_changed' }
      const outcome = await connection.service.readJob(jobId, signal)
      if (signal.aborted) return stopped
      const failure = refusalOf(outcome)
      if (failure) return { type: 'stopped', failure }
      if (asksForTime(outcome)) {
        const tooOften = await pauses.growing(outcome.retryAfterMs ?? 0)
        if (tooOften) return { type: 'stopped', failure: tooOften }
        continue
      }
      if (isAway(outcome)) {
        misses += 1
        if (misses < mostMisses) {
          await pauses.wait(firstPauseMs)
          continue
        }
        missedInARow += 1
        if (missedInARow >= missesUntilAway) return { type: 'stopped', failure: 'unreachable' }
      } else missedInARow = 0
      return toRead(jobId, outcome)
    }
  }

  return { read }
}

function refusalOf(outcome: ReadJobOutcome): AdoptionFailure | null {
  if (outcome.type !== 'refused') return null
  if (outcome.status === 401) return 'key_refused'
  return outcome.status === 403 ? 'not_allowed' : null
}

function isAway(outcome: ReadJobOutcome): boolean {
  return isMiss(outcome) && (outcome.type !== 'refused' || outcome.status >= 500)
}

function toRead(jobId: string, outcome: ReadJobOutcome): ReadOne {
  switch (outcome.type) {
    case 'job':
      if (outcome.job.job_id.toLowerCase() === jobId.toLowerCase()) return outcome
      return { type: 'not_read', state: 'unreadable', reason: reasonOf('answer_of_other_job') }
    case 'refused':
      return { type: 'not_read', state: isGone(outcome) ? 'unknown' : 'refused', reason: outcome.message }
    case 'unreachable':
      return { type: 'not_read', state: 'unreachable', reason: outcome.cause }
    case 'unreadable':
      return { type: 'not_read', state: 'unreadable', reason: outcome.cause }
  }
}

/** Waits as the service asks; a pause that is too long, or one too many, is not waited for and ends the reading (ADOPT5). */
function createPauses(look: Look, deps: AdoptionDeps, watch: LookWatch) {
  const { clock } = deps
  let count = 0

  async function wait(milliseconds: number, isOneTooMany = false): Promise<AdoptionFailure | null> {
    if (isOneTooMany || milliseconds > longestPauseMs) return 'busy'
    const until = pauseUntil(look, deps, watch, clock.now() + milliseconds)
    await waitFor(until - clock.now(), { clock, signal: watch.signal })
    look.pausedUntil = null
    return null
  }

  return {
    wait,
    untilQuiet: () => wait(deps.quietUntil() - clock.now()),
    /** After a refusal that asks for time: at least so long, and longer each time. */
    growing(leastMs: number) {
      count += 1
      const pause = Math.max(leastMs, growingPause(count, firstPauseMs, longestPauseMs))
      return wait(pause, count >= mostPauses)
    },
  }
}

/** Notes a pause, so that the person sees until when; returns its end. */
function pauseUntil(look: Look, { clock }: AdoptionDeps, { onProgress }: LookWatch, until: number): number {
  const isPause = until - clock.now() > 1_000
  const before = look.pausedUntil
  look.pausedUntil = isPause ? until : null
  if (before !== look.pausedUntil) onProgress()
  return until
}
