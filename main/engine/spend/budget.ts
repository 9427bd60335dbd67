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
 * The person's own budgets, checked before anything is confirmed (SPEND1 to SPEND3). Runs without a listed
 * price are in no sum, here as in the ledger.
 */
export interface Budget {
  status(): BudgetStatus
  /**
   * The first budget that these runs exceed and the person did not agree to exceed; null where they may be
   * confirmed.
   */
  objection(estimates: readonly Estimate[], agreed: readonly BudgetQuestion[]): BudgetObjection | null
}

export function createBudget({ clock, ledger, limits }: BudgetDeps): Budget {
  /** The spend from a day until today, plus everything under way. */
  function committedSince(from: string, today: string): MicroUsd {
    const spent = ledger.spend(from, today).reduce((sum, row) => add(sum, row.microUsd), zeroUsd)
    return add(spent, ledger.open().microUsd)
  }

  function status(): BudgetStatus {
    const { perDay, perMonth, askAbove } = limits()
    const today = new Date(clock.now()).toISOString().slice(0, 10)
    const period = (limit: MicroUsd | null, from: string) =>
      limit === null ? null : { limit, committed: committedSince(from, today) }
    return { day: period(perDay, today), month: period(perMonth, `${today.slice(0, 7)}-01`), askAbove }
  }

  return {
    status,
    objection: (estimates, agreed) =>
      findObjections(estimates, status()).find(({ question }) => !agreed.includes(question)) ?? null,
  }
}
