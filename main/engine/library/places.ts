import { paceWindowMs } from './pace.ts'

/** A file that has a place or waits for one, with what the choice depends on. */
export interface Turn {
  /** It was slow when last measured. */
  isSlow: boolean
  /** How often it gave up its place. */
  turns: number
  /** Milliseconds since 1970; null while it has no place. */
  startedAt: number | null
  /** It was asked to give up its place. */
  isLeaving: boolean
}

/** Removes and returns the next file to get a place: slow ones come after all others (LIB45). */
export function takeNext<Task extends Turn>(queue: Task[]): Task | undefined {
  const first = queue.findIndex(({ isSlow }) => !isSlow)
  return queue.splice(Math.max(0, first), 1)[0]
}

/**
 * The files that must give up their places to waiting ones: for each waiting file that is not slow, a slow one;
 * for waiting slow ones, one whose turn is over. Each turn is twice as long as the one before, so that even a
 * download that can't continue from its part ends.
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
