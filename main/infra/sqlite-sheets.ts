import type { Sheet } from '../../shared/bridge/sheet.ts'
import { sheetSchema } from '../../shared/bridge/sheet.ts'
import type { Database } from './sqlite-database.ts'
import { readKeptJson, type UnreadableRows, unnotedRows } from './unreadable-rows.ts'

/** The values by which a batch's runs are compared, and the prompt that they were written as. */
export interface Sheets {
  /** Within the transaction that writes the batch's runs; a known sheet stays as it is. */
  put(batchId: string, sheet: Sheet): void
  /** Null where the batch is no sheet, or its row can't be read. */
  of(batchId: string): Sheet | null
  /** Within the same transaction: the prompt with the wildcards that the batch's prompts come from. */
  putWrittenPrompt(batchId: string, prompt: string): void
  writtenPromptOf(batchId: string): string | null
}

/** The contact sheets in SQLite. */
export function createSqliteSheets(database: Database, unreadable: UnreadableRows = unnotedRows): Sheets {
  return {
    put: (batchId, sheet) =>
      void database
        .prepare('INSERT INTO sheets (batch_id, sheet_json) VALUES (?, ?) ON CONFLICT (batch_id) DO NOTHING')
        .run(batchId, JSON.stringify(sheet)),
    of(batchId) {
      const row = database.prepare('SELECT sheet_json FROM sheets WHERE batch_id = ?').get(batchId)
      if (!row) return null
      const sheet = sheetSchema.safeParse(readKeptJson(row.sheet_json))
      if (!sheet.success) unreadable.note(`The contact sheet ${batchId}`)
      return sheet.data ?? null
    },
    putWrittenPrompt: (batchId, prompt) =>
      void database
        .prepare(
          'INSERT INTO written_prompts (batch_id, prompt) VALUES (?, ?) ON CONFLICT (batch_id) DO NOTHING',
        )
        .run(batchId, prompt),
    writtenPromptOf(batchId) {
      const row = database.prepare('SELECT prompt FROM written_prompts WHERE batch_id = ?').get(batchId)
      return row ? String(row.prompt) : null
    },
  }
}
