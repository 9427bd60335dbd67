import { isTerminal, type Job } from '../../../shared/api/job.ts'
import type { MediaKind } from '../../../shared/api/media.ts'
import type { SubmissionProblem } from '../../../shared/bridge/views.ts'
import { type Reason, reasonOf } from '../../../shared/failures/reason.ts'
import type { Clock, Random } from '../ports.ts'
import type { JobService, ReadJobOutcome } from '../service/ports.ts'
import { growingPause } from '../service/retry-after.ts'
import {
  asksForTime,
  createServiceGate,
  isGone,
  isMiss,
  type ServiceHealth,
  silenceMs,
  type TestedState,
} from '../service/service-gate.ts'

import { firstKnown, type KnownJob, mergeJob } from './merge-job.ts'
import { pollInterval } from './poll-interval.ts'
import { createPollSchedule } from './poll-schedule.ts'
import { createUnknownJobTracker } from './unknown-job-tracker.ts'
import { createUnreadableJobTracker } from './unreadable-job-tracker.ts'

/** A job that is polled. Times in milliseconds since the epoch. */
export interface WatchedJob {
  readonly submissionId: string
  readonly kind: MediaKind
  readonly acceptedAt: number
  readonly job: Job
}

export interface PollerDeps {
  readonly clock: Clock
  readonly random: Random
  service(): JobService | null
  /**
   * Called with each step forward, with the end, and when the service stops or resumes knowing the job or
   * describing it readably. Returns whether that was handled: after an end the job is not read again, unless
   * the end could not be written. `wasAway`: the service, or this studio, was away at some time while the job ran.
   */
  onJob(submissionId: string, job: Job, wasAway: boolean): boolean
  /** The machine was asleep, or the service can be reached again: other retries may start now. */
  onReturn(): void
  /** The service's state by its responses has changed, or it was heard for the first time. */
  onHealth(): void
  /** Whether a webhook is expected for this run, so that reading it seldom is enough. */
  isQuiet(submissionId: string): boolean
}

export interface Poller {
  watch(job: WatchedJob): void
  /** The known state of a polled job. */
  current(submissionId: string): Job | null
  /** Whether the service no longer knows a polled job, or describes it unreadably; null where neither is so. */
  problem(submissionId: string): SubmissionProblem | null
  /** How many polled jobs are running; those that the service doesn't know are not counted. */
  running(): number
  /**
   * Nothing is read before this time, because the service requested a pause or can't be reached; 0 where there
   * is no pause.
   */
  quietUntil(): number
  /** The service's state by the last reading (CONN14). */
  health(): ServiceHealth
  /** Stops polling every job: the account can't be asked. */
  drop(): void
  /** The account was connected anew, perhaps with another key: what was known of its state may be over. */
  forgetHealth(): void
  /** Reads everything soon, the youngest first: after a new connection, or when webhooks fail. */
  pollAllNow(): void
  /** The same after sleep or a lost network; also calls `onReturn`. */
  resumeAfterSleep(): void
  /** A paid request was accepted, which proves that the service is there (JOB23). */
  noteAccepted(): void
  /** What a test of the connection, or a lost response, shows of the service (CONN41). */
  noteTest(state: TestedState): void
  /** Reads one job soon. */
  pollNow(submissionId: string): void
  /** Stops polling; resolves when no reading is under way. */
  close(): Promise<void>
}

interface Watched {
  readonly submissionId: string
  readonly kind: MediaKind
  readonly acceptedAt: number
  known: KnownJob
  /** Null while it is being read. */
  dueAt: number | null
  failures: number
  /** Whether the last reading failed because the service could not be reached. */
  isCutOff: boolean
  /** Whether the service was away at some time, or nobody polled it for a while. */
  wasAway: boolean
  /** Whether to read it once more after the current reading. */
  isPollRequested: boolean
}

/**
 * The number of connections that browsers open to one host: enough for a hundred young jobs, no burden to a
 * service.
 */
const readingsAtOnce = 6
/** When many jobs are to be read soon, milliseconds between their starts. */
const spreadMs = 25
const firstReadingMs = 400
const longestFailurePauseMs = 60_000
/** A timer that fires this late means that the machine slept. */
const asleepMs = 10_000
/** What happened to a job that is polled only this long after it was sent is not known. */
const lateMs = 30_000

/** One scheduler that reads every accepted job until it ends (JOB12–JOB14, JOB19–JOB24). */
export function createPoller(deps: PollerDeps): Poller {
  const { clock, random } = deps
  const watched = new Map<string, Watched>()
  const schedule = createPollSchedule()
  const readings = new Set<Promise<void>>()
  const gate = createServiceGate()
  const missing = createUnknownJobTracker()
  const unreadable = createUnreadableJobTracker()
  /** Milliseconds until a reading without a response is a silence: a slow service is given twice what it last took. */
  let patience = silenceMs
  let round = new AbortController()
  let isClosed = false
  let timer: { readonly at: number; cancel(): void } | null = null

  function setTimer(): void {
    const at = nextAt()
    if (timer?.at === at) return
    timer?.cancel()
    timer =
      at === null ? null : { at, cancel: clock.setTimer(Math.max(0, at - clock.now()), () => onTime(at)) }
  }

  /** When something is to be done next; null where only the end of a reading, or nothing, can change that. */
  function nextAt(): number | null {
    if (isClosed || readings.size >= limit()) return null
    const firstAt = schedule.firstAt()
    if (firstAt === null) return null
    return gate.isLost() ? gate.opensAt() : Math.max(firstAt, gate.opensAt())
  }

  function limit(): number {
    return gate.isLost() ? 1 : readingsAtOnce
  }

  function onTime(at: number): void {
    timer = null
    if (clock.now() - at >= asleepMs) readAllAnew()
    startReadings()
  }

  function startReadings(): void {
    const now = clock.now()
    const service = deps.service()
    if (!service || isClosed) return
    if (gate.takeLifted(now)) spread(({ dueAt }) => dueAt !== null && dueAt <= now)
    while (readings.size < limit() && gate.opensAt() <= now) {
      const entry = watched.get(schedule.take(gate.isLost() ? Number.POSITIVE_INFINITY : now) ?? '')
      if (!entry) break
      start(entry, service)
    }
    setTimer()
  }

  function start(entry: Watched, service: JobService): void {
    entry.dueAt = null
    const reading = read(entry, service).finally(() => {
      readings.delete(reading)
      startReadings()
    })
    readings.add(reading)
  }

  async function read(entry: Watched, service: JobService): Promise<void> {
    const { signal } = round
    const asked = clock.now()
    const cancelSilence = awaitSilence(asked, () => noteSilence(entry, signal))
    const outcome = await service.readJob(entry.known.job.job_id, signal)
    cancelSilence()
    const isWatched = watched.get(entry.submissionId) === entry
    const now = clock.now()
    if (signal.aborted) {
      entry.isPollRequested = false
      if (isWatched) setDue(entry, now)
      return
    }
    if (!isMiss(outcome)) patience = Math.max(silenceMs, 2 * (now - asked))
    const before = gate.health()
    const isBack = gate.note(outcome, now)
    announceHealth(before)
    if (isBack) noteOutage()
    if (isMiss(outcome)) entry.wasAway = true
    if (isWatched) take(entry, outcome)
    if (!isBack) return
    spread(({ dueAt, isCutOff }) => dueAt !== null && (dueAt <= now || isCutOff))
    deps.onReturn()
  }

  /** Calls back once the service has had no response to anything since `from` for as long as it is given. */
  function awaitSilence(from: number, onSilence: () => void): () => void {
    let cancel = wait(from)
    function wait(since: number): () => void {
      return clock.setTimer(Math.max(0, since + patience - clock.now()), () => {
        const seenAt = gate.health().seenAt ?? since
        if (seenAt > since) cancel = wait(seenAt)
        else onSilence()
      })
    }
    return () => cancel()
  }

  /** The reading goes on: a service that hangs is noticed before its time is over (CONN300). */
  function noteSilence(entry: Watched, signal: AbortSignal): void {
    if (signal.aborted) return
    entry.wasAway = true
    const before = gate.health()
    gate.noteSilence(clock.now())
    announceHealth(before)
  }

  function take(entry: Watched, outcome: ReadJobOutcome): void {
    entry.isCutOff = outcome.type === 'unreachable'
    if (outcome.type === 'job' && isSameJob(outcome.job, entry.known.job)) advance(entry, outcome.job)
    else if (asksForTime(outcome)) setDue(entry, clock.now())
    else if (isGone(outcome)) noteGone(entry, outcome)
    else {
      postpone(entry)
      noteUnreadable(entry, outcome)
    }
    if (entry.isPollRequested) pollNow(entry.submissionId)
  }

  function advance(entry: Watched, update: Job): void {
    const { submissionId } = entry
    const known = mergeJob(entry.known, update)
    const wasMissing = missing.forget(submissionId)
    const wasUnreadable = unreadable.forget(submissionId)
    const isNews = wasMissing || wasUnreadable || known !== entry.known
    entry.known = known
    if (isTerminal(known.job.status)) end(entry)
    else {
      entry.failures = 0
      setDue(entry, clock.now() + pauseFor(entry))
      if (isNews) deps.onJob(submissionId, known.job, entry.wasAway)
    }
  }

  function end(entry: Watched): void {
    const { submissionId, known } = entry
    forget(submissionId)
    if (deps.onJob(submissionId, known.job, entry.wasAway)) return
    watched.set(submissionId, entry)
    postpone(entry)
  }

  function postpone(entry: Watched): void {
    entry.failures += 1
    const first = pauseFor(entry)
    const pause = growingPause(entry.failures, first, Math.max(first, longestFailurePauseMs))
    setDue(entry, clock.now() + pause)
  }

  function noteGone(entry: Watched, said: { message: Reason; status: number }): void {
    const { submissionId, known, wasAway } = entry
    const now = clock.now()
    const wasMissing = missing.problem(submissionId) !== null
    const pause = missing.note(submissionId, { ...said, now })
    if (pause === null) postpone(entry)
    else {
      setDue(entry, now + pause)
      if (!wasMissing) deps.onJob(submissionId, known.job, wasAway)
    }
  }

  /** The service responded, but not readably about this job. */
  function noteUnreadable({ submissionId, known, wasAway }: Watched, outcome: ReadJobOutcome): void {
    if (outcome.type !== 'unreadable' && outcome.type !== 'job') return
    const cause = outcome.type === 'job' ? reasonOf('answer_of_other_job') : outcome.cause
    if (unreadable.note(submissionId, cause)) deps.onJob(submissionId, known.job, wasAway)
  }

  function setDue(entry: Watched, dueAt: number): void {
    entry.dueAt = dueAt
    schedule.set(entry.submissionId, intervalOf(entry).urgency, dueAt)
  }

  function pauseFor(entry: Watched): number {
    return intervalOf(entry).interval * (0.85 + 0.3 * random.next())
  }

  function intervalOf({ submissionId, kind, acceptedAt }: Watched) {
    const age = clock.now() - acceptedAt
    return pollInterval({ kind, age, isQuiet: deps.isQuiet(submissionId), crowd: watched.size })
  }

  function forget(submissionId: string): void {
    schedule.delete(submissionId)
    missing.forget(submissionId)
    unreadable.forget(submissionId)
    watched.delete(submissionId)
  }

  /** Makes the matching jobs due one after another, the youngest first, so that a thousand are no burst. */
  function spread(fits: (entry: Watched) => boolean): void {
    const entries = [...watched.values()]
      .filter(fits)
      .sort((left, right) => right.acceptedAt - left.acceptedAt)
    const now = clock.now()
    for (const [place, entry] of entries.entries())
      setDue(entry, now + place * spreadMs * (0.9 + 0.1 * random.next()))
  }

  function pollAllNow(): void {
    gate.retry()
    for (const entry of watched.values()) {
      entry.failures = 0
      entry.isPollRequested = entry.dueAt === null
    }
    spread(({ dueAt }) => dueAt !== null)
    setTimer()
  }

  function pollNow(submissionId: string): void {
    const entry = watched.get(submissionId)
    if (!entry) return
    entry.failures = 0
    entry.isPollRequested = entry.dueAt === null
    if (!entry.isPollRequested) setDue(entry, clock.now())
    setTimer()
  }

  /** A connection that slept or was cut off may be dead without knowing it: pending readings are requested again. */
  function readAllAnew(): void {
    noteOutage()
    round.abort()
    round = new AbortController()
    pollAllNow()
    deps.onReturn()
  }

  function noteOutage(): void {
    for (const each of watched.values()) each.wasAway = true
  }

  function noteAccepted(): void {
    const before = gate.health()
    const wasAway = gate.noteAccepted(clock.now())
    announceHealth(before)
    if (wasAway) readAllAnew()
  }

  function noteTest(state: TestedState): void {
    const before = gate.health()
    const wasAway = gate.noteTest(state, clock.now())
    announceHealth(before)
    if (wasAway) readAllAnew()
  }

  /** The first time that the service is heard counts as well. */
  function announceHealth({ state, seenAt }: ServiceHealth): void {
    const now = gate.health()
    if (now.state !== state || (seenAt === null && now.seenAt !== null)) deps.onHealth()
  }

  return {
    watch({ job, ...watchedJob }) {
      const wasAway = clock.now() - watchedJob.acceptedAt > lateMs
      const fresh = { dueAt: null, failures: 0, isCutOff: false, wasAway, isPollRequested: false }
      const entry: Watched = { ...watchedJob, ...fresh, known: firstKnown(job) }
      watched.set(entry.submissionId, entry)
      setDue(entry, clock.now() + Math.min(firstReadingMs, pauseFor(entry)))
      setTimer()
    },
    current: (submissionId) => watched.get(submissionId)?.known.job ?? null,
    problem: (submissionId) => missing.problem(submissionId) ?? unreadable.problem(submissionId),
    quietUntil: () => gate.opensAt(),
    running: () => watched.size - missing.size(),
    health: gate.health,
    drop() {
      for (const submissionId of watched.keys()) forget(submissionId)
      setTimer()
    },
    forgetHealth: gate.forget,
    pollAllNow,
    resumeAfterSleep: readAllAnew,
    noteAccepted,
    noteTest,
    pollNow,
    async close() {
      isClosed = true
      round.abort()
      timer?.cancel()
      timer = null
      await Promise.all(readings)
    },
  }
}

function isSameJob(one: Job, other: Job): boolean {
  return one.job_id.toLowerCase() === other.job_id.toLowerCase()
}
