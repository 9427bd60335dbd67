import { z } from 'zod'
import { utcDateTimeSchema } from './job.ts'

/** At most this many jobs fit one report; a larger window is refused with 400 (interface: Limits). */
export const usageReportLimit = 30_000

/** One completed metered job; no member may be missing or added (interface: Usage report). */
export const usageJobSchema = z.strictObject({
  job_id: z.string(),
  user_id: z.string().nullable(),
  user_email: z.string().nullable(),
  type: z.string().nullable(),
  completed_at: utcDateTimeSchema,
  /** Compute units after any promo discount; not dollars. */
  compute_units: z.number(),
})

/** The response of GET /usage: the window that was really covered, and its jobs, newest first. */
export const usageReportSchema = z.strictObject({
  start_date: utcDateTimeSchema,
  end_date: utcDateTimeSchema,
  jobs: z.array(usageJobSchema),
})

/** The query of GET /usage: a UTC calendar date or an ISO 8601 date-time each; both optional. */
export const usageQuerySchema = z.strictObject({
  start_date: z.string().min(1).optional(),
  end_date: z.string().min(1).optional(),
})

export type UsageReport = z.infer<typeof usageReportSchema>
