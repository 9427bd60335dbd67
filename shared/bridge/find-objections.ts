import { type Estimate, upperEnd } from '../pricing/estimate.ts'
import { add, zeroUsd } from '../pricing/money.ts'
import type { BudgetStatus, LimitObjection } from './budget.ts'

/**
 * The person's own budgets that these runs would exceed, at upper estimates (SPEND1, SPEND2). Runs without a listed
 * price are in no sum; they exceed the budget of a day, a month or a session that is spent.
 */
export function findObjections(estimates: readonly Estimate[], budget: BudgetStatus): LimitObjection[] {
  const prices = estimates.map((estimate) => upperEnd(estimate) ?? zeroUsd)
  const sum = prices.reduce(add, zeroUsd)
  const { day, month, session, askAbove } = budget
  const isUnlisted = estimates.some((estimate) => upperEnd(estimate) === null)
  const rows: readonly (readonly [LimitObjection['question'], BudgetStatus['day']])[] = [
    ['price', askAbove === null ? null : { limit: askAbove, committed: zeroUsd }],
    ['day', day],
    ['month', month],
    ['session', session],
  ]
  const isUpTo = estimates.some(({ kind }) => kind === 'range' || kind === 'rate')
  return rows.flatMap(([question, period]) => {
    if (!period) return []
    const isOver = sum > 0 && add(period.committed, sum) > period.limit
    const isSpent = isUnlisted && question !== 'price' && period.committed >= period.limit
    return isOver || isSpent ? [{ question, ...period, requested: sum, ...(isUpTo && { isUpTo }) }] : []
  })
}
