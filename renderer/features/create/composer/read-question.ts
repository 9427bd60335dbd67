import type { BudgetStatus } from '../../../../shared/bridge/budget.ts'
import type { BridgeFailure } from '../../../../shared/bridge/error-codes.ts'
import { findObjections } from '../../../../shared/bridge/find-objections.ts'
import type { RunRequest } from './confirm-runs.ts'
import type { Question } from './form-state.ts'

interface Asked {
  readonly request: RunRequest
  /** What was agreed to before. */
  readonly agreed: Question['agreed']
  /** The person's bounds as last read; null while they are not. */
  readonly budget: BudgetStatus | null
}

/**
 * What to ask where a confirmation was answered by an objection: that one, and at once all others that are foreseen.
 * Null where the failure is none.
 */
export function readQuestion(failure: BridgeFailure, { request, agreed, budget }: Asked): Question | null {
  const { code, objection } = failure
  if (code !== 'asks_first' || !objection) return null
  const estimates = request.runs.map((run) => run.estimate)
  const others = (budget ? findObjections(estimates, budget) : []).filter(
    ({ question }) => question !== objection.question && !agreed.includes(question),
  )
  return { request, objections: [objection, ...others], agreed }
}

/** All that a yes to a question agrees to. */
export function agreedWith({ agreed, objections }: Question): Question['agreed'] {
  return [...agreed, ...objections.map((objection) => objection.question)]
}
