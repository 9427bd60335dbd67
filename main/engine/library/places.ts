import { paceWindowMs } from './pace.ts'

/** A file that has a place or waits for one, as far as places are given by it. */
export interface Turn {
  /** It came slowly when it was last looked at. */
  isSlow: boolean
  /** How often it gave its place up. */
  turns: number
  /** Milliseconds since 1970; null while it has no place. */
  startedAt: number | null
  /** It was told to give its place up. */
  isLeaving: boolean
}

/** Takes the next that gets a place: the slow ones come after all others (LIB45). */
export function takeNext<Task extends Turn>(queue: Task[]): Task | undefined {
  const first = queue.findIndex(({ isSlow }) => !isSlow)
  return queue.splice(Math.max(0, first), 1)[0]
}

/**
 * Which of those that have a place give it up to those that wait: for each that is not slow a slow one; for slow ones
 * one that had its turn. Each turn is twice as long as the one before, so that also what can only begin anew ends.
 */
export function findLeaving<Task extends Turn>(
  placed: Iterable<Task>,
  waiting: readonly Task[],
  now: number,
): Task[] {
  const all = [...placed]
  const slow = all.filter(({ isSlow, isLeaving }) => isSlow && !isLeaving)
  const leaving = all.length - all.filter(({ isLeaving }) => !isLeaving).length
  const quick = waiting.filter(({ isSlow }) => !isSlow).length
  const wanted = Math.max(0, quick - leaving)
  if (wanted > 0) return slow.slice(0, wanted)
  if (waiting.length <= leaving) return []
  const done = slow.filter(({ startedAt, turns }) => now - (startedAt ?? now) >= paceWindowMs * 2 ** turns)
  return done.slice(0, waiting.length - leaving)
}
