import type { Job } from '../../../shared/api/job.ts'
import type { Clock } from '../ports.ts'
import type { JobService, ListedJob } from '../service/ports.ts'
import { growingPause } from '../service/retry-after.ts'
import type { RequestBodies, SubmissionJournal } from '../submissions/ports.ts'
import { mayBeAdopted, type Submission } from '../submissions/submission.ts'
import type { JobListing } from './job-listing.ts'
import {
  absenceMarginMs,
  type ListingVerdict,
  type LostAttempt,
  matchListing,
  mayBeOf,
  windowOf,
} from './match-listing.ts'
import { walkListing } from './walk-listing.ts'

const firstPauseMs = 60_000
const longestPauseMs = 3_600_000
/** The longest time that an attempt cut off by a crash may have continued. */
const longestAttemptMs = 600_000
/**
 * What a listing has not shown by then it never will; older runs are searched for once the service can be
 * reached.
 */
const searchedForMs = 86_400_000

export interface JobSearchDeps {
  readonly clock: Clock
  readonly journal: Pick<SubmissionJournal, 'get' | 'inState' | 'sentWithoutJob' | 'findByJob' | 'save'>
  readonly bodies: Pick<RequestBodies, 'show'>
  connection(): { readonly serviceId: string; readonly service: JobService } | null
  /** No request to the service before this time; milliseconds since the epoch. */
  quietUntil(): number
  /** Reads the service's description where none was read yet. */
  describe(): Promise<void>
  /** The knowledge of a run that stays unknown has changed. */
  onChanged(submission: Submission): void
  /** Makes the run accepted with this job; returns whether that is written. */
  adopt(submissionId: string, job: Job): boolean
  /** The journal can't be read or written. */
  onFailed(error: unknown): void
}

/**
 * Searches for the jobs of runs whose response was lost, in the service's own listing, where it has one (JOB26,
 * JOB40–JOB45).
 */
export interface JobSearch {
  /** A run became unknown, or stopped being it. */
  noticed(submission: Submission): void
  /** Searches for all unknown runs, on the current connection. */
  resume(): void
  /**
   * Which jobs of an account may be those of its runs whose response was lost, or has not arrived, and could still be
   * given to them: nobody else may have them meanwhile (ADOPT12).
   */
  reserved(serviceId: string): Promise<(job: ListedJob) => boolean>
  /** Resolves when no search is under way. */
  close(): Promise<void>
}

export function createJobSearch({ clock, journal, bodies, ...deps }: JobSearchDeps): JobSearch {
  const lost = new Map<string, Sought>()
  const stop = new AbortController()
  let looking: Promise<void> = Promise.resolve()
  let cancelTimer: (() => void) | null = null
  let isLooking = false
  let looks = 0
  /** The listing is not requested before this time. */
  let notBefore = 0

  function remember(submission: Submission): void {
    const attempt = lostAttempt(submission)
    if (!attempt) return
    const { submissionId, serviceId, problem } = submission
    const isSettled = isOld(attempt, Date.parse(problem?.listing?.at ?? '')) && isAbsent(submission)
    const until = lost.get(submissionId)?.until ?? (isSettled ? 0 : clock.now() + searchedForMs)
    lost.set(submissionId, { ...attempt, serviceId, until })
  }

  /** The runs that a search may still help. A run that is closed meanwhile is still searched for. */
  function sought(serviceId: string): LostAttempt[] {
    const now = clock.now()
    for (const [submissionId, attempt] of lost) {
      const submission = journal.get(submissionId)
      const isOver = isOld(attempt, now) && now > attempt.until
      if (!submission || !mayBeAdopted(submission) || isOver) lost.delete(submissionId)
    }
    return [...lost.values()].filter((attempt) => attempt.serviceId === serviceId)
  }

  function plan(): void {
    cancelTimer?.()
    cancelTimer = null
    const connection = deps.connection()
    if (stop.signal.aborted || isLooking || !connection) return
    const attempts = sought(connection.serviceId)
    if (attempts.length === 0) return
    const now = clock.now()
    const later = now + growingPause(looks, firstPauseMs, longestPauseMs)
    const next = Math.min(...attempts.map((attempt) => nextLookAt(attempt, now, later)))
    cancelTimer = clock.setTimer(Math.max(next, notBefore) - now, () => {
      isLooking = true
      looking = look()
        .catch(deps.onFailed)
        .finally(() => {
          isLooking = false
        })
        .then(plan)
        .catch(deps.onFailed)
    })
  }

  async function look(): Promise<void> {
    const connection = deps.connection()
    const attempts = connection ? sought(connection.serviceId) : []
    if (!connection || attempts.length === 0) return
    const { service, serviceId } = connection
    looks += 1
    await deps.describe()
    if (stop.signal.aborted) return
    const since = Math.min(...attempts.map((attempt) => windowOf(attempt, absenceMarginMs).from))
    const firstAt = Math.max(...attempts.map((attempt) => windowOf(attempt).from))
    const { quietUntil } = deps
    const outcome = await walkListing({ service, clock, signal: stop.signal, since, firstAt, quietUntil })
    if (outcome.type === 'none') forget(serviceId)
    if (stop.signal.aborted || outcome.type === 'none' || outcome.type === 'undescribed') return
    if (deps.connection()?.service !== service) return
    notBefore = outcome.notBefore
    // Once for all: reading them is a scan.
    const rivals = findRivals()
    for (const attempt of sought(serviceId)) {
      if (stop.signal.aborted) return
      const isOver = clock.now() > windowOf(attempt).until
      const said =
        outcome.type === 'listing'
          ? await settle({ attempt, listing: outcome.listing, service, rivals })
          : isOver && 'partial'
      if (said) note(attempt, said)
      const isFinal = outcome.type === 'listing' && (said === 'absent' || said === 'partial')
      if (isFinal && isOld(attempt, clock.now())) lost.delete(attempt.submissionId)
    }
  }

  /** The listing of a service without one is not requested again. */
  function forget(serviceId: string): void {
    for (const [submissionId, attempt] of lost) {
      if (attempt.serviceId !== serviceId) continue
      lost.delete(submissionId)
      const submission = journal.get(submissionId)
      if (submission) withdrawSearch(submission)
    }
  }

  function withdrawSearch(submission: Submission): void {
    if (submission.problem?.listing?.outcome !== 'searching' || submission.isUnreadable) return
    const { listing: _, ...problem } = submission.problem
    write({ ...submission, problem })
  }

  /** Gives the run its job where the listing and the service itself leave no doubt. */
  async function settle({ attempt, listing, service, rivals }: Question): Promise<ListingVerdict['type']> {
    const body = (await bodyOf(attempt)) ?? undefined
    const isClaimed = (jobId: string) => journal.findByJob(jobId) !== null
    const verdict = matchListing({ attempt, body, listing, rivals, isClaimed, now: clock.now() })
    if (verdict.type !== 'found') return verdict.type
    const { jobId } = verdict.job
    const outcome = await service.readJob(jobId, stop.signal)
    if (stop.signal.aborted) return 'early'
    if (outcome.type === 'job' && outcome.job.job_id.toLowerCase() === jobId.toLowerCase())
      deps.adopt(attempt.submissionId, outcome.job)
    return 'unclear'
  }

  /** Writes down the finding on a run that stays unknown, for the person. */
  function note({ submissionId }: LostAttempt, outcome: ListingVerdict['type']): void {
    const submission = journal.get(submissionId)
    if (outcome === 'found' || outcome === 'early' || !submission?.problem) return
    // Nothing is written over a record that can't be read.
    if (submission.state !== 'unknown' || submission.isUnreadable) return
    const listing = { outcome, at: new Date(clock.now()).toISOString() }
    write({ ...submission, problem: { ...submission.problem, listing } })
  }

  /**
   * Writes down that a run is searched for, and when the listing will show whether it is there; a search that doesn't
   * take place, or whose time is over, is said of none (JOB68).
   */
  function noteSearch({ submissionId, serviceId }: Submission): void {
    const attempt = lost.get(submissionId)
    const submission = journal.get(submissionId)
    if (!attempt || !submission?.problem || submission.isUnreadable) return
    const connection = deps.connection()
    const shownAt = windowOf(attempt, absenceMarginMs).until
    const isSought = connection?.serviceId === serviceId && connection.service.listsJobs()
    if (!isSought || shownAt <= clock.now()) withdrawSearch(submission)
    else if (!submission.problem.listing) {
      const listing = { outcome: 'searching', at: new Date(shownAt).toISOString() } as const
      write({ ...submission, problem: { ...submission.problem, listing } })
    }
  }

  function write(noted: Submission): void {
    journal.save(noted)
    deps.onChanged(noted)
  }

  async function bodyOf({ submissionId, bodySha256 }: LostAttempt): Promise<unknown> {
    const submission = journal.get(submissionId)
    return submission && bodies.show(submission.values, bodySha256).catch(() => null)
  }

  function findRivals(): LostAttempt[] {
    return journal
      .sentWithoutJob()
      .flatMap((submission) => lost.get(submission.submissionId) ?? lostAttempt(submission) ?? [])
  }

  return {
    noticed(submission) {
      // Nothing is written over a record that can't be read.
      if (submission.state !== 'unknown' || submission.isUnreadable) return
      looks = 0
      remember(submission)
      noteSearch(submission)
      plan()
    },
    resume() {
      looks = 0
      for (const submission of journal.inState('unknown')) {
        // Its time may have ended while nothing could be read.
        lost.delete(submission.submissionId)
        remember(submission)
        noteSearch(submission)
      }
      plan()
    },
    async reserved(serviceId) {
      const now = clock.now()
      const mayFind = ({ attempt, submission }: { attempt: LostAttempt; submission: Submission }) =>
        !isOld(attempt, now) || (submission.state !== 'closed' && !isAbsent(submission))
      const open = journal
        .sentWithoutJob()
        .filter((submission) => submission.serviceId === serviceId)
        .flatMap((submission) => {
          const attempt = lost.get(submission.submissionId) ?? lostAttempt(submission)
          return attempt && mayFind({ attempt, submission }) ? [attempt] : []
        })
      const sought: { attempt: LostAttempt; body: unknown }[] = []
      for (const attempt of open) sought.push({ attempt, body: await bodyOf(attempt) })
      return (job) => sought.some(({ attempt, body }) => mayBeOf(job, attempt, body))
    },
    async close() {
      stop.abort()
      cancelTimer?.()
      await looking
    },
  }
}

interface Question {
  readonly attempt: LostAttempt
  readonly listing: JobListing
  readonly service: JobService
  /** The runs that could have made the same job. */
  readonly rivals: readonly LostAttempt[]
}

interface Sought extends LostAttempt {
  readonly serviceId: string
  /** How long it is searched for, where that is longer than a listing takes to show it. */
  readonly until: number
}

/** Whether a listing would have shown the job by this time. */
function isOld({ sentAt }: LostAttempt, time: number): boolean {
  return time > sentAt + searchedForMs
}

function isAbsent({ problem }: Submission): boolean {
  return problem?.listing?.outcome === 'absent'
}

/** A job can be recognised once its time is over, and its absence a while later; else the verdict is `later`. */
function nextLookAt(attempt: LostAttempt, now: number, later: number): number {
  const [near, far] = [windowOf(attempt).until, windowOf(attempt, absenceMarginMs).until]
  if (near >= now) return near + 1
  return far >= now ? Math.min(later, far + 1) : later
}

/**
 * Null where nothing of the run was sent. A request under way, or cut off by a crash, may take the whole
 * timeout.
 */
function lostAttempt(submission: Submission): LostAttempt | null {
  const { submissionId, path, bodySha256, sentAt, state, updatedAt, problem } = submission
  if (sentAt === null) return null
  const isCut = state !== 'unknown' || problem?.code === 'interrupted'
  const endedAt = isCut ? Math.max(updatedAt, sentAt + longestAttemptMs) : updatedAt
  return { submissionId, path, bodySha256, sentAt, endedAt }
}
