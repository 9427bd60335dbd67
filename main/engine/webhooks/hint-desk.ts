import type { Job } from '../../../shared/api/job.ts'
import type { Connection } from '../connection/connection.ts'
import { growingPause } from '../jobs/retry-after.ts'
import type { Submission } from '../jobs/submission.ts'
import type { Clock } from '../ports.ts'
import type { Hint, HintStore } from './ports.ts'

const firstPauseMs = 2_000
const longestPauseMs = 300_000

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

/** Does what hints ask for, and forgets each only when that is done (HOOK11 to HOOK14). */
export interface HintDesk {
  /** Looks at one that has just been written. */
  take(hint: Hint): void
  /** Looks through all that is open: at the start, and when something may have changed. */
  wake(): void
  /** Resolves when no reading is under way. */
  close(): Promise<void>
}

export function createHintDesk({ clock, hints, ...world }: HintDeskWorld): HintDesk {
  const reading = new Map<string, Promise<void>>()
  const stop = new AbortController()
  let failures = 0
  let cancelTimer: (() => void) | null = null

  function wake(): void {
    if (stop.signal.aborted) return
    for (const hint of hints.open()) look(hint)
  }

  function look(hint: Hint): void {
    if (stop.signal.aborted || reading.has(keyOf(hint))) return
    const state = world.submission(hint.submissionId)?.state
    // What is on the wire has an end of its own, which says whether the hint is still needed.
    if (state === 'sending') return
    if (state === 'unknown' || state === 'closed') startReading(hint)
    else {
      if (state === 'accepted') world.hurryJob(hint.submissionId)
      hints.settle(hint, clock.now())
    }
  }

  function startReading(hint: Hint): void {
    const connection = world.connection()
    if (connection?.serviceId !== hint.serviceId) return
    const attempt = readJob(hint, connection).finally(() => reading.delete(keyOf(hint)))
    reading.set(keyOf(hint), attempt)
  }

  async function readJob(hint: Hint, { client }: Connection): Promise<void> {
    const outcome = await client.readJob(hint.jobId, stop.signal)
    if (stop.signal.aborted) return
    if (outcome.type === 'job' && outcome.job.job_id.toLowerCase() === hint.jobId) {
      if (!world.adopt(hint.submissionId, outcome.job)) return tryAgainLater(0)
      failures = 0
      hints.settle(hint, clock.now())
    } else if (outcome.type === 'refused' && outcome.status === 404) {
      hints.settle(hint, clock.now())
    } else {
      tryAgainLater(outcome.type === 'refused' ? (outcome.retryAfterMs ?? 0) : 0)
    }
  }

  function tryAgainLater(atLeastMs: number): void {
    failures += 1
    cancelTimer?.()
    const pause = growingPause(failures, firstPauseMs, longestPauseMs)
    cancelTimer = clock.setTimer(Math.max(pause, atLeastMs), wake)
  }

  return {
    take: look,
    wake,
    async close() {
      stop.abort()
      cancelTimer?.()
      await Promise.all(reading.values())
    },
  }
}

function keyOf({ serviceId, requestId }: Hint): string {
  return `${serviceId}\n${requestId}`
}
