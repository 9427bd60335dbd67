import { Buffer } from 'node:buffer'
import { z } from 'zod'
import { usageReportLimit } from '../../shared/api/usage.ts'
import type { UsageNamed } from '../../shared/bridge/usage-views.ts'
import type { CodedReason } from '../../shared/failures/reason.ts'
import { readBoundedJson } from '../../shared/json/read-bounded-json.ts'
import type { Clock } from '../engine/ports.ts'
import type {
  KeptUsageRow,
  ReadWindow,
  StoredReport,
  UsageFilter,
  UsageListQuery,
  UsageSelection,
  UsageStore,
} from '../engine/usage/ports.ts'
import type { Window } from '../engine/usage/windows.ts'
import { createSqliteWorker } from './sqlite-worker.ts'
import {
  disownUsage,
  purgeUsage,
  queryRows,
  type StoreReportOutput,
  storeUsageReport,
} from './usage-report-task.ts'

const rowsATransaction = 1_000
/** Longer than any id, e-mail address or name of a type. */
const longestText = 400
/**
 * The same rows can be read again, so a commit need not wait for the disk: after a power loss a window is there only
 * with its jobs, which were written before it.
 */
const opening = 'PRAGMA synchronous = NORMAL; PRAGMA cache_size = -32000'
const heapMiB = 512

const tasks = { storeUsageReport, disownUsage, purgeUsage, queryRows }

export interface SqliteUsageStoreOptions {
  readonly path: string
  readonly clock: Clock
  /** Another one only in tests. */
  readonly createWorker?: typeof createSqliteWorker<typeof tasks>
}

type Value = string | number | null

interface Clause {
  readonly sql: string
  readonly values: readonly Value[]
}

const columns = 'job_id, completed_at, completed_text, user_id, user_email, type, compute_units'
const member = 'coalesce(user_id, user_email)'
/** How a member is sorted: by the name that is shown. */
const sortKeys = {
  time: 'completed_at',
  member: `coalesce(user_email, user_id, '') COLLATE NOCASE`,
  type: `coalesce(type, '') COLLATE NOCASE`,
  units: 'compute_units',
} as const

/** The library's usage tables, read and written on one thread of their own (USE15). */
export function createSqliteUsageStore({
  path,
  clock,
  createWorker = createSqliteWorker,
}: SqliteUsageStoreOptions): UsageStore {
  const worker = createWorker({ path, clock, opening, tasks, heapMiB })

  let isPurging = false
  let isClosed = false

  /** Deletes what was forgotten, a little at a time, so that other calls come between. */
  async function purge(): Promise<void> {
    if (isPurging) return
    isPurging = true
    try {
      while (!isClosed && (await purgeSome()));
    } catch {
      // Nothing reads it; the next call deletes it.
    } finally {
      isPurging = false
    }
  }

  const purgeSome = () => worker.call('purgeUsage', { rowsATransaction })

  const rowsOf = (sql: string, values: readonly Value[]) => worker.call('queryRows', { sql, values })

  /** The first rows of a page in the order of time, one more than fit: from each workspace's index, merged. */
  async function listByTime(query: UsageListQuery, after: Cursor | null): Promise<unknown[]> {
    const { accountIds, window, isDescending, limit } = query
    const workspaces = z
      .array(workspaceSchema)
      .parse(
        await rowsOf(
          `SELECT workspace, account_id FROM usage_workspaces WHERE account_id IN (${placesOf(accountIds)})`,
          accountIds,
        ),
      )
    const direction = isDescending ? 'DESC' : 'ASC'
    const found = await Promise.all(
      workspaces.map(async ({ workspace, account_id }) => {
        const { start, end, ties } = restOf(window, after, workspace, isDescending)
        const time: Clause = {
          sql: 'workspace = ? AND completed_at BETWEEN ? AND ?',
          values: [workspace, start, end],
        }
        const chosen = filtered(ties ? and(time, ties.sql, ties.values) : time, query)
        const rows = await rowsOf(
          `SELECT completed_at AS sort_key, workspace, ${columns} FROM usage_jobs WHERE ${chosen.sql}
           ORDER BY completed_at ${direction}, job_id ${direction} LIMIT ?`,
          [...chosen.values, limit + 1],
        )
        return rows.map((row) => ({ ...row, account_id }))
      }),
    )
    const sign = isDescending ? -1 : 1
    return z
      .array(rowSchema)
      .parse(found.flat())
      .sort(
        (one, other) =>
          sign *
          (one.completed_at - other.completed_at ||
            one.workspace - other.workspace ||
            compareTexts(one.job_id, other.job_id)),
      )
      .slice(0, limit + 1)
  }

  async function listSorted(query: UsageListQuery, after: Cursor | null): Promise<unknown[]> {
    const { sort, isDescending, limit } = query
    const key = sortKeys[sort]
    const direction = isDescending ? 'DESC' : 'ASC'
    const chosen = whereOf(query)
    const past = after
      ? and(chosen, `(${key}, usage_jobs.workspace, job_id) ${isDescending ? '<' : '>'} (?, ?, ?)`, after)
      : chosen
    return rowsOf(
      `SELECT ${key} AS sort_key, usage_jobs.workspace, account_id, ${columns}
       FROM usage_jobs JOIN usage_workspaces USING (workspace) WHERE ${past.sql}
       ORDER BY ${key} ${direction}, usage_jobs.workspace ${direction}, job_id ${direction} LIMIT ?`,
      [...past.values, limit + 1],
    )
  }

  async function list(query: UsageListQuery) {
    const { sort, cursor, limit } = query
    const after = readCursor(cursor)
    const found = await (sort === 'time' ? listByTime : listSorted)(query, after)
    const page = z.array(rowSchema).parse(found.slice(0, limit))
    const last = page.at(-1)
    const hasMore = found.length > limit && last !== undefined
    return {
      rows: page.map(toRow),
      nextCursor: hasMore ? JSON.stringify([last.sort_key, last.workspace, last.job_id]) : null,
    }
  }

  return {
    async store({ accountId, body, key, asked, servedAt, ingestionMs }) {
      const input = { accountId, body, key, asked, servedAt, ingestionMs, readAt: clock.now() }
      const bounds = { mostRows: usageReportLimit, longestText, rowsATransaction }
      const stored = await worker.call('storeUsageReport', { ...input, ...bounds }, [body.buffer])
      // There is some where an earlier process ended before all was deleted.
      if (await purgeSome()) void purge()
      return toStored(stored)
    },
    async windows(accountId) {
      const rows = await rowsOf(
        `SELECT asked_start, asked_end, effective_start, effective_end, final_end, read_at
         FROM usage_windows JOIN usage_workspaces USING (workspace) WHERE account_id = ? ORDER BY asked_start`,
        [accountId],
      )
      return z.array(windowSchema).parse(rows).map(toWindow)
    },
    async forget(accountId) {
      await worker.call('disownUsage', { accountId })
      void purge()
    },
    list,
    async totals(query) {
      const chosen = whereOf(query)
      const [row] = await rowsOf(
        `SELECT count(*) AS jobs, coalesce(sum(compute_units), 0) AS units, count(DISTINCT ${member}) AS members,
           count(*) - count(${member}) AS jobsWithoutMember
         FROM usage_jobs WHERE ${chosen.sql}`,
        chosen.values,
      )
      return totalsSchema.parse(row)
    },
    async cells({ by, ...selection }) {
      const chosen = whereOf(selection)
      const rows = await rowsOf(
        `SELECT date(completed_at / 1000, 'unixepoch') AS date, ${by === 'member' ? member : 'type'} AS key,
           sum(compute_units) AS units, count(*) AS jobs
         FROM usage_jobs WHERE ${chosen.sql} GROUP BY 1, 2`,
        chosen.values,
      )
      return z.array(cellSchema).parse(rows)
    },
    async series({ by, ...selection }) {
      const chosen = whereOf(selection)
      // SQLite takes a bare column from the row of the maximum.
      const [key, label] =
        by === 'member'
          ? [member, `coalesce(user_email, user_id) AS label, max(completed_at)`]
          : ['type', 'type AS label']
      const rows = await rowsOf(
        `SELECT ${key} AS key, ${label}, sum(compute_units) AS units, count(*) AS jobs
         FROM usage_jobs WHERE ${chosen.sql} GROUP BY 1 ORDER BY units DESC, jobs DESC, key`,
        chosen.values,
      )
      return z.array(seriesSchema).parse(rows)
    },
    async unitsOfRuns(accountId, { start, end }) {
      const rows = await rowsOf(
        `SELECT model_id, sum(compute_units) AS units, count(*) AS jobs
         FROM submissions JOIN usage_workspaces ON account_id = service_id
           JOIN usage_jobs ON usage_jobs.workspace = usage_workspaces.workspace AND usage_jobs.job_id = submissions.job_id
         WHERE service_id = ? AND ended_at BETWEEN ? AND ? AND job_status = 'completed' GROUP BY 1`,
        [accountId, start, end],
      )
      return z
        .array(unitsSchema)
        .parse(rows)
        .map(({ model_id: modelId, ...sums }) => ({ modelId, ...sums }))
    },
    async close() {
      isClosed = true
      await worker.close()
    },
  }
}

const workspaceSchema = z.object({ workspace: z.int(), account_id: z.string() })

const rowSchema = z.object({
  sort_key: z.union([z.string(), z.number()]),
  workspace: z.int(),
  account_id: z.string(),
  job_id: z.string(),
  completed_at: z.int(),
  completed_text: z.string().nullable(),
  user_id: z.string().nullable(),
  user_email: z.string().nullable(),
  type: z.string().nullable(),
  compute_units: z.number(),
})

const windowSchema = z.object({
  asked_start: z.int(),
  asked_end: z.int(),
  effective_start: z.int(),
  effective_end: z.int(),
  final_end: z.int(),
  read_at: z.int(),
})

const totalsSchema = z.object({
  jobs: z.int(),
  units: z.number(),
  members: z.int(),
  jobsWithoutMember: z.int(),
})
const unitsSchema = z.object({ model_id: z.string(), units: z.number(), jobs: z.int() })
const cellSchema = z.object({
  date: z.iso.date(),
  key: z.string().nullable(),
  units: z.number(),
  jobs: z.int(),
})
const seriesSchema = z.object({
  key: z.string().nullable(),
  label: z.string().nullable(),
  units: z.number(),
  jobs: z.int(),
})

function toRow(row: z.infer<typeof rowSchema>): KeptUsageRow {
  return {
    accountId: row.account_id,
    jobId: row.job_id,
    userId: row.user_id,
    userEmail: row.user_email,
    type: row.type,
    completedAt: row.completed_text ?? new Date(row.completed_at).toISOString(),
    units: row.compute_units,
  }
}

function toWindow(row: z.infer<typeof windowSchema>): ReadWindow {
  return {
    asked: { start: row.asked_start, end: row.asked_end },
    effective: { start: row.effective_start, end: row.effective_end },
    finalEnd: row.final_end,
    readAt: row.read_at,
  }
}

function toStored(output: StoreReportOutput): StoredReport {
  switch (output.type) {
    case 'stored':
    case 'too_many':
      return output
    case 'not_json':
      return unreadable({ code: 'answer_unreadable', json: 'not_json' })
    case 'malformed':
      return output.place === ''
        ? unreadable({ code: 'answer_unreadable' })
        : unreadable({ code: 'usage_malformed', place: output.place })
    case 'holds_key':
      return unreadable({ code: 'answer_holds_key' })
  }
}

function unreadable(cause: CodedReason): StoredReport {
  return { type: 'unreadable', cause }
}

const cursorSchema = z.tuple([z.union([z.string(), z.number()]), z.int(), z.string()])

type Cursor = z.infer<typeof cursorSchema>

/** A cursor that is none of ours begins at the start. */
function readCursor(cursor: string | undefined): Cursor | null {
  const read = cursor === undefined ? null : readBoundedJson(cursor)
  return read?.ok ? (cursorSchema.safeParse(read.value).data ?? null) : null
}

function and({ sql, values }: Clause, more: string, moreValues: readonly Value[]): Clause {
  return { sql: `${sql} AND ${more}`, values: [...values, ...moreValues] }
}

/**
 * What of a window comes after a cursor in one workspace. At the cursor's own moment, workspaces follow one another in
 * the order of their numbers; in the cursor's own one, `ties` leaves out what came before it.
 */
function restOf(
  { start, end }: Window,
  after: Cursor | null,
  workspace: number,
  isDescending: boolean,
): Window & { readonly ties: Clause | null } {
  const [time, of, jobId] = after ?? []
  if (typeof time !== 'number' || of === undefined || jobId === undefined) return { start, end, ties: null }
  const isBefore = isDescending ? workspace > of : workspace < of
  const past = isBefore ? 1 : 0
  const ties =
    workspace === of
      ? { sql: `(completed_at <> ? OR job_id ${isDescending ? '<' : '>'} ?)`, values: [time, jobId] }
      : null
  return isDescending
    ? { start, end: Math.min(end, time - past), ties }
    : { start: Math.max(start, time + past), end, ties }
}

/** As SQLite compares texts: by their bytes in UTF-8. */
function compareTexts(one: string, other: string): number {
  return Buffer.compare(Buffer.from(one), Buffer.from(other))
}

function placesOf(values: readonly unknown[]): string {
  return values.map(() => '?').join(', ')
}

function whereOf({ accountIds, window, ...filter }: UsageSelection & UsageFilter): Clause {
  const clause: Clause = {
    sql: `usage_jobs.workspace IN (SELECT workspace FROM usage_workspaces WHERE account_id IN (${placesOf(accountIds)}))
      AND completed_at BETWEEN ? AND ?`,
    values: [...accountIds, window.start, window.end],
  }
  return filtered(clause, filter)
}

function filtered(within: Clause, filter: UsageFilter): Clause {
  let clause = within
  if (filter.member !== undefined) clause = and(clause, `${member} IS ?`, [filter.member])
  if (filter.type !== undefined) clause = and(clause, 'type IS ?', [filter.type])
  const like = `LIKE ? ESCAPE '\\'`
  // Each word may stand in another column.
  for (const word of new Set(filter.text?.split(/\s+/u).filter(Boolean))) {
    const pattern = `%${word.replace(/[\\%_]/g, '\\$&')}%`
    const { sql, values } = namedBy(filter.named?.find((one) => one.word === word))
    clause = and(clause, `(job_id ${like} OR user_email ${like} OR user_id ${like} OR type ${like}${sql})`, [
      pattern,
      pattern,
      pattern,
      pattern,
      ...values,
    ])
  }
  return clause
}

/** A type without what joins its words. */
const joinedType = `replace(replace(replace(lower(type), '_', ''), '-', ''), ' ', '')`

/** The jobs that a name of the page means. */
function namedBy(named: UsageNamed | undefined): Clause {
  const { types = [], noType = false, noMember = false } = named ?? {}
  return {
    sql: [
      types.length > 0 && `OR ${joinedType} IN (${placesOf(types)})`,
      noType && `OR coalesce(type, '') = ''`,
      noMember && `OR coalesce(${member}, '') = ''`,
    ]
      .filter((part) => part !== false)
      .map((part) => ` ${part}`)
      .join(''),
    values: types.map((type) => type.toLowerCase().replaceAll('_', '')),
  }
}
