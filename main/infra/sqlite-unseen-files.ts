import type { UnseenFiles } from '../engine/library/ports.ts'
import type { Database } from './sqlite-database.ts'

/** Files with a thumbnail and without a look, which triggers list. */
export function createSqliteUnseenFiles(database: Database): UnseenFiles {
  return {
    list: (before, limit) =>
      database
        .prepare(
          `SELECT look_pending.seq, files.file_id FROM look_pending CROSS JOIN files ON files.seq = look_pending.seq
           WHERE look_pending.seq < ? AND files.state = 'saved' AND files.failure IS NULL
           ORDER BY look_pending.seq DESC LIMIT ?`,
        )
        .all(before ?? Number.MAX_SAFE_INTEGER, limit)
        .map((row) => ({ key: Number(row.seq), fileId: String(row.file_id) })),
  }
}
