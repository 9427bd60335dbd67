import type { KeptUsageRow } from './ports.ts'

/** A job as the interface names its members (interface: Usage report). */
export interface WireRow {
  readonly job_id: string
  readonly user_id: string | null
  readonly user_email: string | null
  readonly type: string | null
  readonly completed_at: string
  readonly compute_units: number
}

/** In the interface's order. */
export const usageColumns = [
  'job_id',
  'user_id',
  'user_email',
  'type',
  'completed_at',
  'compute_units',
] as const satisfies readonly (keyof WireRow)[]

export function toWireRow({ jobId, userId, userEmail, type, completedAt, units }: KeptUsageRow): WireRow {
  return {
    job_id: jobId,
    user_id: userId,
    user_email: userEmail,
    type,
    completed_at: completedAt,
    compute_units: units,
  }
}
