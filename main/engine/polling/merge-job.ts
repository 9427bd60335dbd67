import { isTerminal, type Job, jobStatuses, statusRank } from '../../../shared/api/job.ts'

/** What is known of a job, and its history. */
export interface KnownJob {
  readonly job: Job
  /** The rank of the furthest status listed in the interface; an unlisted status has no rank. */
  readonly rank: number
  /** The statuses it has left. */
  readonly left: readonly string[]
}

export function firstKnown(job: Job): KnownJob {
  return { job, rank: statusRank(job.status), left: [] }
}

/**
 * The known state of a job after another reading. A listed status never moves back, a past one does not return,
 * an end is final, and progress never decreases, so an outdated update returns the same object.
 */
export function mergeJob(known: KnownJob, update: Job): KnownJob {
  if (isTerminal(known.job.status)) return known
  if (update.status !== known.job.status)
    return isFurther(known, update.status) ? moved(known, update) : known
  const isNews = (update.progress ?? 0) > (known.job.progress ?? 0) || bringsMore(known.job, update)
  return isNews ? { ...known, job: withoutStepBack(known.job, update) } : known
}

function isFurther({ rank, left }: KnownJob, status: string): boolean {
  if (left.includes(status)) return false
  return !isListed(status) || statusRank(status) >= rank
}

function moved({ job, rank, left }: KnownJob, update: Job): KnownJob {
  return {
    job: withoutStepBack(job, update),
    rank: Math.max(rank, statusRank(update.status)),
    left: [...left, job.status],
  }
}

/** The update with at least the progress before: a status may count anew, and a first result may come without one. */
function withoutStepBack(before: Job, update: Job): Job {
  const progress = Math.max(before.progress ?? 0, update.progress ?? 0)
  return update.progress === progress ? update : { ...update, progress }
}

function isListed(status: string): boolean {
  return (jobStatuses as readonly string[]).includes(status)
}

/** Whether a reading in the same status has files that the last one did not (a first result). */
function bringsMore(known: Job, update: Job): boolean {
  return (update.result?.urls.length ?? 0) > (known.result?.urls.length ?? 0)
}
