import type { Sheet } from '../../shared/bridge/sheet.ts'
import { sheetSchema } from '../../shared/bridge/sheet.ts'
import type { Database } from './sqlite-database.ts'

/** What the runs of a batch are compared by. */
export interface Sheets {
  /** Within the transaction that writes the batch's runs; a sheet that is known stays as it is. */
  put(batchId: string, sheet: Sheet): void
  /** Null where the batch is none. */
  of(batchId: string): Sheet | null
}

/** The contact sheets in SQLite. */
export function createSqliteSheets(database: Database): Sheets {
  return {
    put: (batchId, sheet) =>
      void database
        .prepare('INSERT INTO sheets (batch_id, sheet_json) VALUES (?, ?) ON CONFLICT (batch_id) DO NOTHING')
        .run(batchId, JSON.stringify(sheet)),
    of(batchId) {
      const row = database.prepare('SELECT sheet_json FROM sheets WHERE batch_id = ?').get(batchId)
      return row ? sheetSchema.parse(JSON.parse(String(row.sheet_json))) : null
    },
  }
}
