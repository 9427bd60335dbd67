import type { ReadJobOutcome } from './ports.ts'

import { growingPause } from './retry-after.ts'

const firstHoldMs = 2_000
const longestHoldMs = 60_000
/** A service that requests a pause of zero is still left alone for a moment. */
const shortestHoldMs = 1_000
/** This many readings in a row without a response are the service's failure, not the jobs'. */
const missesUntilLost = 3
const firstProbePauseMs = 1_000
/** A failed try costs almost nothing, and a network that came back is noticed within this time. */
const longestProbePauseMs = 30_000

/**
 * A request without cost that has had no response for so many milliseconds shows that the service is out of reach, long
 * before it is given up (CONN300).
 */
export const silenceMs = 5_000

/**
 * What the last reading shows; `seenAt`: when the service last responded about a job, or accepted one; null where it never did; `since`: when this
 * state began, null before anything was read.
 */
export interface ServiceHealth {
  readonly state: 'fine' | 'waiting' | 'unreachable' | 'refused'
  readonly seenAt: number | null
  readonly since: number | null
}

/** What one request beside the polls shows of the service. */
export type TestedState = Extract<ServiceHealth['state'], 'fine' | 'unreachable' | 'refused'>

const unheard: ServiceHealth = { state: 'fine', seenAt: null, since: null }

/**
 * Derives the state of the whole service from readings: whether it requested a pause, whether it can be
 * reached.
 */
export interface ServiceGate {
  /** The state of the service by the last reading (CONN14). */
  health(): ServiceHealth
  /** Forgets the state, but not a pause that the service requested. */
  forget(): void
  /** Nothing is read before this time; 0 where there is no pause. Milliseconds since the epoch. */
  opensAt(): number
  /** Whether the service is out of reach, so that one reading at a time is enough to notice its return. */
  isLost(): boolean
  /** A reading has had no response for long; it may still have one. */
  noteSilence(now: number): void
  /** Returns true where this outcome shows that the service is back. */
  note(outcome: ReadJobOutcome, now: number): boolean
  /** A paid request was accepted: the service is there. Returns true where it was out of reach until then. */
  noteAccepted(now: number): boolean
  /** What a test of the connection, or a lost response, shows. Returns true where the service was out of reach until then. */
  noteTest(state: TestedState, now: number): boolean
  /** Returns true once when the requested pause is over. */
  takeLifted(now: number): boolean
  /** Retries at once, unless the service requested a pause: the machine was asleep, or the connection changed. */
  retry(): void
}

export function createServiceGate(): ServiceGate {
  let heldUntil = 0
  let holds = 0
  let misses = 0
  let probeAt = 0
  let health = unheard

  function setHealth(state: ServiceHealth['state'], seenAt: number | null, now: number): void {
    health = { state, seenAt, since: state === health.state ? (health.since ?? now) : now }
  }

  function isLost(): boolean {
    return misses >= missesUntilLost
  }

  function hold(forMs: number, now: number): void {
    heldUntil = Math.max(heldUntil, now + Math.max(shortestHoldMs, forMs))
  }

  function noteMiss(now: number): void {
    // A request under way when the service was lost says nothing new.
    if (isLost() && now < probeAt) return
    misses += 1
    if (isLost())
      probeAt = now + growingPause(misses - missesUntilLost + 1, firstProbePauseMs, longestProbePauseMs)
  }

  return {
    opensAt: () => Math.max(heldUntil, isLost() ? probeAt : 0),
    isLost,
    health: () => health,
    forget() {
      health = unheard
    },
    noteSilence(now) {
      setHealth('unreachable', health.seenAt, now)
    },
    note(outcome, now) {
      const { state, isSeen } = readState(outcome)
      setHealth(state, isSeen ? now : health.seenAt, now)
      const isRequested = asksForTime(outcome)
      if (isMiss(outcome)) {
        noteMiss(now)
        return false
      }
      holds = isRequested ? holds + 1 : 0
      if (isRequested) hold(outcome.retryAfterMs ?? growingPause(holds, firstHoldMs, longestHoldMs), now)
      const wasLost = isLost()
      misses = 0
      return wasLost
    },
    noteAccepted(now) {
      const wasAway = isLost() || health.state === 'unreachable'
      setHealth(health.state === 'unreachable' ? 'fine' : health.state, now, now)
      misses = 0
      return wasAway
    },
    noteTest(state, now) {
      const isSeen = state !== 'unreachable'
      const wasAway = isSeen && (isLost() || health.state === 'unreachable')
      const next = state === 'fine' && health.state === 'waiting' ? 'waiting' : state
      setHealth(next, isSeen ? now : health.seenAt, now)
      if (isSeen) misses = 0
      return wasAway
    },
    takeLifted(now) {
      if (heldUntil === 0 || now < heldUntil) return false
      heldUntil = 0
      return true
    },
    retry() {
      misses = 0
    },
  }
}

type Refused = Extract<ReadJobOutcome, { type: 'refused' }>

/** Whether the service wants fewer requests from everyone: a 429 always, a 503 where it gives a time. */
export function asksForTime(outcome: ReadJobOutcome): outcome is Refused {
  if (outcome.type !== 'refused') return false
  return outcome.status === 429 || (outcome.status === 503 && outcome.retryAfterMs !== null)
}

function readState(outcome: ReadJobOutcome): { state: ServiceHealth['state']; isSeen: boolean } {
  if (isMiss(outcome)) return { state: refusesKey(outcome) ? 'refused' : 'unreachable', isSeen: false }
  return { state: asksForTime(outcome) ? 'waiting' : 'fine', isSeen: true }
}

function refusesKey(outcome: ReadJobOutcome): boolean {
  return outcome.type === 'refused' && (outcome.status === 401 || outcome.status === 403)
}

/** Whether the service doesn't know the job. */
export function isGone(outcome: ReadJobOutcome): outcome is Refused {
  return outcome.type === 'refused' && (outcome.status === 404 || outcome.status === 410)
}

/** Whether this shows that the service is away: no response, a gateway's page, or one that says nothing of the job. */
export function isMiss(outcome: ReadJobOutcome): boolean {
  return !asksForTime(outcome) && !isWord(outcome)
}

/** Whether the response came from the service, about this job or unreadable; a gateway's page doesn't count. */
function isWord(outcome: ReadJobOutcome): boolean {
  return (
    outcome.type === 'job' || isGone(outcome) || (outcome.type === 'unreadable' && outcome.isJson === true)
  )
}
