import type { DatabaseSync } from 'node:sqlite'

/** A webhook that is still to be delivered. */
export interface Delivery {
  /** Stays the same through all attempts. */
  readonly requestId: string
  readonly jobId: string
  readonly url: string
  /** How often it was tried. */
  readonly attempts: number
  /** When to try next; milliseconds, UTC. */
  readonly dueAt: number
}

export interface DeliveryStore {
  /** The undelivered ones, the most urgent first. */
  listOpen(): Delivery[]
  /** Counts a failed attempt and sets the next; null gives up. */
  postpone(requestId: string, dueAt: number | null): void
  finish(requestId: string): void
}

/** Deliveries in SQLite; the job store adds one in the transaction that ends a job. */
export function createDeliveryStore(database: DatabaseSync): DeliveryStore {
  const listOpen = database.prepare(`
    SELECT request_id AS requestId, job_id AS jobId, url, attempts, due_at AS dueAt
    FROM delivery WHERE due_at IS NOT NULL ORDER BY due_at`)
  const postpone = database.prepare(
    'UPDATE delivery SET attempts = attempts + 1, due_at = ? WHERE request_id = ?',
  )
  const finish = database.prepare(
    'UPDATE delivery SET attempts = attempts + 1, due_at = NULL WHERE request_id = ?',
  )
  return {
    listOpen: () => listOpen.all() as unknown as Delivery[],
    postpone: (requestId, dueAt) => void postpone.run(dueAt, requestId),
    finish: (requestId) => void finish.run(requestId),
  }
}
