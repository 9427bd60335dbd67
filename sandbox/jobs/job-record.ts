import type { Job } from '../../shared/api/job.ts'
import { toIso } from '../clock.ts'
import type { JobRow, ResultFile } from '../store/job-store.ts'
import { type JobStanding, standingAt } from './job-path.ts'
import { lateResultName } from './late-results.ts'

export interface JobRecordInput {
  readonly job: JobRow
  readonly files: readonly ResultFile[]
  /** The sandbox's own origin, without a trailing slash: results are served from there. */
  readonly origin: string
  /** Milliseconds since 1970, UTC. */
  readonly now: number
}

/** A job in the form of the interface (interface: Job record). `error` is present only where the job failed. */
export function toJobRecord({ job, files, origin, now }: JobRecordInput): Job {
  const { status, progress } = standing(job, now)
  return {
    job_id: job.id,
    status,
    created_at: toIso(job.createdAt),
    completed_at: job.completedAt === null ? null : toIso(job.completedAt),
    result:
      status === 'completed' ? { urls: namesOf(job, files).map((name) => resultUrl(origin, name)) } : null,
    progress,
    ...(job.error && { error: job.error }),
  }
}

function namesOf(job: JobRow, files: readonly ResultFile[]): string[] {
  return files.length > 0 ? files.map(({ name }) => name) : [lateResultName(job)]
}

export function resultUrl(origin: string, name: string): string {
  return `${origin}/results/${name}`
}

interface Standing {
  readonly status: Job['status']
  readonly progress: number
}

function standing(job: JobRow, now: number): Standing | JobStanding {
  if (job.endStatus === 'completed') return { status: job.endStatus, progress: 1 }
  const share = job.startedAt === null ? 0 : (lastMoment(job, now) - job.startedAt) / Math.max(1, job.runMs)
  const running = standingAt(job.kind, job.id, share)
  return job.endStatus === null ? running : { status: job.endStatus, progress: running.progress }
}

function lastMoment(job: JobRow, now: number): number {
  return job.completedAt ?? now
}
