import { randomBytes } from 'node:crypto'
import type { SubmissionState } from '../../shared/bridge/views.ts'
import {
  type DeliveryEntry,
  deliveryOutcomeSchema,
  type LoggedDelivery,
} from '../../shared/bridge/webhook-views.ts'
import type {
  AddressMemory,
  DeliveryLog,
  OpenDelivery,
  VerifiedDelivery,
  VerifiedDeliveryStore,
} from '../engine/webhooks/ports.ts'
import type { Database } from './sqlite-database.ts'

const entriesKept = 500
/** Of these, requests that named no run: strangers can't push out what is worth reading. */
const namelessKept = 100
/** How long writes that may be lost are collected, in milliseconds. */
const pauseMs = 1_000
const secretBytes = 32

interface Taking {
  readonly delivery: VerifiedDelivery
  readonly at: number
  readonly need: 'open' | 'settled'
  readonly outcome: PromiseWithResolvers<'taken' | 'repeated'>
}

interface Settling {
  readonly delivery: VerifiedDelivery
  readonly at: number
}

export interface SqliteWebhookStore extends VerifiedDeliveryStore, AddressMemory, DeliveryLog {
  /** The library's own secret, created with it. */
  readonly secret: Uint8Array
  /** Writes everything collected. */
  flush(): void
}

/**
 * Deliveries and their log in SQLite. Deliveries accepted within one turn of the event loop are one
 * transaction; writes that may be lost are collected for a second, so that neither a burst nor a flood costs a
 * commit each.
 */
export function createSqliteWebhookStore(database: Database): SqliteWebhookStore {
  let taking: Taking[] = []
  let settling: Settling[] = []
  let entries: DeliveryEntry[] = []
  let turn: NodeJS.Immediate | null = null
  let pause: NodeJS.Timeout | null = null

  function flushTaking(): void {
    if (turn) clearImmediate(turn)
    turn = null
    const all = taking
    taking = []
    if (all.length > 0) takeAll(database, all)
  }

  function flush(): void {
    flushTaking()
    if (pause) clearTimeout(pause)
    pause = null
    const rest = { settling, entries }
    settling = []
    entries = []
    if (rest.settling.length + rest.entries.length > 0) writeRest(database, rest)
  }

  function later(): void {
    pause ??= setTimeout(flush, pauseMs)
  }

  return {
    secret: readSecret(database),
    flush,
    take(delivery, at, need) {
      const outcome = Promise.withResolvers<'taken' | 'repeated'>()
      taking.push({ delivery, at, need, outcome })
      turn ??= setImmediate(flushTaking)
      return outcome.promise
    },
    open() {
      flush()
      return database
        .prepare(
          `SELECT service_id AS serviceId, request_id AS requestId, submission_id AS submissionId, job_id AS jobId,
             received_at AS takenAt
           FROM webhook_requests WHERE settled_at IS NULL ORDER BY received_at`,
        )
        .all() as unknown as OpenDelivery[]
    },
    run(submissionId) {
      const row = database
        .prepare('SELECT service_id, state, job_id FROM submissions WHERE submission_id = ?')
        .get(submissionId)
      if (!row) return null
      const jobId = row.job_id === null ? null : String(row.job_id)
      return { serviceId: String(row.service_id), state: row.state as SubmissionState, jobId }
    },
    keep(address, now) {
      const known = database.prepare('SELECT address, since FROM webhook_address').get()
      if ((known?.address ?? null) === address) return Number(known?.since ?? now)
      if (address === null) database.prepare('DELETE FROM webhook_address').run()
      else {
        database
          .prepare('INSERT OR REPLACE INTO webhook_address (id, address, since) VALUES (1, ?, ?)')
          .run(address, now)
      }
      return now
    },
    sentSince: (time) =>
      database
        .prepare(
          `SELECT submission_id FROM submissions
           WHERE state = 'accepted' AND ended_at IS NULL AND sent_at >= ? ORDER BY seq`,
        )
        .all(time)
        .map((row) => String(row.submission_id)),
    settle(delivery, at) {
      settling.push({ delivery, at })
      later()
    },
    add(entry) {
      entries.push(entry)
      if (entries.length > 2 * entriesKept) entries = newest(entries)
      later()
    },
    list(limit) {
      flush()
      return database
        .prepare('SELECT * FROM webhook_log ORDER BY seq DESC LIMIT ?')
        .all(limit)
        .flatMap(toEntry)
    },
  }
}

function takeAll(database: Database, all: readonly Taking[]): void {
  try {
    const insert = database.prepare(
      `INSERT INTO webhook_requests (service_id, request_id, submission_id, job_id, received_at, settled_at)
       VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (service_id, request_id) DO NOTHING`,
    )
    const changes = database.transaction(() =>
      all.map(({ delivery: { serviceId, requestId, submissionId, jobId }, at, need }) =>
        Number(
          insert.run(serviceId, requestId, submissionId, jobId, at, need === 'settled' ? at : null).changes,
        ),
      ),
    )
    for (const [index, { outcome }] of all.entries())
      outcome.resolve(changes[index] === 1 ? 'taken' : 'repeated')
  } catch (error) {
    for (const { outcome } of all) outcome.reject(error)
  }
}

/**
 * What can't be written is dropped: deliveries are processed again, and the requests of log entries already
 * have their responses.
 */
function writeRest(
  database: Database,
  {
    settling,
    entries,
  }: { readonly settling: readonly Settling[]; readonly entries: readonly DeliveryEntry[] },
): void {
  try {
    database.transaction(() => {
      settleAll(database, settling)
      if (entries.length > 0) writeLog(database, newest(entries))
    })
  } catch {
    return
  }
}

function settleAll(database: Database, settling: readonly Settling[]): void {
  const settle = database.prepare(
    'UPDATE webhook_requests SET settled_at = ? WHERE service_id = ? AND request_id = ?',
  )
  for (const { delivery, at } of settling) settle.run(at, delivery.serviceId, delivery.requestId)
}

const trimNameless = `DELETE FROM webhook_log WHERE submission_id IS NULL AND seq <=
  (SELECT seq FROM webhook_log WHERE submission_id IS NULL ORDER BY seq DESC LIMIT 1 OFFSET ?)`
const trimAll =
  'DELETE FROM webhook_log WHERE seq <= (SELECT seq FROM webhook_log ORDER BY seq DESC LIMIT 1 OFFSET ?)'

function writeLog(database: Database, entries: readonly DeliveryEntry[]): void {
  const insert = database.prepare(
    'INSERT INTO webhook_log (at, outcome, status, detail, request_id, submission_id) VALUES (?, ?, ?, ?, ?, ?)',
  )
  for (const { at, outcome, status, detail, requestId, submissionId } of entries)
    insert.run(Date.parse(at), outcome, status, detail, requestId, submissionId)
  database.prepare(trimNameless).run(namelessKept)
  database.prepare(trimAll).run(entriesKept)
}

/** The entries that would be kept, in their order. */
function newest(entries: readonly DeliveryEntry[]): DeliveryEntry[] {
  const room = { named: entriesKept, nameless: namelessKept }
  const kept = entries.toReversed().filter(({ submissionId }) => {
    const kind = submissionId === null ? 'nameless' : 'named'
    room[kind] -= 1
    return room[kind] >= 0
  })
  return kept.toReversed()
}

/** No entry for a row without any known value. */
function toEntry(row: Record<string, unknown>): LoggedDelivery[] {
  const outcome = deliveryOutcomeSchema.safeParse(row.outcome)
  const at = new Date(Number(row.at))
  if (!outcome.success || Number.isNaN(at.getTime())) return []
  const text = (value: unknown) => (typeof value === 'string' ? value : null)
  return [
    {
      id: Number(row.seq),
      at: at.toISOString(),
      outcome: outcome.data,
      status: Number(row.status),
      detail: text(row.detail),
      requestId: text(row.request_id),
      submissionId: text(row.submission_id),
    },
  ]
}

function readSecret(database: Database): Uint8Array {
  database
    .prepare('INSERT INTO webhook_secret (id, secret) VALUES (1, ?) ON CONFLICT (id) DO NOTHING')
    .run(randomBytes(secretBytes))
  const row = database.prepare('SELECT secret FROM webhook_secret WHERE id = 1').get()
  if (!(row?.secret instanceof Uint8Array)) throw new Error('The library holds no secret for its webhooks.')
  return row.secret
}
