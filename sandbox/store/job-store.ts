import { randomUUID } from 'node:crypto'
import type { DatabaseSync } from 'node:sqlite'
import type { MediaKind } from '../../shared/api/media.ts'
import type { MicroUsd } from '../../shared/pricing/money.ts'
import { inTransaction } from './database.ts'

export type EndStatus = 'completed' | 'failed' | 'cancelled'

/** A job as the sandbox keeps it. Times are milliseconds since 1970, UTC. */
export interface JobRow {
  readonly id: string
  readonly workspaceId: string
  readonly modelId: string
  readonly kind: MediaKind
  /** The parsed request: aliases resolved, checked. */
  readonly request: Readonly<Record<string, unknown>>
  readonly seed: number
  readonly createdAt: number
  /** Null while the job is queued. */
  readonly startedAt: number | null
  /** Its duration once it has started. */
  readonly runMs: number
  /** The price once the job has completed, in micro-dollars. */
  readonly price: MicroUsd
  /** The origin by which the caller reached the sandbox, without a trailing slash. */
  readonly origin: string
  /** The URL to notify of the end; null for none. */
  readonly webhookUrl: string | null
  readonly endStatus: EndStatus | null
  readonly completedAt: number | null
  readonly error: { readonly code: string; readonly message: string } | null
}

export interface NewJob extends Omit<JobRow, 'startedAt' | 'endStatus' | 'completedAt' | 'error'> {
  /** The request is deleted when the job ends. */
  readonly zeroRetention: boolean
}

/** One file of a job; `name` is its unguessable name in the results folder and its URL. */
export interface ResultFile {
  readonly name: string
  readonly mediaType: string
  readonly bytes: number
  readonly sha256: string
}

export interface JobEnd {
  readonly status: EndStatus
  readonly completedAt: number
  readonly error?: { readonly code: string; readonly message: string }
}

/** A job of the past. */
export interface EndedJob
  extends Pick<JobRow, 'id' | 'workspaceId' | 'modelId' | 'kind' | 'seed' | 'createdAt'> {
  readonly prompt: string
}

export interface JobStore {
  add(job: NewJob): void
  /**
   * Adds jobs that completed at once, without a price or a webhook; their files are made when they are
   * requested.
   */
  addEnded(jobs: readonly EndedJob[]): void
  find(id: string): JobRow | null
  /** A page of a workspace's jobs, newest first; `number` counts all jobs in the order of acceptance. */
  listBefore(page: { workspaceId: string; before: number; limit: number }): { number: number; job: JobRow }[]
  /** Jobs that have not ended, oldest first. */
  listOpen(): JobRow[]
  start(id: string, startedAt: number): void
  /** Keeps the rendered files. Rendering the same job again changes nothing. */
  addFiles(id: string, files: readonly ResultFile[]): void
  files(id: string): ResultFile[]
  findFile(name: string): ResultFile | null
  /**
   * Ends a job once, takes its price from the balance if it completed, and plans its webhook; returns false
   * where it had ended already.
   */
  end(id: string, end: JobEnd): boolean
}

const jobColumns = `id, workspace_id AS workspaceId, model_id AS modelId, kind, request, seed,
  created_at AS createdAt, started_at AS startedAt, run_ms AS runMs, price_micro_usd AS price, origin, webhook_url AS webhookUrl, end_status AS endStatus,
  completed_at AS completedAt, error_code AS errorCode, error_message AS errorMessage`
const fileColumns = 'name, media_type AS mediaType, bytes, sha256'

interface JobColumns extends Omit<JobRow, 'request' | 'error'> {
  readonly request: string
  readonly errorCode: string | null
  readonly errorMessage: string | null
}

/** Jobs and their files in SQLite. */
export function createJobStore(database: DatabaseSync): JobStore {
  const insert = database.prepare(`
    INSERT INTO job (id, workspace_id, model_id, kind, request, seed, created_at, run_ms, price_micro_usd, origin,
      webhook_url, zero_retention)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`)
  const find = database.prepare(`SELECT ${jobColumns} FROM job WHERE id = ?`)
  const listOpen = database.prepare(`SELECT ${jobColumns} FROM job WHERE end_status IS NULL ORDER BY number`)
  const listBefore = database.prepare(
    `SELECT number, ${jobColumns} FROM job WHERE workspace_id = ? AND number < ? ORDER BY number DESC LIMIT ?`,
  )
  const start = database.prepare('UPDATE job SET started_at = ? WHERE id = ? AND started_at IS NULL')
  const end = database.prepare(`
    UPDATE job SET end_status = ?, completed_at = ?, error_code = ?, error_message = ?,
      request = iif(zero_retention, '{}', request)
    WHERE id = ? AND end_status IS NULL`)
  const bill = database.prepare(`
    UPDATE workspace SET balance_micro_usd = balance_micro_usd - job.price_micro_usd
    FROM job WHERE job.id = ? AND workspace.id = job.workspace_id`)
  const deliver = database.prepare(`
    INSERT INTO delivery (request_id, job_id, url, due_at)
    SELECT ?, id, webhook_url, ? FROM job WHERE id = ? AND webhook_url IS NOT NULL`)
  const insertEnded = database.prepare(`
    INSERT INTO job (id, workspace_id, model_id, kind, request, seed, created_at, started_at, run_ms, end_status,
      completed_at)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, 1000, 'completed', ?)`)
  const insertFile = database.prepare(`
    INSERT INTO result_file (name, job_id, ordinal, media_type, bytes, sha256) VALUES (?, ?, ?, ?, ?, ?)
    ON CONFLICT (job_id, ordinal) DO NOTHING`)
  const listFiles = database.prepare(
    `SELECT ${fileColumns} FROM result_file WHERE job_id = ? ORDER BY ordinal`,
  )
  const findFile = database.prepare(`SELECT ${fileColumns} FROM result_file WHERE name = ?`)
  return {
    add(job) {
      const { id, workspaceId, modelId, kind, seed, createdAt, runMs, price, origin, webhookUrl } = job
      const body = JSON.stringify(job.request)
      const zeroRetention = job.zeroRetention ? 1 : 0
      insert.run(
        id,
        workspaceId,
        modelId,
        kind,
        body,
        seed,
        createdAt,
        runMs,
        price,
        origin,
        webhookUrl,
        zeroRetention,
      )
    },
    addEnded(ended) {
      inTransaction(database, () => {
        for (const { id, workspaceId, modelId, kind, prompt, seed, createdAt } of ended) {
          const body = JSON.stringify({ prompt })
          insertEnded.run(id, workspaceId, modelId, kind, body, seed, createdAt, createdAt, createdAt + 1000)
        }
      })
    },
    find(id) {
      const row = find.get(id)
      return row ? toJob(row as unknown as JobColumns) : null
    },
    listBefore: ({ workspaceId, before, limit }) =>
      listBefore.all(workspaceId, before, limit).map((row) => {
        const { number, ...columns } = row as unknown as JobColumns & { number: number }
        return { number, job: toJob(columns) }
      }),
    listOpen: () => listOpen.all().map((row) => toJob(row as unknown as JobColumns)),
    start: (id, startedAt) => void start.run(startedAt, id),
    addFiles(id, files) {
      inTransaction(database, () => {
        for (const [ordinal, { name, mediaType, bytes, sha256 }] of files.entries()) {
          insertFile.run(name, id, ordinal, mediaType, bytes, sha256)
        }
      })
    },
    files: (id) => listFiles.all(id) as unknown as ResultFile[],
    findFile: (name) => (findFile.get(name) as ResultFile | undefined) ?? null,
    end(id, { status, completedAt, error }) {
      return inTransaction(database, () => {
        const { changes } = end.run(status, completedAt, error?.code ?? null, error?.message ?? null, id)
        if (changes === 1 && status === 'completed') bill.run(id)
        if (changes === 1) deliver.run(randomUUID(), completedAt, id)
        return changes === 1
      })
    },
  }
}

function toJob({ request, errorCode, errorMessage, ...row }: JobColumns): JobRow {
  const error = errorCode === null ? null : { code: errorCode, message: errorMessage ?? '' }
  return { ...row, request: JSON.parse(request) as Record<string, unknown>, error }
}
