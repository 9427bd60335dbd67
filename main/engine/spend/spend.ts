import type { ProcedureOutput } from '../../../shared/bridge/procedures.ts'
import type { StudioStatus } from '../../../shared/bridge/views.ts'
import { add, type MicroUsd, zeroUsd } from '../../../shared/pricing/money.ts'
import type { Clock } from '../ports.ts'
import type { Ledger, RunningRuns } from './ports.ts'

export interface SpendDeps {
  readonly clock: Clock
  readonly journal: RunningRuns
  readonly ledger: Ledger
}

/** The spend of completed jobs (JOB16). Days and months are UTC. */
export interface Spend {
  thisMonth(): StudioStatus['spentThisMonth']
  summary(range: { from: string; to: string }): ProcedureOutput<'spend.summary'>
}

export function createSpend({ clock, journal, ledger }: SpendDeps): Spend {
  return {
    thisMonth() {
      const today = new Date(clock.now()).toISOString().slice(0, 10)
      const rows = ledger.spend(`${today.slice(0, 7)}-01`, today)
      return {
        microUsd: rows.reduce((sum, row) => add(sum, row.microUsd), zeroUsd),
        unlistedJobs: rows.reduce((sum, row) => sum + row.unlistedJobs, 0),
      }
    },
    summary({ from, to }) {
      let microUsd: MicroUsd = zeroUsd
      let unlistedJobs = 0
      const running = journal.running()
      for (const { estimate } of running) {
        if (estimate.kind === 'exact') microUsd = add(microUsd, estimate.microUsd)
        else if (estimate.kind === 'range') microUsd = add(microUsd, estimate.maxMicroUsd)
        else unlistedJobs += 1
      }
      return { rows: [...ledger.spend(from, to)], running: { jobs: running.length, microUsd, unlistedJobs } }
    },
  }
}
