import type { BudgetObjection, BudgetQuestion, BudgetStatus } from '../../../shared/bridge/budget.ts'
import { findObjections } from '../../../shared/bridge/find-objections.ts'
import type { Estimate } from '../../../shared/pricing/estimate.ts'
import { add, type MicroUsd, zeroUsd } from '../../../shared/pricing/money.ts'
import type { Settings } from '../../../shared/settings/settings.ts'
import type { Clock } from '../ports.ts'
import type { Ledger } from './ports.ts'

export interface BudgetDeps {
  readonly clock: Clock
  readonly ledger: Ledger
  limits(): Settings['budget']
}

/**
 * The person's own budgets, each for every account apart, checked before anything is confirmed (SPEND1 to SPEND4).
 * Runs without a listed price are in no sum, here as in the ledger.
 */
export interface Budget {
  status(account: string): BudgetStatus
  /**
   * The first budget that these runs of an account exceed and the person did not agree to exceed; null where they may be
   * confirmed.
   */
  objection(
    account: string,
    estimates: readonly Estimate[],
    agreed: readonly BudgetQuestion[],
  ): BudgetObjection | null
}

export function createBudget({ clock, ledger, limits }: BudgetDeps): Budget {
  /** The account's spend from a day until today, at most, plus everything under way. */
  function committedSince(account: string, from: string, today: string): MicroUsd {
    const spent = ledger
      .spend(from, today)
      .filter((row) => row.account === account)
      .reduce((sum, row) => add(sum, add(row.microUsd, row.upToMicroUsd)), zeroUsd)
    return add(spent, ledger.open(account))
  }

  function status(account: string): BudgetStatus {
    const { perDay, perMonth, askAbove } = limits()
    const today = new Date(clock.now()).toISOString().slice(0, 10)
    const period = (limit: MicroUsd | null, from: string) =>
      limit === null ? null : { limit, committed: committedSince(account, from, today) }
    return { day: period(perDay, today), month: period(perMonth, `${today.slice(0, 7)}-01`), askAbove }
  }

  return {
    status,
    objection: (account, estimates, agreed) =>
      findObjections(estimates, status(account)).find(({ question }) => !agreed.includes(question)) ?? null,
  }
}
