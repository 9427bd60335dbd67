import type { ParsedInput, ProcedureOutput } from '../../../shared/bridge/procedures.ts'
import type { SpendModel } from '../../../shared/bridge/spend-views.ts'
import type { StudioStatus } from '../../../shared/bridge/views.ts'
import type { Clock, Log } from '../ports.ts'
import type { Ledger, LedgerLines, ModelSums, ModelUnits, Period, PriceNow, UnitsByModel } from './ports.ts'
import { projectMonth } from './projection.ts'
import { monthOf, periodOf } from './utc-days.ts'

export interface SpendDeps {
  readonly clock: Clock
  readonly log: Log
  readonly ledger: Omit<Ledger, 'mark' | 'committedSince' | 'committedByAgents'>
  readonly lines: LedgerLines
  readonly units: UnitsByModel
  readonly priceNow: PriceNow
}

/** The spend of completed jobs (JOB16). Days and months are UTC. */
export interface Spend {
  /** Of one account: `sandbox` or a base URL. */
  thisMonth(account: string): StudioStatus['spentThisMonth']
  summary(range: { from: string; to: string; account: string }): Promise<ProcedureOutput<'spend.summary'>>
  lines(query: ParsedInput<'spend.ledger'>): ProcedureOutput<'spend.ledger'>
}

export function createSpend({ clock, log, ledger, lines, units, priceNow }: SpendDeps): Spend {
  /** The newest price in the period, where today's list has another one for the same request (SPEND9). */
  function movedPrice(account: string, modelId: string, period: Period): SpendModel['moved'] {
    const run = ledger.newestPriced(account, modelId, period)
    const now = run && priceNow({ account, modelId, values: run.values })
    if (run?.estimate.kind !== 'exact' || now?.kind !== 'exact') return null
    const [thenMicroUsd, nowMicroUsd] = [run.estimate.microUsd, now.microUsd]
    return thenMicroUsd === nowMicroUsd ? null : { thenMicroUsd, nowMicroUsd }
  }

  function withCompared(account: string, period: Period, reported: readonly ModelUnits[]) {
    const kept = ledger.keepers(account, period)
    return (model: ModelSums): SpendModel => {
      const counted = reported.find(({ modelId }) => modelId === model.modelId)
      return {
        ...model,
        keepers:
          kept.find(({ modelId, kind }) => modelId === model.modelId && kind === model.kind)?.keepers ??
          noKeepers,
        units: counted ? { units: counted.units, jobs: counted.jobs } : null,
        moved: movedPrice(account, model.modelId, period),
      }
    }
  }

  /** None where they can't be read: the sums stand without them. */
  async function readUnits(account: string, period: Period): Promise<readonly ModelUnits[]> {
    try {
      return await units.of(account, period)
    } catch (error) {
      log.warn(`Compute units could not be read beside what was spent: ${String(error)}`)
      return []
    }
  }

  return {
    thisMonth: (account) => {
      const { microUsd, upToMicroUsd, unlistedJobs } = ledger.sums(account, monthOf(clock.now()))
      return { account, microUsd, upToMicroUsd, unlistedJobs }
    },
    async summary({ from, to, account }) {
      const period = periodOf(from, to)
      const reported = await readUnits(account, period)
      const {
        running = 0,
        waiting = 0,
        unknown = 0,
        closed = 0,
        not_billed: notBilled = 0,
      } = lines.states(account, period)
      const accounts = [...new Set([account, ...ledger.accounts()])]
      return {
        account,
        accounts,
        days: [...ledger.days(account, period)],
        models: ledger.models(account, period).map(withCompared(account, period, reported)),
        collections: [...ledger.collections(account, period)],
        totals: accounts.map((one) => ({ account: one, ...ledger.sums(one, period) })),
        otherLines: { running, waiting, unknown, closed, not_billed: notBilled },
        pending: ledger.pending(account),
        projection: projectMonth({
          now: clock.now(),
          firstCompletedAt: ledger.firstCompletedAt(account),
          sums: (stretch) => ledger.sums(account, stretch),
        }),
      }
    },
    lines({ from, to, cursor, sort, limit, ...filter }) {
      const query = { ...filter, period: periodOf(from, to) }
      return {
        ...lines.lines({ ...query, sort, cursor, limit }),
        total: cursor === undefined ? lines.count(query) : null,
      } as ProcedureOutput<'spend.ledger'>
    },
  }
}

const noKeepers = { files: 0, jobs: 0, besideFiles: 0 }
