import { z } from 'zod'
import type { AppJob } from '../store/usage-store.ts'

const moment = z.iso.datetime({ offset: true })

/**
 * A job of the usage report's source, as POST /__sandbox/usage-jobs takes it; the defaults make a reported job.
 */
export const appJobSchema = z.strictObject({
  job_id: z.string().min(1),
  user_id: z.string().nullable().default(null),
  user_email: z.string().nullable().default(null),
  type: z.string().nullable().default('image_generation'),
  status: z.enum(['queued', 'running', 'failed', 'completed']).default('completed'),
  source: z.enum(['app', 'api']).default('app'),
  metered: z.boolean().default(true),
  compute_units: z.number().min(0).nullable().default(10),
  completed_at: moment,
  /** The time from which reports include it; by default at once. */
  ingested_at: moment.optional(),
})

export function toAppJob(input: z.output<typeof appJobSchema>): AppJob {
  const completedAt = Date.parse(input.completed_at)
  return {
    jobId: input.job_id,
    userId: input.user_id,
    userEmail: input.user_email,
    type: input.type,
    status: input.status,
    source: input.source,
    metered: input.metered,
    computeUnits: input.compute_units,
    completedAt,
    ingestedAt: input.ingested_at === undefined ? completedAt : Date.parse(input.ingested_at),
  }
}
