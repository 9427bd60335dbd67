import type { MediaKind } from '../../../shared/api/media.ts'
import type {
  LedgerLine,
  LedgerSort,
  LedgerState,
  PendingSum,
  SpendCollection,
  SpendDay,
  SpendModel,
  SpendSums,
} from '../../../shared/bridge/spend-views.ts'
import type { Estimate } from '../../../shared/pricing/estimate.ts'
import type { MicroUsd } from '../../../shared/pricing/money.ts'

/** A stretch of time in milliseconds since the epoch; `to` is its first moment outside. */
export interface Period {
  readonly from: number
  readonly to: number
}

export type ModelSums = Omit<SpendModel, 'units' | 'moved' | 'keepers'>

/** The keepers of one model and kind (`SpendModel`). */
export interface ModelKeepers extends Pick<SpendModel, 'modelId' | 'kind'> {
  readonly keepers: SpendModel['keepers']
}

export interface PendingSums {
  readonly running: PendingSum
  readonly waiting: PendingSum
  readonly unknown: PendingSum
}

/** What an account's runs cost, read from indexes alone. Periods are those of completion. */
export interface Ledger {
  sums(account: string, period: Period): SpendSums
  /** By UTC day, in their order. */
  days(account: string, period: Period): readonly SpendDay[]
  /** By model and kind, the most expensive first. */
  models(account: string, period: Period): readonly ModelSums[]
  /** By model and kind, where there are any. */
  keepers(account: string, period: Period): readonly ModelKeepers[]
  /** By collection, and what is in none; empty where no collection is there. */
  collections(account: string, period: Period): readonly SpendCollection[]
  /** Runs that wait, are under way or have an unknown outcome, at their upper estimates; without some that wait. */
  pending(account: string, except?: readonly string[]): PendingSums
  /** The accounts that have runs. */
  accounts(): readonly string[]
  /** When the account's first job completed; null before that. */
  firstCompletedAt(account: string): number | null
  /** The newest run that is written; later ones have larger marks. */
  mark(): number
  /** What the account's runs written after a mark cost or may cost, as budgets count them; without some of them. */
  committedSince(
    account: string,
    mark: number,
    except?: readonly string[],
  ): { readonly committed: MicroUsd; readonly open?: MicroUsd }
  /**
   * What the account's runs of agents cost or may cost at most that completed since a moment, wait, are under way or have
   * an unknown outcome (AGENT10), whenever they were confirmed.
   */
  committedByAgents(account: string, since: number): MicroUsd
  /** The newest completed run of a model in the period that had a listed price; null where there is none. */
  newestPriced(
    account: string,
    modelId: string,
    period: Period,
  ): { readonly values: Readonly<Record<string, unknown>>; readonly estimate: Estimate } | null
}

export interface LedgerQuery {
  /** Null for all. */
  readonly account: string | null
  readonly period: Period
  readonly states?: readonly LedgerState[] | undefined
  readonly modelId?: string | undefined
  readonly kind?: MediaKind | undefined
  readonly search?: string | undefined
}

export interface LedgerPageQuery extends LedgerQuery {
  readonly sort: LedgerSort
  /** An unknown one starts at the beginning. */
  readonly cursor?: string | undefined
  readonly limit: number
}

/** The runs as lines, read page by page by key. */
export interface LedgerLines {
  lines(query: LedgerPageQuery): { readonly lines: readonly LedgerLine[]; readonly nextCursor: string | null }
  count(query: LedgerQuery): number
  /** How many lines an account has in a period, by state; states without any are absent. */
  states(account: string, period: Period): Readonly<Partial<Record<LedgerState, number>>>
}

/** The compute units that the workspace's usage report holds of this library's jobs, by model. */
export interface UnitsByModel {
  /** Of an account's jobs that ended in the period. */
  of(account: string, period: Period): Promise<readonly ModelUnits[]>
}

export interface ModelUnits {
  readonly modelId: string
  readonly units: number
  readonly jobs: number
}

/** What the same request is estimated at today by its account's own list; null where that has no such model any more. */
export type PriceNow = (
  run: Readonly<{ account: string; modelId: string; values: Readonly<Record<string, unknown>> }>,
) => Estimate | null
