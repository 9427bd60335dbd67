import type { SpendRow } from '../../../shared/bridge/views.ts'
import type { Estimate } from '../../../shared/pricing/estimate.ts'
import type { MicroUsd } from '../../../shared/pricing/money.ts'

/** What completed jobs cost, by UTC day, account and model; dates inclusive. */
export interface Ledger {
  spend(from: string, to: string): readonly SpendRow[]
  /** An account's runs that wait, are under way or have an unknown outcome, together at their upper estimates. */
  open(account: string): MicroUsd
}

/** The runs whose job is under way. */
export interface RunningRuns {
  running(): readonly { readonly serviceId: string; readonly estimate: Estimate }[]
}
