import { type Estimate, upperEnd } from '../pricing/estimate.ts'
import { add, type MicroUsd, zeroUsd } from '../pricing/money.ts'
import type { BudgetObjection, BudgetQuestion, BudgetStatus } from './budget.ts'

/**
 * The person's own budgets that these runs would exceed, at upper estimates; runs without a listed price are in
 * no sum (SPEND1, SPEND2).
 */
export function findObjections(estimates: readonly Estimate[], budget: BudgetStatus): BudgetObjection[] {
  const prices = estimates.map((estimate) => upperEnd(estimate) ?? zeroUsd)
  const dearest = Math.max(0, ...prices) as MicroUsd
  const sum = prices.reduce(add, zeroUsd)
  const { day, month, askAbove } = budget
  const rows: readonly (readonly [BudgetQuestion, BudgetStatus['day'], MicroUsd])[] = [
    ['price', askAbove === null ? null : { limit: askAbove, committed: zeroUsd }, dearest],
    ['day', day, sum],
    ['month', month, sum],
  ]
  return rows.flatMap(([question, period, requested]) =>
    period && requested > 0 && add(period.committed, requested) > period.limit
      ? [{ question, ...period, requested }]
      : [],
  )
}
