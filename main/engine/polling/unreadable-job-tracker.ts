import type { SubmissionProblem } from '../../../shared/bridge/views.ts'
import type { Reason } from '../../../shared/failures/reason.ts'
import { reasonMembers } from '../reason-error.ts'

/** A gateway's own page comes once in a while; this many in a row are the service's own responses. */
const timesUntilShown = 3

/** Tracks the jobs whose responses can't be read (JOB33). */
export interface UnreadableJobTracker {
  /** Another response about this job can't be read. Returns whether that is to be shown from now on. */
  note(submissionId: string, cause: Reason): boolean
  /** The job was read, or is no longer polled; returns whether its trouble was shown. */
  forget(submissionId: string): boolean
  /** Null where nothing is to be shown. */
  problem(submissionId: string): SubmissionProblem | null
}

export function createUnreadableJobTracker(): UnreadableJobTracker {
  const known = new Map<string, { times: number; cause: Reason }>()

  function problem(submissionId: string): SubmissionProblem | null {
    const seen = known.get(submissionId)
    if (!seen || seen.times < timesUntilShown) return null
    return { code: 'job_unreadable', ...reasonMembers(seen.cause), status: null, retryAt: null }
  }

  return {
    note(submissionId, cause) {
      const { times } = known.get(submissionId) ?? { times: 0 }
      known.set(submissionId, { times: times + 1, cause })
      return times + 1 === timesUntilShown
    },
    forget(submissionId) {
      const wasShown = problem(submissionId) !== null
      known.delete(submissionId)
      return wasShown
    },
    problem,
  }
}
