import type { QueuedRun } from './ports.ts'

type Placed = Pick<QueuedRun, 'batchId' | 'isBeingSent'>

/** Where the person wants a waiting batch: before all others or after, by one place, or before another batch. */
export type QueueMove =
  | 'first'
  | 'earlier'
  | 'later'
  | 'last'
  /** Null: to the end. */
  | { readonly beforeBatchId: string | null }

/**
 * The batch before which a moved one is placed, null for the end; undefined where it stays where it is. It never
 * passes one that is being sent: that was before it, and is again where the service hands it back (JOB66).
 */
export function findMove(
  queue: readonly Placed[],
  batchId: string,
  move: QueueMove,
): string | null | undefined {
  const batches = [...new Set(queue.map((run) => run.batchId))]
  const beingSent = new Set(queue.filter((run) => run.isBeingSent).map((run) => run.batchId))
  const others = batches.filter((one) => one !== batchId)
  const now = batches.indexOf(batchId)
  const wanted = placeWanted(others, now, move)
  if (now === -1 || wanted === -1) return undefined
  const first = Math.min(now, others.findLastIndex((one) => beingSent.has(one)) + 1)
  const place = Math.min(Math.max(wanted, first), others.length)
  return place === now ? undefined : (others[place] ?? null)
}

/** The batch that a moved one is followed by; null at the end. `before`: what `findMove` returned. */
export function nextAfter(
  queue: readonly Placed[],
  batchId: string,
  before: string | null | undefined,
): string | null {
  if (before !== undefined) return before
  const batches = [...new Set(queue.map((run) => run.batchId))]
  return batches[batches.indexOf(batchId) + 1] ?? null
}

/** -1 where the other batch doesn't wait any more. */
function placeWanted(others: readonly string[], now: number, move: QueueMove): number {
  if (typeof move === 'object')
    return move.beforeBatchId === null ? others.length : others.indexOf(move.beforeBatchId)
  return { first: 0, earlier: Math.max(0, now - 1), later: now + 1, last: others.length }[move]
}
