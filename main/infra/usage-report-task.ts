import type { DatabaseSync } from 'node:sqlite'

/** What a thread needs to store one report; all times in milliseconds since the epoch. */
export interface StoreReportInput {
  readonly accountId: string
  readonly body: Uint8Array<ArrayBuffer>
  readonly key: string
  readonly asked: { readonly start: number; readonly end: number }
  readonly servedAt: number
  readonly ingestionMs: number
  readonly readAt: number
  readonly mostRows: number
  readonly longestText: number
  readonly rowsATransaction: number
}

export type StoreReportOutput =
  | {
      readonly type: 'stored'
      readonly effective: { readonly start: number; readonly end: number }
      readonly jobs: number
      readonly unreadableRows: number
    }
  | { readonly type: 'not_json' }
  | { readonly type: 'malformed'; readonly place: string }
  | { readonly type: 'holds_key' }
  | { readonly type: 'too_many' }

/**
 * Parses, checks and stores a report (USE10 to USE15). A task for a thread, and therefore whole in itself: its check of
 * a row is by hand and held to the wire schema by a test. Depth needs no limit of its own: JSON.parse is not recursive,
 * and nothing but the six members of a row is read or kept.
 */
export function storeUsageReport(input: StoreReportInput, database: DatabaseSync): StoreReportOutput {
  const { accountId, body, key, asked, servedAt, ingestionMs, readAt } = input
  const { mostRows, longestText, rowsATransaction } = input
  const utc = /^\d{4}-\d\d-\d\dT(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d+)?Z$/

  /** The first moments of the days of the report: most times share theirs. */
  const midnights = new Map<string, number>()

  /** A number of two or three digits at a place of a text; NaN where there is none. */
  function digitsAt(text: string, at: number, count: number): number {
    let value = 0
    for (let index = at; index < at + count; index += 1) {
      const digit = text.charCodeAt(index) - 0x30
      if (digit < 0 || digit > 9) return Number.NaN
      value = value * 10 + digit
    }
    return value
  }

  /** The form of toISOString on a known day, which nearly every time has; null for any other. */
  function readUsualTime(text: string): number | null {
    const midnight = midnights.get(text.slice(0, 10))
    const isUsual =
      midnight !== undefined &&
      text[10] === 'T' &&
      text[13] === ':' &&
      text[16] === ':' &&
      text[19] === '.' &&
      text[23] === 'Z'
    if (!isUsual) return null
    const hours = digitsAt(text, 11, 2)
    const minutes = digitsAt(text, 14, 2)
    const seconds = digitsAt(text, 17, 2)
    const time = midnight + ((hours * 60 + minutes) * 60 + seconds) * 1000 + digitsAt(text, 20, 3)
    return hours < 24 && minutes < 60 && seconds < 60 && !Number.isNaN(time) ? time : null
  }

  /** Null for anything but an ISO 8601 date-time in UTC that exists. */
  function readTime(value: unknown): number | null {
    if (typeof value !== 'string') return null
    const usual = value.length === 24 ? readUsualTime(value) : null
    return usual ?? readAnyTime(value)
  }

  function readAnyTime(value: string): number | null {
    if (value.length > 64 || !utc.test(value)) return null
    const time = Date.parse(value)
    if (Number.isNaN(time)) return null
    // Date.parse reads 30 February as 2 March; only days from the 29th can be such.
    const day = value.slice(8, 10)
    if (day > '28' && new Date(time).getUTCDate() !== Number(day)) return null
    midnights.set(value.slice(0, 10), Math.floor(time / 86_400_000) * 86_400_000)
    return time
  }

  /** Undefined for what is no text of a tolerable length. */
  function readText(value: unknown): string | null | undefined {
    if (value === null || value === undefined) return null
    return typeof value === 'string' && value.length <= longestText ? value : undefined
  }

  function parse(): StoreReportOutput | { start: number; end: number; jobs: unknown[] } {
    const { Buffer } = process.getBuiltinModule('node:buffer')
    if (Buffer.from(body.buffer, body.byteOffset, body.byteLength).includes(key)) return { type: 'holds_key' }
    // Nested containers take many times their own length; a report has one for each row.
    const mostContainers = 2 * mostRows + 64
    for (const bracket of [0x5b, 0x7b]) {
      let count = 0
      for (let at = body.indexOf(bracket); at !== -1; at = body.indexOf(bracket, at + 1)) {
        count += 1
        if (count > mostContainers) return { type: 'too_many' }
      }
    }
    let report: unknown
    try {
      report = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body))
    } catch {
      return { type: 'not_json' }
    }
    if (typeof report !== 'object' || report === null) return { type: 'malformed', place: '' }
    const { start_date: startDate, end_date: endDate, jobs } = report as Record<string, unknown>
    const [start, end] = [readTime(startDate), readTime(endDate)]
    if (start === null) return { type: 'malformed', place: 'start_date' }
    if (end === null) return { type: 'malformed', place: 'end_date' }
    if (!Array.isArray(jobs)) return { type: 'malformed', place: 'jobs' }
    if (jobs.length > mostRows) return { type: 'too_many' }
    return { start, end, jobs }
  }

  const report = parse()
  if ('type' in report) return report
  const effective = { start: Math.max(report.start, asked.start), end: Math.min(report.end, asked.end) }
  if (effective.start > effective.end) return { type: 'malformed', place: 'start_date' }

  database
    .prepare('INSERT INTO usage_workspaces (account_id) VALUES (?) ON CONFLICT DO NOTHING')
    .run(accountId)
  const found = database.prepare('SELECT workspace FROM usage_workspaces WHERE account_id = ?').get(accountId)
  const workspace = Number(found?.workspace)
  const upsert = database.prepare(`
    INSERT INTO usage_jobs (workspace, job_id, completed_at, completed_text, user_id, user_email, type, compute_units)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?)
    ON CONFLICT (workspace, job_id) DO UPDATE SET completed_at = excluded.completed_at,
      completed_text = excluded.completed_text, user_id = excluded.user_id, user_email = excluded.user_email,
      type = excluded.type, compute_units = excluded.compute_units`)
  let unreadableRows = 0

  function storeRow(row: unknown): void {
    if (typeof row !== 'object' || row === null) {
      unreadableRows += 1
      return
    }
    const job = row as Record<string, unknown>
    const time = readTime(job.completed_at)
    const userId = readText(job.user_id)
    const email = readText(job.user_email)
    const type = readText(job.type)
    const units = job.compute_units
    const isReadable =
      typeof job.job_id === 'string' &&
      job.job_id !== '' &&
      job.job_id.length <= longestText &&
      time !== null &&
      userId !== undefined &&
      email !== undefined &&
      type !== undefined &&
      typeof units === 'number' &&
      units >= 0 &&
      units <= Number.MAX_SAFE_INTEGER
    if (!isReadable) {
      unreadableRows += 1
      return
    }
    const text = job.completed_at as string
    // The form of 24 characters is that of toISOString.
    upsert.run(
      workspace,
      job.job_id as string,
      time,
      text.length === 24 ? null : text,
      userId,
      email,
      type,
      units,
    )
  }

  for (let from = 0; from < report.jobs.length; from += rowsATransaction) {
    database.exec('BEGIN IMMEDIATE')
    try {
      const until = Math.min(report.jobs.length, from + rowsATransaction)
      for (let at = from; at < until; at += 1) storeRow(report.jobs[at])
      database.exec('COMMIT')
    } catch (error) {
      if (database.isTransaction) database.exec('ROLLBACK')
      throw error
    }
  }
  // Where the service clamped the end, its clock stands there; else it stands at the time of the response, at least.
  const isClamped = report.end < asked.end
  const finalEnd = Math.min(effective.end, (isClamped ? effective.end : servedAt) - ingestionMs)
  database.exec('BEGIN IMMEDIATE')
  try {
    database
      .prepare(
        `DELETE FROM usage_windows WHERE workspace = ? AND asked_start >= ? AND asked_end <= ? AND final_end <= ?`,
      )
      .run(workspace, asked.start, asked.end, Math.max(finalEnd, asked.start))
    database
      .prepare('INSERT OR REPLACE INTO usage_windows VALUES (?, ?, ?, ?, ?, ?, ?)')
      .run(workspace, asked.start, asked.end, effective.start, effective.end, finalEnd, readAt)
    database.exec('COMMIT')
  } catch (error) {
    if (database.isTransaction) database.exec('ROLLBACK')
    throw error
  }
  return { type: 'stored', effective, jobs: report.jobs.length - unreadableRows, unreadableRows }
}

/** What was read of an account's workspace is nobody's from here on, and is deleted by `purgeUsage`. */
export function disownUsage({ accountId }: { readonly accountId: string }, database: DatabaseSync): void {
  // No account's id has a space in it.
  database
    .prepare(`UPDATE usage_workspaces SET account_id = 'forgotten ' || workspace WHERE account_id = ?`)
    .run(accountId)
}

/** Deletes some of what is nobody's, in one transaction; returns whether there is more. */
export function purgeUsage(
  { rowsATransaction }: { readonly rowsATransaction: number },
  database: DatabaseSync,
): boolean {
  const found = database
    .prepare(`SELECT workspace FROM usage_workspaces WHERE account_id LIKE 'forgotten %' LIMIT 1`)
    .get()
  if (!found) return false
  const workspace = Number(found.workspace)
  const { changes } = database
    .prepare(
      'DELETE FROM usage_jobs WHERE workspace = ?1 AND job_id IN (SELECT job_id FROM usage_jobs WHERE workspace = ?1 LIMIT ?2)',
    )
    .run(workspace, rowsATransaction)
  if (Number(changes) > 0) return true
  database.prepare('DELETE FROM usage_windows WHERE workspace = ?').run(workspace)
  database.prepare('DELETE FROM usage_workspaces WHERE workspace = ?').run(workspace)
  return true
}

/** Rows of a query, as a task for a thread. */
export function queryRows(
  { sql, values }: { readonly sql: string; readonly values: readonly (string | number | null)[] },
  database: DatabaseSync,
): Record<string, unknown>[] {
  return database.prepare(sql).all(...values) as Record<string, unknown>[]
}
