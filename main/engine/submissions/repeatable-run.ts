import type { BridgeResult } from '../../../shared/bridge/error-codes.ts'
import { reasonOf } from '../../../shared/failures/reason.ts'
import { refuse, respond } from '../bridge-result.ts'
import type { SubmissionJournal } from './ports.ts'
import { canHappen, isHeldByModel, type Submission } from './submission.ts'

/** A run that may be sent again as a new one; else why it may not (JOB11, JOB34). */
export function readRepeatable(
  journal: Pick<SubmissionJournal, 'get'>,
  submissionId: string,
): BridgeResult<Submission> {
  const old = journal.get(submissionId)
  if (!old) return refuse('not_found', reasonOf('run_unknown'))
  if (!canHappen(old.state, 'closed'))
    return refuse('not_possible_now', reasonOf('run_not_unknown_to_repeat'))
  if (old.isUnreadable) return refuse('not_possible_now', reasonOf('run_request_unreadable'))
  return respond(old)
}

/** A run of this account that its model's end holds, so that it is not sent: another may take its place (JOB81). */
export function readReplaceable(
  journal: Pick<SubmissionJournal, 'get'>,
  submissionId: string,
  serviceId: string,
): BridgeResult<Submission> {
  const old = journal.get(submissionId)
  if (!old) return refuse('not_found', reasonOf('run_unknown'))
  if (old.serviceId !== serviceId) return refuse('not_possible_now', reasonOf('account_changed'))
  if (!isHeldByModel(old) || old.isUnreadable) return refuse('not_possible_now', reasonOf('run_held_no_more'))
  return respond(old)
}
