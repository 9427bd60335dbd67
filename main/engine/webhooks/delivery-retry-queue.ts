import { growingPause } from '../service/retry-after.ts'
import type { OpenDelivery } from './ports.ts'

const firstPauseMs = 2_000
const longestPauseMs = 3_600_000
/** Milliseconds between requests for unknown jobs, over all such deliveries. */
const paceMs = 1_000

/**
 * Decides which delivery's job is read next, and when: new deliveries in their order, then those whose job the
 * service didn't know.
 */
export interface DeliveryRetryQueue {
  /** Adds the delivery; one that is already queued keeps its position. */
  add(delivery: OpenDelivery): void
  /** Removes and returns the next delivery; null where none may be read yet. */
  next(now: number): OpenDelivery | null
  /** The time from which `next` has one, in milliseconds since the epoch; null where none waits. */
  nextAt(): number | null
  /** The job was not known: the delivery returns after a pause. Returns how often that has happened. */
  missed(delivery: OpenDelivery, now: number): number
  /** The delivery is settled. */
  forget(delivery: OpenDelivery): void
  /** The service may know more by now: every pause ends. */
  endPauses(): void
}

interface Waiting {
  readonly delivery: OpenDelivery
  readonly dueAt: number
}

export function createDeliveryRetryQueue(): DeliveryRetryQueue {
  const fresh = new Map<string, OpenDelivery>()
  const paused = new Map<string, Waiting>()
  const misses = new Map<string, number>()
  let pacedUntil = 0

  function firstPaused(): Waiting | null {
    let first: Waiting | null = null
    for (const waiting of paused.values()) if (!first || waiting.dueAt < first.dueAt) first = waiting
    return first
  }

  return {
    add(delivery) {
      const key = keyOf(delivery)
      if (paused.has(key)) return
      if (misses.has(key)) paused.set(key, { delivery, dueAt: 0 })
      else fresh.set(key, delivery)
    },
    next(now) {
      const [delivery] = fresh.values()
      if (delivery) {
        fresh.delete(keyOf(delivery))
        return delivery
      }
      const waiting = now < pacedUntil ? null : firstPaused()
      if (!waiting || now < waiting.dueAt) return null
      paused.delete(keyOf(waiting.delivery))
      pacedUntil = now + paceMs
      return waiting.delivery
    },
    nextAt() {
      if (fresh.size > 0) return 0
      const waiting = firstPaused()
      return waiting && Math.max(waiting.dueAt, pacedUntil)
    },
    missed(delivery, now) {
      const key = keyOf(delivery)
      const count = (misses.get(key) ?? 0) + 1
      misses.set(key, count)
      paused.set(key, { delivery, dueAt: now + growingPause(count, firstPauseMs, longestPauseMs) })
      return count
    },
    forget(delivery) {
      for (const deliveries of [fresh, paused, misses]) deliveries.delete(keyOf(delivery))
    },
    endPauses() {
      for (const [key, { delivery }] of paused) paused.set(key, { delivery, dueAt: 0 })
    },
  }
}

/** A request id is one service's own. */
export function keyOf({ serviceId, requestId }: OpenDelivery): string {
  return `${serviceId}\n${requestId}`
}
