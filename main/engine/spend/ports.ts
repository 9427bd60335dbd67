import type { SpendRow } from '../../../shared/bridge/views.ts'
import type { Estimate } from '../../../shared/pricing/estimate.ts'
import type { MicroUsd } from '../../../shared/pricing/money.ts'

/** What completed jobs cost, by UTC day and model; dates inclusive. */
export interface Ledger {
  spend(from: string, to: string): readonly SpendRow[]
  /** What waits, is under way or has an unknown outcome, at upper ends. */
  open(): { readonly jobs: number; readonly microUsd: MicroUsd; readonly unlistedJobs: number }
}

/** The runs whose job is under way. */
export interface RunningRuns {
  running(): readonly { readonly estimate: Estimate }[]
}
