import type { Job } from '../../../shared/api/job.ts'
import type { Connection } from '../connection/connection.ts'
import type { ReadJobOutcome } from '../jobs/ports.ts'
import { growingPause } from '../jobs/retry-after.ts'
import type { Submission } from '../jobs/submission.ts'
import type { Clock } from '../ports.ts'
import { createHintLine, keyOf } from './hint-line.ts'
import type { Hint, HintStore, OpenHint } from './ports.ts'

const firstPauseMs = 2_000
const longestPauseMs = 300_000
const mostAtOnce = 4
/** A job that the service doesn't know by then, asked so often, is given up. */
const patienceMs = 86_400_000
const leastMisses = 8

export interface HintDeskWorld {
  readonly clock: Clock
  readonly hints: Pick<HintStore, 'open' | 'settle'>
  submission(submissionId: string): Submission | null
  connection(): Connection | null
  /** Makes an `unknown` or `closed` submission accepted with this job; answers whether that is written. */
  adopt(submissionId: string, job: Job): boolean
  /** Reads a watched job at once. */
  hurryJob(submissionId: string): void
}

/** Does what hints ask for, and forgets each only when that is done or was tried long enough (HOOK11 to HOOK14, HOOK25, HOOK26). */
export interface HintDesk {
  /** Looks at one that has just been written. */
  take(hint: Hint): void
  /** Looks through all that is open, as a run may have come to where its hint is needed. Pauses go on. */
  wake(): void
  /** The same at the start and when a service is there again, which may know more by now: no pause goes on. */
  goOn(): void
  /** Resolves when no reading is under way. */
  close(): Promise<void>
}

export function createHintDesk({ clock, hints, ...world }: HintDeskWorld): HintDesk {
  const line = createHintLine()
  const reading = new Map<string, Promise<void>>()
  const stop = new AbortController()
  let failures = 0
  /** The one pause of all hints, while the service can't be read or the run can't be written. */
  let heldUntil = 0
  /** Whether a hint may have left the line with nothing done about it: after the pause all are looked through. */
  let isIncomplete = false
  let cancelTimer: (() => void) | null = null

  function wake(): void {
    if (stop.signal.aborted) return
    for (const hint of hints.open()) lineUp(hint)
    isIncomplete = false
    readOn()
  }

  /** Answers whether the hint's job is to be read now, from this connection. */
  function needsReading(hint: OpenHint): boolean {
    const state = world.submission(hint.submissionId)?.state
    if (state === 'unknown' || state === 'closed') return world.connection()?.serviceId === hint.serviceId
    // What is on the wire has an end of its own, which says whether the hint is still needed.
    if (state === 'sending') return false
    if (state === 'accepted') world.hurryJob(hint.submissionId)
    settle(hint)
    return false
  }

  function lineUp(hint: OpenHint): void {
    if (!reading.has(keyOf(hint)) && needsReading(hint)) line.add(hint)
  }

  function readOn(): void {
    cancelTimer?.()
    cancelTimer = null
    if (stop.signal.aborted) return
    const now = clock.now()
    while (now >= heldUntil && reading.size < mostAtOnce) {
      const hint = line.next(now)
      if (!hint) break
      const connection = world.connection()
      if (connection && needsReading(hint)) startReading(hint, connection)
    }
    const nextAt = isIncomplete ? heldUntil : line.nextAt()
    if (nextAt === null || reading.size >= mostAtOnce) return
    cancelTimer = clock.setTimer(Math.max(nextAt, heldUntil) - now, isIncomplete ? wake : readOn)
  }

  function startReading(hint: OpenHint, { client }: Connection): void {
    const attempt = client.readJob(hint.jobId, stop.signal).then((outcome) => {
      reading.delete(keyOf(hint))
      if (stop.signal.aborted) return
      judge(hint, outcome)
      readOn()
    })
    reading.set(keyOf(hint), attempt.catch(pauseAll))
  }

  /** The library can't be read now: every hint is written down there and is looked at again. */
  function pauseAll(): void {
    if (stop.signal.aborted) return
    const now = clock.now()
    failures += 1
    heldUntil = Math.max(heldUntil, now + growingPause(failures, firstPauseMs, longestPauseMs))
    isIncomplete = true
    cancelTimer?.()
    cancelTimer = clock.setTimer(heldUntil - now, wake)
  }

  function judge(hint: OpenHint, outcome: ReadJobOutcome): void {
    const isAnswered =
      outcome.type === 'job' ||
      (outcome.type === 'refused' && outcome.status === 404) ||
      // What the service says of one job in vain holds no other's hint.
      (outcome.type === 'unreadable' && outcome.isJson === true)
    const job = outcome.type === 'job' && outcome.job.job_id.toLowerCase() === hint.jobId ? outcome.job : null
    const isUnwritten = job !== null && !world.adopt(hint.submissionId, job)
    if (!isAnswered || isUnwritten) hold(hint, outcome.type === 'refused' ? (outcome.retryAfterMs ?? 0) : 0)
    else {
      failures = 0
      if (job) settle(hint)
      else miss(hint)
    }
  }

  /** The job may be there a moment later, or under the key or the path that the person mends. */
  function miss(hint: OpenHint): void {
    const now = clock.now()
    if (line.missed(hint, now) >= leastMisses && now - hint.takenAt >= patienceMs) settle(hint)
  }

  function hold(hint: OpenHint, atLeastMs: number): void {
    line.add(hint)
    const now = clock.now()
    // Several that were read at once fail as one.
    if (now >= heldUntil) failures += 1
    const pause = growingPause(failures, firstPauseMs, longestPauseMs)
    heldUntil = Math.max(heldUntil, now + Math.max(pause, atLeastMs))
  }

  function settle(hint: OpenHint): void {
    line.forget(hint)
    hints.settle(hint, clock.now())
  }

  return {
    take(hint) {
      if (stop.signal.aborted) return
      lineUp({ ...hint, takenAt: clock.now() })
      readOn()
    },
    wake,
    goOn() {
      line.endPauses()
      heldUntil = 0
      wake()
    },
    async close() {
      stop.abort()
      cancelTimer?.()
      await Promise.all(reading.values())
    },
  }
}
