import type { DatabaseSync, SQLInputValue } from 'node:sqlite'
import type { AccountCost, LibraryReader, LibrarySelection } from '../engine/library/ports.ts'
import type { Clock } from '../engine/ports.ts'
import { type PagesDeps, selectedRows } from './sqlite-library-pages.ts'
import { createSqliteWorker } from './sqlite-worker.ts'

const opening = 'PRAGMA query_only = 1; PRAGMA cache_size = -32000'
const heapMiB = 512

interface Question {
  readonly sql: string
  readonly values: readonly SQLInputValue[]
}

/** Runs on the thread, so it uses nothing else. */
function readAll({ sql, values }: Question, database: DatabaseSync): Record<string, unknown>[] {
  return database
    .prepare(sql)
    .all(...values)
    .map((row) => ({ ...row }))
}

/** The numbers of rows, as one array that is handed over. */
function readSeqs({ sql, values }: Question, database: DatabaseSync): Float64Array {
  const statement = database.prepare(sql)
  statement.setReturnArrays(true)
  const rows = statement.all(...values) as unknown as readonly (readonly number[])[]
  return Float64Array.from(rows, ([seq = 0]) => seq)
}

export interface LibraryReaderOptions extends PagesDeps {
  readonly path: string
  readonly clock: Pick<Clock, 'setTimer'>
}

/** Counts, sums and selections of any size, read on a thread with a connection of its own. */
export function createSqliteLibraryReader({ path, clock, ...deps }: LibraryReaderOptions): LibraryReader {
  const worker = createSqliteWorker({ path, clock, opening, tasks: { readAll, readSeqs }, heapMiB })

  /** With a contact sheet all of its files. */
  const eachOf = (selection: LibrarySelection) => selectedRows({ ...selection, isEachFile: true }, deps)

  return {
    async sum(selection) {
      const shown = selectedRows(selection, deps)
      const each = eachOf(selection)
      const accounts = await worker.call('readAll', {
        sql: `SELECT account, count(*) AS runs, sum(files) AS files,
              sum(iif(price >= 0 AND is_open = 0, price, 0)) AS settled, sum(iif(price >= 0 AND is_open = 1, price, 0)) AS up_to,
              sum(price < 0) AS unlisted
            FROM (SELECT facets.account, facets.price, facets.is_open, count(*) AS files FROM ${each.from} WHERE ${each.where}
              GROUP BY facets.run_seq)
            GROUP BY account ORDER BY account`,
        values: each.values,
      })
      // What was taken in from elsewhere was paid there.
      const ofAccounts = accounts.filter(({ account }) => account !== '')
      const files = accounts.reduce((sum, row) => sum + Number(row.files), 0)
      const entries = shown.isPlain
        ? await worker.call('readAll', {
            sql: `SELECT count(*) AS n FROM ${shown.from} WHERE ${shown.where}`,
            values: shown.values,
          })
        : null
      return { entries: entries ? Number(entries[0]?.n) : files, files, costs: ofAccounts.map(toCost) }
    },
    async seqs(selection) {
      const { from, where, values } = eachOf(selection)
      return [
        ...(await worker.call('readSeqs', {
          sql: `SELECT facets.seq FROM ${from} WHERE ${where}`,
          values,
        })),
      ]
    },
    close: worker.close,
  }
}

function toCost(row: Record<string, unknown>): AccountCost {
  return {
    account: String(row.account),
    settledMicroUsd: Number(row.settled),
    upToMicroUsd: Number(row.up_to),
    unlistedRuns: Number(row.unlisted),
    runs: Number(row.runs),
  }
}
