import type { CodedReason } from '../../../shared/failures/reason.ts'
import { type Estimate, upperEnd } from '../../../shared/pricing/estimate.ts'
import { add, type MicroUsd, zeroUsd } from '../../../shared/pricing/money.ts'
import type { AgentSettings } from '../../../shared/settings/settings.ts'
import type { Clock } from '../ports.ts'
import type { Ledger } from './ports.ts'
import { utcDay } from './utc-days.ts'

export interface AgentBudgetDeps {
  readonly clock: Clock
  readonly ledger: Pick<Ledger, 'committedByAgents'>
  limits(): Pick<AgentSettings, 'perDay' | 'askAbove'>
}

export interface AgentBudgetStatus {
  readonly perDay: MicroUsd
  /** What agents' runs that completed in the current UTC day or have not ended cost, or may cost at most. */
  readonly committed: MicroUsd
  readonly askAbove: MicroUsd
}

export interface AgentObjection {
  /** Whether the person's yes lifts it. */
  readonly asksPerson: boolean
  readonly reason: CodedReason
}

/** What agents may spend of each account, checked besides the person's own budgets (AGENT10, AGENT11). */
export interface AgentBudget {
  status(account: string): AgentBudgetStatus
  /** Why these runs of an agent may not be confirmed; null where they may. Nothing but the settings lifts the budget. */
  objection(
    account: string,
    estimates: readonly Estimate[],
    person: { readonly isAllowed: boolean },
  ): AgentObjection | null
}

export function createAgentBudget({ clock, ledger, limits }: AgentBudgetDeps): AgentBudget {
  function status(account: string): AgentBudgetStatus {
    const { perDay, askAbove } = limits()
    return { perDay, askAbove, committed: ledger.committedByAgents(account, Date.parse(utcDay(clock.now()))) }
  }

  return {
    status,
    objection(account, estimates, { isAllowed }) {
      const { perDay: limit, committed, askAbove } = status(account)
      const prices = estimates.map(upperEnd)
      const requested = prices.reduce<MicroUsd>((sum, price) => add(sum, price ?? zeroUsd), zeroUsd)
      const isUnlisted = prices.includes(null)
      if ((requested > 0 && add(committed, requested) > limit) || (isUnlisted && committed >= limit))
        return { asksPerson: false, reason: { code: 'agent_budget', limit, committed, requested } }
      if (isAllowed || !(isUnlisted || requested > askAbove)) return null
      const known = isUnlisted ? null : requested
      return { asksPerson: true, reason: { code: 'agent_asks', limit: askAbove, requested: known } }
    },
  }
}
