import { createHash } from 'node:crypto'
import type { Job } from '../../../shared/api/job.ts'
import type { Clock } from '../ports.ts'
import { type LostAttempt, matchListing, windowOf } from './match-listing.ts'
import type { JobService, ListJobsOutcome, RequestBodies, SubmissionJournal } from './ports.ts'
import { growingPause } from './retry-after.ts'
import { mayBeAdopted, type Submission } from './submission.ts'

const firstPauseMs = 60_000
const longestPauseMs = 3_600_000
/** An attempt that a crash cut off may have gone on for so long. */
const longestAttemptMs = 600_000
/** What a listing has not shown by then it never will. */
const searchedForMs = 86_400_000

export interface JobSearchWorld {
  readonly clock: Clock
  readonly journal: Pick<SubmissionJournal, 'get' | 'inState' | 'findByJob'>
  readonly bodies: RequestBodies
  connection(): { readonly serviceId: string; readonly service: JobService } | null
  /** Makes the run accepted with this job; answers whether that is written. */
  adopt(submissionId: string, job: Job): boolean
  /** The journal can't be read or written. */
  onFailed(error: unknown): void
}

/** Looks for the jobs of runs whose answer was lost, in the service's own listing, where it has one (JOB26). */
export interface JobSearch {
  /** A run became unknown, or stopped being it. */
  noticed(submission: Submission): void
  /** Looks for all that are unknown, on the present connection. */
  goOn(): void
  /** Resolves when nothing is being looked for. */
  close(): Promise<void>
}

export function createJobSearch({ clock, journal, bodies, ...world }: JobSearchWorld): JobSearch {
  const lost = new Map<string, LostAttempt & { readonly serviceId: string }>()
  const stop = new AbortController()
  let looking: Promise<void> = Promise.resolve()
  let cancelTimer: (() => void) | null = null
  let looks = 0

  function remember(submission: Submission): void {
    const attempt = lostAttempt(submission)
    if (attempt) lost.set(submission.submissionId, { ...attempt, serviceId: submission.serviceId })
  }

  /** Those that a look may still help. A run that is closed meanwhile is looked for as before. */
  function sought(serviceId: string): LostAttempt[] {
    const now = clock.now()
    for (const [submissionId, attempt] of lost) {
      const submission = journal.get(submissionId)
      if (!submission || !mayBeAdopted(submission) || now > attempt.sentAt + searchedForMs)
        lost.delete(submissionId)
    }
    return [...lost.values()].filter((attempt) => attempt.serviceId === serviceId)
  }

  function plan(): void {
    cancelTimer?.()
    cancelTimer = null
    const connection = world.connection()
    if (stop.signal.aborted || !connection) return
    const ends = sought(connection.serviceId).map((attempt) => windowOf(attempt).until)
    if (ends.length === 0) return
    const now = clock.now()
    const later = now + growingPause(looks, firstPauseMs, longestPauseMs)
    const next = Math.min(...ends.map((end) => (end >= now ? end + 1 : later)))
    cancelTimer = clock.setTimer(next - now, () => {
      looking = look().catch(world.onFailed)
    })
  }

  async function look(): Promise<void> {
    const connection = world.connection()
    if (!connection || sought(connection.serviceId).length === 0) return
    looks += 1
    const outcome = await connection.service.listJobs(stop.signal)
    if (stop.signal.aborted || outcome.type === 'none') return
    if (outcome.type === 'listing')
      for (const attempt of sought(connection.serviceId)) await find(attempt, outcome, connection.service)
    plan()
  }

  async function find(
    attempt: LostAttempt,
    { listing }: Extract<ListJobsOutcome, { type: 'listing' }>,
    service: JobService,
  ): Promise<void> {
    const body = await bodyOf(attempt)
    if (body === null) return
    const isClaimed = (jobId: string) => journal.findByJob(jobId) !== null
    const job = matchListing({ attempt, body, listing, rivals: rivals(), isClaimed, now: clock.now() })
    if (!job) return
    const outcome = await service.readJob(job.jobId, stop.signal)
    if (stop.signal.aborted || outcome.type !== 'job' || outcome.job.job_id !== job.jobId) return
    world.adopt(attempt.submissionId, outcome.job)
  }

  async function bodyOf({ submissionId, bodySha256 }: LostAttempt): Promise<unknown> {
    const submission = journal.get(submissionId)
    const bytes = submission && (await bodies.build(submission.values, bodySha256).catch(() => null))
    if (!bytes || createHash('sha256').update(bytes).digest('hex') !== bodySha256) return null
    return JSON.parse(Buffer.from(bytes).toString('utf8'))
  }

  function rivals(): LostAttempt[] {
    const others = (['sending', 'unknown', 'closed'] as const).flatMap((state) => journal.inState(state))
    return others.flatMap((submission) => lost.get(submission.submissionId) ?? lostAttempt(submission) ?? [])
  }

  return {
    noticed(submission) {
      if (submission.state !== 'unknown') return
      looks = 0
      remember(submission)
      plan()
    },
    goOn() {
      looks = 0
      for (const submission of journal.inState('unknown')) remember(submission)
      plan()
    },
    async close() {
      stop.abort()
      cancelTimer?.()
      await looking
    },
  }
}

/** Null where nothing of the run has left. What is on the wire, or was when a crash came, may take its whole time. */
function lostAttempt(submission: Submission): LostAttempt | null {
  const { submissionId, path, bodySha256, sentAt, state, updatedAt, problem } = submission
  if (sentAt === null) return null
  const isCut = state !== 'unknown' || problem?.code === 'interrupted'
  const endedAt = isCut ? Math.max(updatedAt, sentAt + longestAttemptMs) : updatedAt
  return { submissionId, path, bodySha256, sentAt, endedAt }
}
