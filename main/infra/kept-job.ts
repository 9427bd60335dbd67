import type { Job } from '../../shared/api/job.ts'

/** The most bytes of what Atelier has no use for that are kept of one job. */
const restMaxBytes = 64 * 1024

/** A job as the library keeps it. */
export interface KeptJob {
  /** What is used, as JSON in a form of our own. */
  readonly json: string
  /** What else the service said of it, which nothing here reads; null where that is nothing, or too much. */
  readonly rest: Uint8Array | null
  /** How long a completed job took by the service's own clock; null of any other. */
  readonly milliseconds: number | null
}

export function keepJob(job: Job): KeptJob {
  const { job_id, status, created_at, completed_at, progress, error, result, ...others } = job
  const { code, message, ...otherError } = error ?? {}
  const { urls, ...otherResult } = result ?? {}
  const used = {
    job_id,
    status,
    created_at,
    completed_at,
    progress,
    error: error && { code, message },
    result: result && { urls },
  }
  return {
    json: JSON.stringify(used),
    rest: toBytes({ ...others, ...wrap('error', otherError), ...wrap('result', otherResult) }),
    milliseconds: status === 'completed' ? durationOf(created_at, completed_at) : null,
  }
}

function durationOf(createdAt: string, completedAt: string | null | undefined): number | null {
  const milliseconds = Date.parse(completedAt ?? '') - Date.parse(createdAt)
  return milliseconds >= 0 ? milliseconds : null
}

function wrap(name: string, members: object): object {
  return Object.keys(members).length > 0 ? { [name]: members } : {}
}

function toBytes(rest: object): Uint8Array | null {
  if (Object.keys(rest).length === 0) return null
  const bytes = Buffer.from(JSON.stringify(rest))
  return bytes.length > restMaxBytes ? null : bytes
}
