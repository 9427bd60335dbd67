import type { BudgetObjection, BudgetStatus } from '../../../../shared/bridge/budget.ts'
import { findObjections } from '../../../../shared/bridge/find-objections.ts'
import type { Question } from '../composer/run-confirmation.ts'

/**
 * What is objected to these runs, by the budgets as they are now; one that no longer holds stays as it was asked.
 * `budget`: of the account that the question is for; null where that isn't known.
 */
export function presentObjections(
  { request, objections }: Pick<Question, 'request' | 'objections'>,
  budget: BudgetStatus | null,
): readonly BudgetObjection[] {
  // What the studio counts of held runs that are replaced is not known here.
  if (!budget || request.runs[0]?.retryOf?.replaces) return objections
  const estimates = request.runs.map((run) => run.estimate)
  const present = new Map<string, BudgetObjection>(
    findObjections(estimates, budget).map((objection) => [objection.question, objection]),
  )
  return objections.map((objection) => present.get(objection.question) ?? objection)
}
