import { writeReason } from '../../shared/failures/reason-text.ts'
import type { FileCatalogue } from '../engine/library/ports.ts'
import type { LibraryRows, SavedRow } from '../engine/library/reconcile-ports.ts'
import { createFileNumbers } from './file-numbers.ts'
import type { Database } from './sqlite-database.ts'
import { withoutEnding } from './sqlite-file-catalogue.ts'

/**
 * The library's rows in SQLite as needed for the comparison with the disk. A saved row with a failure is one
 * whose file is gone.
 */
export function createSqliteLibraryRows(
  database: Database,
  { setSaved, setWaiting }: Pick<FileCatalogue, 'setSaved' | 'setWaiting'>,
): LibraryRows {
  const numbers = createFileNumbers(database)
  return {
    setSaved,
    setWaiting,
    savedAfter: (place, limit) =>
      database.prepare(`${savedRows} AND seq > ? ORDER BY seq LIMIT ?`).all(place, limit).map(toSavedRow),
    saved(fileId) {
      const row = database.prepare(`${savedRows} AND file_id = ?`).get(fileId)
      return row ? toSavedRow(row) : null
    },
    awaited() {
      const rows = database
        .prepare(`SELECT file_id, name FROM files
           WHERE trashed_at IS NULL AND (state <> 'saved' OR failure IS NOT NULL)`)
        .all()
      return new Map(rows.map((row) => [withoutEnding(String(row.name)), { fileId: String(row.file_id) }]))
    },
    hasPath: (path) =>
      database
        .prepare(
          `SELECT 1 FROM files
           WHERE (state = 'purging' OR (state IN ('saved', 'trashed') AND failure IS NULL)) AND path = ?`,
        )
        .get(path) !== undefined,
    hasSaved: (fileId) =>
      database
        .prepare(`SELECT 1 FROM files WHERE file_id = ? AND saved_at IS NOT NULL AND state <> 'deleted'`)
        .get(fileId) !== undefined,
    setMissing: (fileId, cause) =>
      void database
        .prepare(`UPDATE files SET failure = ? WHERE file_id = ? AND state IN ('saved', 'trashed')`)
        .run(writeReason(cause), fileId),
    setFound: (fileId) =>
      void database
        .prepare(`UPDATE files SET failure = NULL WHERE file_id = ? AND state IN ('saved', 'trashed')`)
        .run(fileId),
    hasFile: (fileId) => database.prepare('SELECT 1 FROM files WHERE file_id = ?').get(fileId) !== undefined,
    hasName: (name) =>
      database
        .prepare('SELECT 1 FROM files WHERE name = ? OR name GLOB ?')
        .get(name, `${toPattern(name)}.*`) !== undefined,
    takeIn({ fileId, submissionId, batchId, modelId, prompt, saved }) {
      database.transaction(() => {
        database
          .prepare(
            `INSERT INTO submissions (submission_id, batch_id, model_id, kind, service_id, path, values_json, body_sha256,
               estimate_json, state, confirmed_at, updated_at, ended_at)
             VALUES (?, ?, ?, ?, '', '', '{}', '', '{"kind":"unlisted"}', 'closed', ?, ?, ?)`,
          )
          .run(submissionId, batchId, modelId, saved.kind, saved.savedAt, saved.savedAt, saved.savedAt)
        database
          .prepare(
            `INSERT INTO files (seq, file_id, submission_id, ordinal, url, state, name, kind, model_id, prompt)
             VALUES (?, ?, ?, 0, '', 'waiting', ?, ?, ?, ?)`,
          )
          .run(
            numbers.from(saved.savedAt),
            fileId,
            submissionId,
            withoutEnding(saved.name),
            saved.kind,
            modelId,
            prompt,
          )
      })
      setSaved(fileId, saved)
    },
    setPosterPath: (fileId, path) =>
      void database.prepare('UPDATE files SET poster_path = ? WHERE file_id = ?').run(path, fileId),
  }
}

const savedRows = `SELECT seq, file_id, path, bytes, sha256, poster_path, failure FROM files
  WHERE state IN ('saved', 'trashed')`

/** Escapes a string so that it matches only itself in GLOB. */
function toPattern(text: string): string {
  return text.replace(/[*?[]/g, '[$&]')
}

function toSavedRow(row: Record<string, unknown>): SavedRow {
  return {
    place: Number(row.seq),
    fileId: String(row.file_id),
    path: String(row.path),
    bytes: Number(row.bytes),
    sha256: String(row.sha256),
    posterPath: row.poster_path === null ? null : String(row.poster_path),
    isMissing: row.failure !== null,
  }
}
