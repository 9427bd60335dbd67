import type { PurgedFile, Trash } from '../engine/library/ports.ts'
import type { Database } from './sqlite-database.ts'
import { putInFront } from './sqlite-file-catalogue.ts'
import { forgetLooks } from './sqlite-file-colors.ts'

const listed = 'file_id IN (SELECT value FROM json_each(?))'

/** The files that the person deleted, in SQLite. */
export function createSqliteTrash(database: Database): Trash {
  /** Moves files of one state to another one, and lets the sheets that they are in be represented by what is left. */
  function move(fileIds: readonly string[], from: string, to: string, at: number | null): readonly string[] {
    return database.transaction(() => {
      const found = database
        .prepare(`SELECT file_id, sheet_id FROM files WHERE ${listed} AND state = ?`)
        .all(JSON.stringify(fileIds), from)
      const moved = found.map((row) => String(row.file_id))
      database
        .prepare(`UPDATE files SET state = ?, trashed_at = ? WHERE ${listed}`)
        .run(to, at, JSON.stringify(moved))
      const sheets = new Set(found.flatMap(({ sheet_id: sheetId }) => (sheetId ? [String(sheetId)] : [])))
      for (const sheetId of sheets) putInFront(database, sheetId)
      return moved
    })
  }

  return {
    put: (fileIds, at) => move(fileIds, 'saved', 'trashed', at),
    restore: (fileIds) => move(fileIds, 'trashed', 'saved', null),
    sum(fileIds) {
      const row = database
        .prepare(
          `SELECT count(*) AS files, coalesce(sum(bytes), 0) AS bytes, max(trashed_at) AS last_at FROM files
           WHERE state = 'trashed' ${fileIds === null ? '' : `AND ${listed}`}`,
        )
        .get(...(fileIds === null ? [] : [JSON.stringify(fileIds)]))
      const lastAt = row?.last_at ?? null
      return {
        files: Number(row?.files ?? 0),
        bytes: Number(row?.bytes ?? 0),
        lastAt: lastAt === null ? null : Number(lastAt),
      }
    },
    mark: (which, held) =>
      database.transaction(() => {
        const [where, value] =
          'until' in which ? ['trashed_at <= ?', which.until] : [listed, JSON.stringify(which.fileIds)]
        const found = database
          .prepare(`SELECT file_id, name, bytes, sha256 FROM files WHERE state = 'trashed' AND ${where}`)
          .all(value)
        const isHeld = (row: (typeof found)[number]) => held.has(String(row.sha256))
        const marked = found.filter((row) => !isHeld(row))
        database
          .prepare(`UPDATE files SET state = 'purging' WHERE ${listed} AND state = 'trashed'`)
          .run(JSON.stringify(marked.map((row) => row.file_id)))
        return {
          fileIds: marked.map((row) => String(row.file_id)),
          bytes: marked.reduce((sum, row) => sum + Number(row.bytes), 0),
          kept: found.filter(isHeld).map((row) => String(row.name)),
        }
      }),
    marked: (limit) =>
      database
        .prepare(
          `SELECT file_id, submission_id, path, poster_path FROM files INDEXED BY files_purging
           WHERE state = 'purging' ORDER BY seq LIMIT ?`,
        )
        .all(limit)
        .map(toPurged),
    setDeleted(fileIds) {
      database.transaction(() => {
        const seqs = database
          .prepare(
            `UPDATE files SET state = 'deleted', path = NULL, poster_path = NULL
             WHERE ${listed} AND state = 'purging' RETURNING seq`,
          )
          .all(JSON.stringify(fileIds))
          .map(({ seq }) => Number(seq))
        forgetLooks(database, seqs)
      })
    },
  }
}

function toPurged(row: Record<string, unknown>): PurgedFile {
  return {
    fileId: String(row.file_id),
    submissionId: String(row.submission_id),
    path: row.path === null ? null : String(row.path),
    posterPath: row.poster_path === null ? null : String(row.poster_path),
  }
}
