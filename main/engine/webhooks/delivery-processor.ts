import type { Job } from '../../../shared/api/job.ts'
import type { Clock } from '../ports.ts'
import type { Connection } from '../service/connection.ts'
import type { ReadJobOutcome } from '../service/ports.ts'
import { growingPause } from '../service/retry-after.ts'

import type { Submission } from '../submissions/submission.ts'
import { createDeliveryRetryQueue, keyOf } from './delivery-retry-queue.ts'
import type { OpenDelivery, VerifiedDelivery, VerifiedDeliveryStore } from './ports.ts'

const firstPauseMs = 2_000
const longestPauseMs = 300_000
const mostAtOnce = 4
/** A job that the service doesn't know by then, after so many requests, is given up. */
const patienceMs = 86_400_000
const leastMisses = 8

export interface DeliveryProcessorDeps {
  readonly clock: Clock
  readonly deliveries: Pick<VerifiedDeliveryStore, 'open' | 'settle'>
  submission(submissionId: string): Submission | null
  connection(): Connection | null
  /** Makes an `unknown` or `closed` submission accepted with this job; returns whether that is written. */
  adopt(submissionId: string, job: Job): boolean
  /** The delivery, taken at this time, is the first word of the job's end. */
  announced(submissionId: string, at: number): void
  /** Reads a polled job at once. */
  pollNow(submissionId: string): void
}

/**
 * Processes deliveries, and forgets each only when it is done or was tried long enough (HOOK11 to HOOK14,
 * HOOK25, HOOK26).
 */
export interface DeliveryProcessor {
  /** Processes one that has just been written. */
  process(delivery: VerifiedDelivery): void
  /**
   * Goes through all open deliveries, as a run may now be in a state that needs its delivery. Pauses continue.
   */
  processOpen(): void
  /** The same at the start and when a service is back, which may know more by now: pauses end. */
  resume(): void
  /** Resolves when no reading is under way. */
  close(): Promise<void>
}

export function createDeliveryProcessor({
  clock,
  deliveries,
  ...deps
}: DeliveryProcessorDeps): DeliveryProcessor {
  const retries = createDeliveryRetryQueue()
  const reading = new Map<string, Promise<void>>()
  const stop = new AbortController()
  let failures = 0
  /** The shared pause of all deliveries, while the service can't be read or the run can't be written. */
  let heldUntil = 0
  /** Whether a delivery may have left the retry queue unprocessed: after the pause all are gone through. */
  let isIncomplete = false
  let cancelTimer: (() => void) | null = null

  function processOpen(): void {
    if (stop.signal.aborted) return
    for (const delivery of deliveries.open()) enqueue(delivery)
    isIncomplete = false
    readOn()
  }

  /** Returns whether the delivery's job is to be read now, on this connection. */
  function needsReading(delivery: OpenDelivery): boolean {
    const state = deps.submission(delivery.submissionId)?.state
    if (state === 'unknown' || state === 'closed') return deps.connection()?.serviceId === delivery.serviceId
    // A request on the wire has an end of its own, which decides whether the delivery is still needed.
    if (state === 'sending') return false
    if (state === 'accepted') deps.pollNow(delivery.submissionId)
    settle(delivery)
    return false
  }

  function enqueue(delivery: OpenDelivery): void {
    if (reading.has(keyOf(delivery))) return
    deps.announced(delivery.submissionId, delivery.takenAt)
    if (needsReading(delivery)) retries.add(delivery)
  }

  function readOn(): void {
    cancelTimer?.()
    cancelTimer = null
    if (stop.signal.aborted) return
    const now = clock.now()
    while (now >= heldUntil && reading.size < mostAtOnce) {
      const delivery = retries.next(now)
      if (!delivery) break
      const connection = deps.connection()
      if (connection && needsReading(delivery)) startReading(delivery, connection)
    }
    const nextAt = isIncomplete ? heldUntil : retries.nextAt()
    if (nextAt === null || reading.size >= mostAtOnce) return
    cancelTimer = clock.setTimer(Math.max(nextAt, heldUntil) - now, isIncomplete ? processOpen : readOn)
  }

  function startReading(delivery: OpenDelivery, { client }: Connection): void {
    const attempt = client.readJob(delivery.jobId, stop.signal).then((outcome) => {
      reading.delete(keyOf(delivery))
      if (stop.signal.aborted) return
      check(delivery, outcome)
      readOn()
    })
    reading.set(keyOf(delivery), attempt.catch(pauseAll))
  }

  /** The library can't be read now: every delivery is written there and is processed later. */
  function pauseAll(): void {
    if (stop.signal.aborted) return
    pause(0)
    isIncomplete = true
    cancelTimer?.()
    cancelTimer = clock.setTimer(heldUntil - clock.now(), processOpen)
  }

  /** Several readings that began together fail as one. */
  function pause(atLeastMs: number): void {
    const now = clock.now()
    if (now >= heldUntil) failures += 1
    const pauseMs = Math.max(growingPause(failures, firstPauseMs, longestPauseMs), atLeastMs)
    heldUntil = Math.max(heldUntil, now + pauseMs)
  }

  function check(delivery: OpenDelivery, outcome: ReadJobOutcome): void {
    const hasResponse =
      outcome.type === 'job' ||
      (outcome.type === 'refused' && outcome.status === 404) ||
      // A useless response about one job holds up no other's delivery.
      (outcome.type === 'unreadable' && outcome.isJson === true)
    const job =
      outcome.type === 'job' && outcome.job.job_id.toLowerCase() === delivery.jobId ? outcome.job : null
    const isUnwritten = job !== null && !deps.adopt(delivery.submissionId, job)
    if (!hasResponse || isUnwritten)
      hold(delivery, outcome.type === 'refused' ? (outcome.retryAfterMs ?? 0) : 0)
    else {
      failures = 0
      if (job) settle(delivery)
      else miss(delivery)
    }
  }

  /** The job may be there a moment later, or once the person corrects the key or the path. */
  function miss(delivery: OpenDelivery): void {
    const now = clock.now()
    if (retries.missed(delivery, now) >= leastMisses && now - delivery.takenAt >= patienceMs) settle(delivery)
  }

  function hold(delivery: OpenDelivery, atLeastMs: number): void {
    retries.add(delivery)
    pause(atLeastMs)
  }

  function settle(delivery: OpenDelivery): void {
    retries.forget(delivery)
    deliveries.settle(delivery, clock.now())
  }

  return {
    process(delivery) {
      if (stop.signal.aborted) return
      enqueue({ ...delivery, takenAt: clock.now() })
      readOn()
    },
    processOpen,
    resume() {
      retries.endPauses()
      heldUntil = 0
      processOpen()
    },
    async close() {
      stop.abort()
      cancelTimer?.()
      await Promise.all(reading.values())
    },
  }
}
