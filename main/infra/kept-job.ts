import type { Job } from '../../shared/api/job.ts'

/** The maximum bytes kept per job of members that Atelier doesn't use. */
const restMaxBytes = 64 * 1024

/** A job as the library keeps it. */
export interface KeptJob {
  /** The used members, as JSON in a form of our own. */
  readonly json: string
  /** All other members of the service's record, unused here; null where there are none, or too many. */
  readonly rest: Uint8Array | null
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
  }
}

function wrap(name: string, members: object): object {
  return Object.keys(members).length > 0 ? { [name]: members } : {}
}

function toBytes(rest: object): Uint8Array | null {
  if (Object.keys(rest).length === 0) return null
  const bytes = Buffer.from(JSON.stringify(rest))
  return bytes.length > restMaxBytes ? null : bytes
}
