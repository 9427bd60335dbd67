import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { sandboxAccountId } from '../../../shared/settings/account.ts'
import { periodOf } from '../../engine/spend/utc-days.ts'
import { defaultDataFolder } from '../../infra/default-data-folder.ts'
import { createSqliteLedger } from '../../infra/sqlite-ledger.ts'
import { migrations } from '../../infra/sqlite-migrations.ts'
import { SetUpError } from '../setup-error.ts'
import { openForReading } from './list-jobs.ts'
import { openAccountSettings } from './open-accounts.ts'
import type { Terminal } from './terminal.ts'

/** What one account's completed jobs cost, as a script reads it; sums in micro-dollars, never added up. */
export interface AccountSpend {
  /** Its id. */
  readonly account: string
  /** As `accounts` prints it; null where it was removed, or was only named by an address. */
  readonly name: string | null
  readonly settledMicroUsd: number
  /** Of jobs whose price stays open, each at the most that it can be. */
  readonly upToMicroUsd: number
  /** Jobs without a listed price, in neither sum. */
  readonly unlistedJobs: number
  readonly jobs: number
}

interface SpendQuery {
  readonly dataFolder: string | undefined
  readonly terminal: Terminal
  /** UTC days, both inclusive. */
  readonly from: string
  readonly to: string
}

/** By account, those with completed jobs; read beside whichever Atelier is using the data folder. */
export function listSpend({ dataFolder, terminal, from, to }: SpendQuery): AccountSpend[] {
  const path = join(resolve(dataFolder ?? defaultDataFolder()), 'library.sqlite')
  if (!existsSync(path)) return []
  const database = openForReading(path)
  try {
    const format = Number(database.prepare('PRAGMA user_version').get()?.user_version)
    if (format < migrations.length) throw new SetUpError(({ cli }) => cli.libraryOlder)
    const ledger = createSqliteLedger(database)
    const { accounts } = openAccountSettings({ dataFolder, terminal }).read()
    const nameOf = (account: string) =>
      account === sandboxAccountId ? account : (accounts.find(({ id }) => id === account)?.name ?? null)
    return ledger.accounts().flatMap((account) => {
      const { microUsd, upToMicroUsd, unlistedJobs, jobs } = ledger.sums(account, periodOf(from, to))
      if (jobs === 0) return []
      const sums = { settledMicroUsd: microUsd, upToMicroUsd, unlistedJobs, jobs }
      return [{ account, name: nameOf(account), ...sums }]
    })
  } finally {
    database.close()
  }
}
