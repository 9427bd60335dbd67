import type { SubmissionView } from '../../../../shared/bridge/views.ts'
import { type RunPhase, readRunPhase } from './run-phase.ts'

const unsent: ReadonlySet<RunPhase> = new Set(['waiting', 'held', 'unsent'])

/** Whether it can still be canceled. */
export function isUnsent(phase: RunPhase): boolean {
  return unsent.has(phase)
}

export function unsentOf(batch: readonly SubmissionView[]): readonly SubmissionView[] {
  return batch.filter((run) => isUnsent(readRunPhase(run)))
}

/** Those that the service failed to make, which it does not bill: a lost answer is no failure. */
export function failedOf(batch: readonly SubmissionView[]): readonly SubmissionView[] {
  return batch.filter((run) => readRunPhase(run) === 'failed')
}
