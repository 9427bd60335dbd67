import { isTerminal, type Job, statusRank } from '../../../shared/api/job.ts'

/**
 * What we know of a job after reading it once more. A status never goes back and an end is final, so an update
 * that is older than what we have answers the very same object.
 */
export function mergeJob(known: Job, update: Job): Job {
  if (isTerminal(known.status)) return known
  if (statusRank(update.status) < statusRank(known.status)) return known
  if (
    update.status === known.status &&
    (update.progress ?? 0) <= (known.progress ?? 0) &&
    !bringsMore(known, update)
  ) {
    return known
  }
  return update
}

/** Whether a reading in the same status carries files that the last one did not (a first result). */
function bringsMore(known: Job, update: Job): boolean {
  return (update.result?.urls.length ?? 0) > (known.result?.urls.length ?? 0)
}
