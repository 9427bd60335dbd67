import type { ProcedureOutput } from '../../../shared/bridge/procedures.ts'
import type { StudioStatus } from '../../../shared/bridge/views.ts'
import { upperEnd } from '../../../shared/pricing/estimate.ts'
import { add, zeroUsd } from '../../../shared/pricing/money.ts'
import type { Clock } from '../ports.ts'
import type { Ledger, RunningRuns } from './ports.ts'

export interface SpendDeps {
  readonly clock: Clock
  readonly journal: RunningRuns
  readonly ledger: Ledger
}

/** The spend of completed jobs (JOB16). Days and months are UTC. */
export interface Spend {
  /** Of one account: `sandbox` or a base URL. */
  thisMonth(account: string): StudioStatus['spentThisMonth']
  summary(range: { from: string; to: string }): ProcedureOutput<'spend.summary'>
}

export function createSpend({ clock, journal, ledger }: SpendDeps): Spend {
  return {
    thisMonth(account) {
      const today = new Date(clock.now()).toISOString().slice(0, 10)
      const rows = ledger.spend(`${today.slice(0, 7)}-01`, today).filter((row) => row.account === account)
      return {
        account,
        microUsd: rows.reduce((sum, row) => add(sum, row.microUsd), zeroUsd),
        upToMicroUsd: rows.reduce((sum, row) => add(sum, row.upToMicroUsd), zeroUsd),
        unlistedJobs: rows.reduce((sum, row) => sum + row.unlistedJobs, 0),
      }
    },
    summary({ from, to }) {
      const accounts = Map.groupBy(journal.running(), ({ serviceId }) => serviceId)
      const running = [...accounts].map(([account, runs]) => {
        const most = runs.map(({ estimate }) => upperEnd(estimate))
        const sums = most.filter((one) => one !== null)
        return {
          account,
          jobs: runs.length,
          microUsd: sums.reduce(add, zeroUsd),
          unlistedJobs: runs.length - sums.length,
        }
      })
      return { rows: [...ledger.spend(from, to)], running }
    },
  }
}
