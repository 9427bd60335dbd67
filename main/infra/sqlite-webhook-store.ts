import { randomBytes } from 'node:crypto'
import {
  type DeliveryEntry,
  deliveryOutcomeSchema,
  type LoggedDelivery,
} from '../../shared/bridge/webhook-views.ts'
import type { DeliveryLog, Hint, HintStore } from '../engine/webhooks/ports.ts'
import type { Database } from './sqlite-database.ts'

const entriesKept = 500
const secretBytes = 32

interface Waiting {
  readonly hint: Hint
  readonly at: number
  readonly outcome: PromiseWithResolvers<'taken' | 'repeated'>
}

export interface SqliteWebhookStore extends HintStore, DeliveryLog {
  /** The library's own secret, made with it. */
  readonly secret: Uint8Array
  /** Writes what waits for the next turn of the event loop. */
  flush(): void
}

/**
 * Hints and the log of deliveries in SQLite. What comes within one turn of the event loop is one transaction, so that
 * a burst costs one durable commit.
 */
export function createSqliteWebhookStore(database: Database): SqliteWebhookStore {
  let waiting: Waiting[] = []
  let entries: DeliveryEntry[] = []
  let turn: NodeJS.Immediate | null = null

  function flush(): void {
    if (turn) clearImmediate(turn)
    turn = null
    const [hints, logged] = [waiting, entries]
    waiting = []
    entries = []
    if (hints.length > 0) takeAll(database, hints)
    if (logged.length > 0) writeLog(database, logged)
  }

  function soon(): void {
    turn ??= setImmediate(flush)
  }

  return {
    secret: readSecret(database),
    flush,
    take(hint, at) {
      const outcome = Promise.withResolvers<'taken' | 'repeated'>()
      waiting.push({ hint, at, outcome })
      soon()
      return outcome.promise
    },
    open: () =>
      database
        .prepare(
          `SELECT service_id AS serviceId, request_id AS requestId, submission_id AS submissionId, job_id AS jobId
           FROM webhook_requests WHERE settled_at IS NULL ORDER BY received_at`,
        )
        .all() as unknown as Hint[],
    settle({ serviceId, requestId }, at) {
      database
        .prepare('UPDATE webhook_requests SET settled_at = ? WHERE service_id = ? AND request_id = ?')
        .run(at, serviceId, requestId)
    },
    add(entry) {
      entries.push(entry)
      soon()
    },
    list(limit) {
      flush()
      return database.prepare('SELECT * FROM webhook_log ORDER BY seq DESC LIMIT ?').all(limit).map(toEntry)
    },
  }
}

function takeAll(database: Database, all: readonly Waiting[]): void {
  try {
    const insert = database.prepare(
      `INSERT INTO webhook_requests (service_id, request_id, submission_id, job_id, received_at)
       VALUES (?, ?, ?, ?, ?) ON CONFLICT (service_id, request_id) DO NOTHING`,
    )
    const changes = database.transaction(() =>
      all.map(({ hint: { serviceId, requestId, submissionId, jobId }, at }) =>
        Number(insert.run(serviceId, requestId, submissionId, jobId, at).changes),
      ),
    )
    for (const [index, { outcome }] of all.entries())
      outcome.resolve(changes[index] === 1 ? 'taken' : 'repeated')
  } catch (error) {
    for (const { outcome } of all) outcome.reject(error)
  }
}

/** A log that can't be written is no reason to fail: what it would say has been answered already. */
function writeLog(database: Database, entries: readonly DeliveryEntry[]): void {
  try {
    const insert = database.prepare(
      'INSERT INTO webhook_log (at, outcome, status, detail, request_id, submission_id) VALUES (?, ?, ?, ?, ?, ?)',
    )
    database.transaction(() => {
      for (const { at, outcome, status, detail, requestId, submissionId } of entries.slice(-entriesKept))
        insert.run(Date.parse(at), outcome, status, detail, requestId, submissionId)
      database
        .prepare('DELETE FROM webhook_log WHERE seq <= (SELECT max(seq) FROM webhook_log) - ?')
        .run(entriesKept)
    })
  } catch {
    return
  }
}

function toEntry(row: Record<string, unknown>): LoggedDelivery {
  const text = (value: unknown) => (typeof value === 'string' ? value : null)
  return {
    id: Number(row.seq),
    at: new Date(Number(row.at)).toISOString(),
    outcome: deliveryOutcomeSchema.parse(row.outcome),
    status: Number(row.status),
    detail: text(row.detail),
    requestId: text(row.request_id),
    submissionId: text(row.submission_id),
  }
}

function readSecret(database: Database): Uint8Array {
  database
    .prepare('INSERT INTO webhook_secret (id, secret) VALUES (1, ?) ON CONFLICT (id) DO NOTHING')
    .run(randomBytes(secretBytes))
  const row = database.prepare('SELECT secret FROM webhook_secret WHERE id = 1').get()
  if (!(row?.secret instanceof Uint8Array)) throw new Error('The library holds no secret for its webhooks.')
  return row.secret
}
