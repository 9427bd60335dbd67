import { isTerminal } from '../../../shared/api/job.ts'
import type { Submission } from './submission.ts'

/** An end that is noticed this much later than it happened was noticed late, in milliseconds. */
const lateMs = 120_000
/** Two clocks drift this much during a job, in milliseconds. */
const driftMs = 2_000

/**
 * How long a job took by the service's own clock, in milliseconds; null where that isn't known: its times are
 * impossible, or its end was noticed late, because something was away meanwhile (JOB60). The two clocks are never
 * compared, only spans of each.
 */
export function measureRun({
  job,
  sentAt,
  updatedAt,
}: Pick<Submission, 'job' | 'sentAt' | 'updatedAt'>): number | null {
  if (!job || !isTerminal(job.status)) return null
  const took = Date.parse(job.completed_at ?? '') - Date.parse(job.created_at)
  if (!(took >= 0)) return null
  if (sentAt === null) return took
  const unaccounted = updatedAt - sentAt - took
  return unaccounted >= -driftMs && unaccounted <= lateMs ? took : null
}
