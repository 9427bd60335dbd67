import type { BudgetQuestion, BudgetStatus, LimitObjection } from '../../../shared/bridge/budget.ts'
import { findObjections } from '../../../shared/bridge/find-objections.ts'
import type { Estimate } from '../../../shared/pricing/estimate.ts'
import { add, type MicroUsd } from '../../../shared/pricing/money.ts'
import type { BudgetLimits } from '../../../shared/settings/settings.ts'
import type { Clock } from '../ports.ts'
import type { Ledger } from './ports.ts'
import { monthOf, utcDay } from './utc-days.ts'

export interface BudgetDeps {
  readonly clock: Clock
  readonly ledger: Pick<Ledger, 'sums' | 'pending' | 'mark' | 'committedSince'>
  limits(account: string): BudgetLimits
}

/**
 * The person's own budgets, each account's apart, checked before anything is confirmed (SPEND1 to SPEND4, SPEND6). Runs
 * without a listed price are in no sum, here as in the ledger.
 */
export interface Budget {
  status(account: string): BudgetStatus
  /**
   * The first budget that these runs of an account exceed and the person did not agree to exceed; null where they may be
   * confirmed. Waiting runs that are canceled by the same write count no more.
   */
  objection(
    account: string,
    estimates: readonly Estimate[],
    agreed: readonly BudgetQuestion[],
    canceled?: readonly string[],
  ): LimitObjection | null
}

/** What counts against a budget, and the part of it that may become less. */
type Committed = Pick<NonNullable<BudgetStatus['day']>, 'committed' | 'open'>

/** Its session begins now: with the studio. */
export function createBudget({ clock, ledger, limits }: BudgetDeps): Budget {
  const sessionSince = new Date(clock.now()).toISOString()
  /** Marks count, not times: a clock that is set back would let runs out of the session. */
  const mark = ledger.mark()

  /**
   * An account's spend from a moment on, at most, plus everything that waits or may be charged; and how much of it is
   * open (SPEND12).
   */
  function committedFrom(account: string, from: number, canceled: readonly string[]): Committed {
    // A service's clock may be ahead of ours: what it ended in our future is spent all the same.
    const { microUsd, upToMicroUsd } = ledger.sums(account, { from, to: Number.MAX_SAFE_INTEGER })
    const { running, waiting, unknown } = ledger.pending(account, canceled)
    const open = [running.microUsd, waiting.microUsd, unknown.microUsd].reduce(add, upToMicroUsd)
    return { committed: add(microUsd, open), ...(open > 0 && { open }) }
  }

  function status(account: string, canceled: readonly string[] = []): BudgetStatus {
    const { perDay, perMonth, perSession, askAbove } = limits(account)
    const now = clock.now()
    const period = (limit: MicroUsd | null, committed: () => Committed) =>
      limit === null ? null : { limit, ...committed() }
    return {
      day: period(perDay, () => committedFrom(account, Date.parse(utcDay(now)), canceled)),
      month: period(perMonth, () => committedFrom(account, monthOf(now).from, canceled)),
      session: period(perSession, () => ledger.committedSince(account, mark, canceled)),
      sessionSince,
      askAbove,
    }
  }

  return {
    status: (account) => status(account),
    objection: (account, estimates, agreed, canceled) =>
      findObjections(estimates, status(account, canceled)).find(
        ({ question }) => !agreed.includes(question),
      ) ?? null,
  }
}
