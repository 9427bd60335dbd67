import { isTerminal, type Job } from '../../../shared/api/job.ts'
import type { MediaKind } from '../../../shared/api/media.ts'
import type { Clock, Random } from '../ports.ts'
import { mergeJob } from './merge-job.ts'
import type { JobService, ReadJobOutcome } from './ports.ts'
import { growingPause } from './retry-after.ts'

/** A job that is being watched. Times in milliseconds since the epoch. */
export interface WatchedJob {
  readonly submissionId: string
  readonly kind: MediaKind
  readonly acceptedAt: number
  readonly job: Job
}

export interface PollerWorld {
  readonly clock: Clock
  readonly random: Random
  service(): JobService | null
  /** Told of each step forward, the end included; after an end the job is not read again. */
  onJob(submissionId: string, job: Job): void
  /** Whether a webhook is awaited for this run, so that reading it seldom is enough. */
  isQuiet(submissionId: string): boolean
}

export interface Poller {
  watch(job: WatchedJob): void
  /** What is known of a job that is being watched. */
  current(submissionId: string): Job | null
  /** Stops watching all but these: the rest belong to a service that is not connected. */
  retain(submissionIds: ReadonlySet<string>): void
  /** Reads everything soon: after sleep, after a lost network, after a new connection. */
  hurry(): void
  /** Reads one job soon. */
  hurryOne(submissionId: string): void
  /** Stops watching; resolves when no reading is under way. */
  close(): Promise<void>
}

interface Watched extends WatchedJob {
  readonly failures: number
  readonly dueAt: number
}

const readingsAtOnce = 4
const longestFailurePauseMs = 60_000

type Intervals = Readonly<Record<MediaKind, readonly (readonly [untilAge: number, interval: number])[]>>

/** Milliseconds between two readings by the job's age in milliseconds: the first row that is not over. */
const intervals: Intervals = {
  image: [
    [20_000, 800],
    [120_000, 2_500],
    [Number.POSITIVE_INFINITY, 15_000],
  ],
  audio: [
    [60_000, 1_500],
    [600_000, 5_000],
    [Number.POSITIVE_INFINITY, 30_000],
  ],
  video: [
    [90_000, 2_000],
    [900_000, 6_000],
    [Number.POSITIVE_INFINITY, 30_000],
  ],
}

/** The same while a webhook is to tell of the end: a safety net. */
const quietIntervals: Intervals = {
  image: [
    [120_000, 12_000],
    [Number.POSITIVE_INFINITY, 60_000],
  ],
  audio: [
    [600_000, 20_000],
    [Number.POSITIVE_INFINITY, 60_000],
  ],
  video: [
    [900_000, 20_000],
    [Number.POSITIVE_INFINITY, 60_000],
  ],
}

/** One scheduler that reads every accepted job until it ends (JOB12–JOB14). */
export function createPoller(world: PollerWorld): Poller {
  const { clock, random } = world
  const watched = new Map<string, Watched>()
  const readings = new Map<string, Promise<void>>()
  let cancelTimer: (() => void) | null = null
  const stop = new AbortController()

  function schedule(): void {
    cancelTimer?.()
    cancelTimer = null
    if (stop.signal.aborted || readings.size >= readingsAtOnce) return
    const next = nextDue()
    if (next) cancelTimer = clock.setTimer(Math.max(0, next.dueAt - clock.now()), tick)
  }

  function nextDue(): Watched | null {
    let next: Watched | null = null
    for (const entry of watched.values()) {
      if (!readings.has(entry.submissionId) && (!next || entry.dueAt < next.dueAt)) next = entry
    }
    return next
  }

  function tick(): void {
    const service = world.service()
    while (service && readings.size < readingsAtOnce) {
      const next = nextDue()
      if (!next || next.dueAt > clock.now()) break
      const reading = read(next, service).finally(() => {
        readings.delete(next.submissionId)
        schedule()
      })
      readings.set(next.submissionId, reading)
    }
    if (service) schedule()
  }

  async function read(entry: Watched, service: JobService): Promise<void> {
    const outcome = await service.readJob(entry.job.job_id, stop.signal)
    if (stop.signal.aborted || watched.get(entry.submissionId) !== entry) return
    if (outcome.type === 'job' && outcome.job.job_id.toLowerCase() === entry.job.job_id.toLowerCase()) {
      return advanceJob(entry, outcome.job)
    }
    postpone(entry, outcome)
  }

  function advanceJob(entry: Watched, update: Job): void {
    const job = mergeJob(entry.job, update)
    if (isTerminal(job.status)) watched.delete(entry.submissionId)
    else watched.set(entry.submissionId, { ...entry, job, failures: 0, dueAt: clock.now() + pauseFor(entry) })
    if (job !== entry.job) world.onJob(entry.submissionId, job)
  }

  function postpone(entry: Watched, outcome: ReadJobOutcome): void {
    const failures = entry.failures + 1
    const pause = growingPause(failures, pauseFor(entry), longestFailurePauseMs)
    const asked = outcome.type === 'refused' ? (outcome.retryAfterMs ?? 0) : 0
    watched.set(entry.submissionId, { ...entry, failures, dueAt: clock.now() + Math.max(pause, asked) })
  }

  function pauseFor({ submissionId, kind, acceptedAt }: WatchedJob): number {
    const age = clock.now() - acceptedAt
    const table = world.isQuiet(submissionId) ? quietIntervals : intervals
    const interval = table[kind].find(([untilAge]) => age < untilAge)?.[1] ?? longestFailurePauseMs
    return interval * (0.85 + 0.3 * random.next())
  }

  function hurryOne(submissionId: string): void {
    const entry = watched.get(submissionId)
    if (entry) watched.set(submissionId, { ...entry, failures: 0, dueAt: clock.now() })
    schedule()
  }

  return {
    watch(job) {
      watched.set(job.submissionId, {
        ...job,
        failures: 0,
        dueAt: clock.now() + Math.min(400, pauseFor(job)),
      })
      schedule()
    },
    current: (submissionId) => watched.get(submissionId)?.job ?? null,
    retain(submissionIds) {
      for (const submissionId of watched.keys())
        if (!submissionIds.has(submissionId)) watched.delete(submissionId)
      schedule()
    },
    hurry() {
      for (const entry of watched.values())
        watched.set(entry.submissionId, { ...entry, failures: 0, dueAt: clock.now() })
      schedule()
    },
    hurryOne,
    async close() {
      stop.abort()
      cancelTimer?.()
      await Promise.all(readings.values())
    },
  }
}
