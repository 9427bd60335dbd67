import { type Estimate, upperEnd } from '../pricing/estimate.ts'
import { add, type MicroUsd, zeroUsd } from '../pricing/money.ts'
import type { BudgetObjection, BudgetQuestion, BudgetStatus } from './budget.ts'

/**
 * The person's own budgets that these runs would exceed, at upper estimates (SPEND1, SPEND2). Runs without a listed
 * price are in no sum; they exceed the budget of a day, a month or a session that is spent.
 */
export function findObjections(estimates: readonly Estimate[], budget: BudgetStatus): BudgetObjection[] {
  const prices = estimates.map((estimate) => upperEnd(estimate) ?? zeroUsd)
  const dearest = Math.max(0, ...prices) as MicroUsd
  const sum = prices.reduce(add, zeroUsd)
  const { day, month, session, askAbove } = budget
  const isUnlisted = estimates.some((estimate) => upperEnd(estimate) === null)
  const rows: readonly (readonly [BudgetQuestion, BudgetStatus['day'], MicroUsd])[] = [
    ['price', askAbove === null ? null : { limit: askAbove, committed: zeroUsd }, dearest],
    ['day', day, sum],
    ['month', month, sum],
    ['session', session, sum],
  ]
  const open = estimates.filter(({ kind }) => kind === 'range' || kind === 'rate').map(upperEnd)
  return rows.flatMap(([question, period, requested]) => {
    const isUpTo = question === 'price' ? open.includes(dearest) : open.length > 0
    if (!period) return []
    const isOver = requested > 0 && add(period.committed, requested) > period.limit
    const isSpent = isUnlisted && question !== 'price' && period.committed >= period.limit
    return isOver || isSpent ? [{ question, ...period, requested, ...(isUpTo && { isUpTo }) }] : []
  })
}
