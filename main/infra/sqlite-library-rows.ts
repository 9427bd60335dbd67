import type { FileCatalogue } from '../engine/library/ports.ts'
import type { LibraryRows, SavedRow } from '../engine/library/reconcile-ports.ts'
import type { Database } from './sqlite-database.ts'
import { withoutEnding } from './sqlite-file-catalogue.ts'

/** The library's rows in SQLite as they are compared with the disk. A saved row with a failure is one whose file is gone. */
export function createSqliteLibraryRows(
  database: Database,
  { setSaved, setWaiting }: Pick<FileCatalogue, 'setSaved' | 'setWaiting'>,
): LibraryRows {
  return {
    setSaved,
    setWaiting,
    savedAfter: (place, limit) =>
      database
        .prepare(
          `SELECT seq, file_id, path, bytes, poster_path, failure FROM files
           WHERE state = 'saved' AND seq > ? ORDER BY seq LIMIT ?`,
        )
        .all(place, limit)
        .map(toSavedRow),
    awaited() {
      const rows = database
        .prepare(`SELECT file_id, name FROM files WHERE state <> 'saved' OR failure IS NOT NULL`)
        .all()
      return new Map(rows.map((row) => [withoutEnding(String(row.name)), { fileId: String(row.file_id) }]))
    },
    hasPath: (path) =>
      database
        .prepare(`SELECT 1 FROM files WHERE state = 'saved' AND failure IS NULL AND path = ?`)
        .get(path) !== undefined,
    hasSaved: (fileId) =>
      database.prepare(`SELECT 1 FROM files WHERE file_id = ? AND saved_at IS NOT NULL`).get(fileId) !==
      undefined,
    setMissing: (fileId, cause) =>
      void database
        .prepare(`UPDATE files SET failure = ? WHERE file_id = ? AND state = 'saved'`)
        .run(cause, fileId),
    setFound: (fileId) =>
      void database
        .prepare(`UPDATE files SET failure = NULL WHERE file_id = ? AND state = 'saved'`)
        .run(fileId),
    setPosterPath: (fileId, path) =>
      void database.prepare('UPDATE files SET poster_path = ? WHERE file_id = ?').run(path, fileId),
  }
}

function toSavedRow(row: Record<string, unknown>): SavedRow {
  return {
    place: Number(row.seq),
    fileId: String(row.file_id),
    path: String(row.path),
    bytes: Number(row.bytes),
    posterPath: row.poster_path === null ? null : String(row.poster_path),
    isMissing: row.failure !== null,
  }
}
