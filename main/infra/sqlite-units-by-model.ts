import type { UnitsByModel } from '../engine/spend/ports.ts'
import type { UsageStore } from '../engine/usage/ports.ts'
import type { Database } from './sqlite-database.ts'

/** The reported units of the library's own jobs. The usage's thread is started only where a report was ever read. */
export function createSqliteUnitsByModel(
  database: Database,
  usage: Pick<UsageStore, 'unitsOfRuns'>,
): UnitsByModel {
  return {
    async of(account, { from, to }) {
      const known = database.prepare('SELECT 1 FROM usage_workspaces WHERE account_id = ?').get(account)
      return known ? usage.unitsOfRuns(account, { start: from, end: to - 1 }) : []
    },
  }
}
