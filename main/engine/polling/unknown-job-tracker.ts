import type { SubmissionProblem } from '../../../shared/bridge/views.ts'
import type { Reason } from '../../../shared/failures/reason.ts'
import { reasonMembers } from '../reason-error.ts'
import { growingPause } from '../service/retry-after.ts'

/** A service may need a moment to know a job that it has just accepted. */
const timesUntilMissing = 5
const timeUntilMissingMs = 60_000
const firstPauseMs = 600_000
const longestPauseMs = 3_600_000

interface Absence {
  readonly since: number
  readonly times: number
  /** How many reports since it has been missing, the first one included. */
  readonly timesMissing: number
  readonly problem: SubmissionProblem | null
}

/** Tracks the jobs that their service no longer knows. */
export interface UnknownJobTracker {
  /**
   * The service said that it doesn't know this job. Returns how long to leave it alone, in milliseconds; null
   * while that may be temporary.
   */
  note(submissionId: string, said: { message: Reason; status: number; now: number }): number | null
  /** The service knows the job, or it is no longer polled; returns whether it was missing. */
  forget(submissionId: string): boolean
  /** Null where it is not missing. */
  problem(submissionId: string): SubmissionProblem | null
  /** How many are missing. */
  size(): number
}

export function createUnknownJobTracker(): UnknownJobTracker {
  const absences = new Map<string, Absence>()
  const problem = (submissionId: string) => absences.get(submissionId)?.problem ?? null

  return {
    note(submissionId, { message, status, now }) {
      const known = absences.get(submissionId) ?? { since: now, times: 0, timesMissing: 0 }
      const times = known.times + 1
      const isMissing = times >= timesUntilMissing && now - known.since >= timeUntilMissingMs
      const timesMissing = isMissing ? known.timesMissing + 1 : 0
      const pause = growingPause(timesMissing, firstPauseMs, longestPauseMs)
      const retryAt = new Date(now + pause).toISOString()
      absences.set(submissionId, {
        since: known.since,
        times,
        timesMissing,
        problem: isMissing ? { code: 'job_missing', ...reasonMembers(message), status, retryAt } : null,
      })
      return isMissing ? pause : null
    },
    forget(submissionId) {
      const wasMissing = problem(submissionId) !== null
      absences.delete(submissionId)
      return wasMissing
    },
    problem,
    size: () => [...absences.values()].filter((absence) => absence.problem !== null).length,
  }
}
