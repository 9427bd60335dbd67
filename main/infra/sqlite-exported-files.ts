import type { ExportedFiles } from '../engine/export/ports.ts'
import type { Database } from './sqlite-database.ts'

/** Exported files in SQLite. */
export function createSqliteExportedFiles(database: Database): ExportedFiles {
  return {
    mark(fileIds, at) {
      if (fileIds.length === 0) return
      database
        .prepare(
          `INSERT INTO exported_files (file_seq, exported_at)
           SELECT seq, ? FROM files WHERE file_id IN (SELECT value FROM json_each(?))
           ON CONFLICT DO NOTHING`,
        )
        .run(at, JSON.stringify(fileIds))
    },
  }
}
