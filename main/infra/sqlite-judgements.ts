import {
  flags,
  isUnjudged,
  type Judgement,
  labels,
  mostStars,
  unjudged,
} from '../../shared/library/judgement.ts'
import { changeJudgement, groupJudged } from '../engine/library/judged.ts'
import type { Judgements } from '../engine/library/ports.ts'
import type { Database } from './sqlite-database.ts'

/** Of a keeper by its judgement, word for word the condition of the index `judgements_keepers`, which is read only then. */
const judgedKeeper = `rating >= 3 OR flag = 'pick' OR is_favorite = 1`

/** The files that are keepers (`isKeeper`), each once, as `file_seq`: by their judgement, or exported. */
export const keepers = `(SELECT file_seq FROM judgements INDEXED BY judgements_keepers WHERE (${judgedKeeper})
  UNION SELECT file_seq FROM exported_files)`

/** Whether the file whose number is `files.seq` is one. */
export const isKeeperFile = `(EXISTS (SELECT 1 FROM judgements WHERE judgements.file_id = files.file_id AND (${judgedKeeper}))
  OR EXISTS (SELECT 1 FROM exported_files WHERE exported_files.file_seq = files.seq))`

/** What the person thinks of files in SQLite. A row is there for judged files alone. */
export function createSqliteJudgements(database: Database): Judgements {
  function read(fileId: string): Judgement {
    return toJudgement(database.prepare('SELECT * FROM judgements WHERE file_id = ?').get(fileId))
  }

  function write(fileId: string, judgement: Judgement, at: number): void {
    const { rating, flag, isFavorite, label } = judgement
    if (isUnjudged(judgement))
      return void database.prepare('DELETE FROM judgements WHERE file_id = ?').run(fileId)
    database
      .prepare(
        `INSERT INTO judgements (file_id, file_seq, rating, flag, is_favorite, label, written_at)
         SELECT file_id, seq, ?, ?, ?, ?, ? FROM files WHERE file_id = ?
         ON CONFLICT (file_id) DO UPDATE SET rating = excluded.rating, flag = excluded.flag,
           is_favorite = excluded.is_favorite, label = excluded.label, written_at = excluded.written_at`,
      )
      .run(rating, flag, isFavorite ? 1 : 0, label, at, fileId)
  }

  return {
    of(fileIds) {
      const rows = database
        .prepare('SELECT * FROM judgements WHERE file_id IN (SELECT value FROM json_each(?))')
        .all(JSON.stringify(fileIds))
      return new Map(rows.map((row) => [String(row.file_id), toJudgement(row)]))
    },
    judge(changes, at) {
      const before = new Map<string, Judgement>()
      const after = new Map<string, Judgement>()
      database.transaction(() => {
        const isKnown = database.prepare('SELECT 1 FROM files WHERE file_id = ?')
        for (const { fileIds, ...change } of changes)
          for (const fileId of fileIds) {
            if (!isKnown.get(fileId)) continue
            const was = read(fileId)
            const is = changeJudgement(was, change)
            write(fileId, is, at)
            if (!before.has(fileId)) before.set(fileId, was)
            after.set(fileId, is)
          }
      })
      return { before: groupJudged(before), after: groupJudged(after) }
    },
    writtenAt(fileId) {
      const row = database.prepare('SELECT written_at FROM judgements WHERE file_id = ?').get(fileId)
      return row ? Number(row.written_at) : null
    },
  }
}

/** A value that no version writes counts as none. */
function toJudgement(row: Record<string, unknown> | undefined): Judgement {
  if (!row) return unjudged
  const rating = Number(row.rating)
  return {
    rating: Number.isInteger(rating) && rating >= 0 && rating <= mostStars ? rating : 0,
    flag: flags.find((flag) => flag === row.flag) ?? 'none',
    isFavorite: row.is_favorite === 1,
    label: labels.find((label) => label === Number(row.label)) ?? 0,
  }
}
