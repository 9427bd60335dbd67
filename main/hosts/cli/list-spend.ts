import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { periodOf } from '../../engine/spend/utc-days.ts'
import { defaultDataFolder } from '../../infra/data-folder.ts'
import { createSqliteLedger } from '../../infra/sqlite-ledger.ts'
import { migrations } from '../../infra/sqlite-migrations.ts'
import { SetUpError } from '../setup-error.ts'
import { openForReading } from './list-jobs.ts'

/** What one account's completed jobs cost, as a script reads it; sums in micro-dollars, never added up. */
export interface AccountSpend {
  readonly account: string
  readonly settledMicroUsd: number
  /** Of jobs whose price stays open, each at the most that it can be. */
  readonly upToMicroUsd: number
  /** Jobs without a listed price, in neither sum. */
  readonly unlistedJobs: number
  readonly jobs: number
}

interface SpendQuery {
  readonly dataFolder: string | undefined
  /** UTC days, both inclusive. */
  readonly from: string
  readonly to: string
}

/** By account, those with completed jobs; read beside whichever Atelier is using the data folder. */
export function listSpend({ dataFolder, from, to }: SpendQuery): AccountSpend[] {
  const path = join(resolve(dataFolder ?? defaultDataFolder()), 'library.sqlite')
  if (!existsSync(path)) return []
  const database = openForReading(path)
  try {
    const format = Number(database.prepare('PRAGMA user_version').get()?.user_version)
    if (format < migrations.length) throw new SetUpError(({ cli }) => cli.libraryOlder)
    const ledger = createSqliteLedger(database)
    return ledger.accounts().flatMap((account) => {
      const { microUsd, upToMicroUsd, unlistedJobs, jobs } = ledger.sums(account, periodOf(from, to))
      return jobs === 0 ? [] : [{ account, settledMicroUsd: microUsd, upToMicroUsd, unlistedJobs, jobs }]
    })
  } finally {
    database.close()
  }
}
