import type { DatabaseSync } from 'node:sqlite'
import { inTransaction } from './database.ts'

/** A job of the web app, in the usage report's source. Times are milliseconds, UTC. */
export interface AppJob {
  readonly jobId: string
  readonly userId: string | null
  readonly userEmail: string | null
  readonly type: string | null
  readonly status: 'queued' | 'running' | 'failed' | 'completed'
  /** Jobs of the API are billed in dollars and carry no compute units. */
  readonly source: 'app' | 'api'
  /** Jobs of an open-source licence are not metered. */
  readonly metered: boolean
  /** Null where there is no billing record. */
  readonly computeUnits: number | null
  readonly completedAt: number
  /** The time from which reports include it. */
  readonly ingestedAt: number
}

/** A job shown in a report. */
export interface ReportedJob {
  readonly jobId: string
  readonly userId: string | null
  readonly userEmail: string | null
  readonly type: string | null
  readonly completedAt: number
  readonly computeUnits: number
}

export interface UsageQuery {
  readonly workspaceId: string
  /** Both ends inclusive; milliseconds, UTC. */
  readonly start: number
  readonly end: number
  readonly now: number
}

export interface UsageStore {
  add(workspaceId: string, jobs: readonly AppJob[]): void
  count(query: UsageQuery): number
  /** Newest first. */
  list(query: UsageQuery): ReportedJob[]
  isEmpty(): boolean
}

/** Jobs that the report omits (interface: GET /usage, rules 4 and 5). */
const reported = `FROM app_job WHERE workspace_id = ? AND completed_at BETWEEN ? AND ? AND ingested_at <= ?
  AND status = 'completed' AND source = 'app' AND metered = 1 AND compute_units IS NOT NULL`

export function createUsageStore(database: DatabaseSync): UsageStore {
  const insert = database.prepare(`
    INSERT INTO app_job (job_id, workspace_id, user_id, user_email, type, status, source, metered, compute_units,
      completed_at, ingested_at)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (job_id) DO NOTHING`)
  const count = database.prepare(`SELECT count(*) AS jobs ${reported}`)
  const list = database.prepare(`
    SELECT job_id AS jobId, user_id AS userId, user_email AS userEmail, type, completed_at AS completedAt,
      compute_units AS computeUnits
    ${reported} ORDER BY completed_at DESC, job_id`)
  const any = database.prepare('SELECT 1 FROM app_job LIMIT 1')
  return {
    add(workspaceId, jobs) {
      inTransaction(database, () => {
        for (const job of jobs) {
          const { jobId, userId, userEmail, type, status, source, computeUnits, completedAt, ingestedAt } =
            job
          const metered = job.metered ? 1 : 0
          insert.run(
            jobId,
            workspaceId,
            userId,
            userEmail,
            type,
            status,
            source,
            metered,
            computeUnits,
            completedAt,
            ingestedAt,
          )
        }
      })
    },
    count: ({ workspaceId, start, end, now }) =>
      (count.get(workspaceId, start, end, now) as { jobs: number }).jobs,
    list: ({ workspaceId, start, end, now }) =>
      list.all(workspaceId, start, end, now) as unknown as ReportedJob[],
    isEmpty: () => any.get() === undefined,
  }
}
