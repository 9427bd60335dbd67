import type { SpendRow } from '../../../shared/bridge/views.ts'
import type { Estimate } from '../../../shared/pricing/estimate.ts'
import type { MicroUsd } from '../../../shared/pricing/money.ts'

/** What completed jobs cost, by UTC day and model; dates inclusive. */
export interface Ledger {
  spend(from: string, to: string): readonly SpendRow[]
  /** Runs that wait, are under way or have an unknown outcome, at their upper estimates. */
  open(): { readonly jobs: number; readonly microUsd: MicroUsd; readonly unlistedJobs: number }
}

/** The runs whose job is under way. */
export interface RunningRuns {
  running(): readonly { readonly estimate: Estimate }[]
}
