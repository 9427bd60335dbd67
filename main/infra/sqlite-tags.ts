import { foldName } from '../../shared/library/fold-name.ts'
import type { Tags } from '../engine/library/ports.ts'
import type { Database } from './sqlite-database.ts'

const files = 'SELECT seq FROM files WHERE file_id IN (SELECT value FROM json_each(?))'

/** The tags and notes of files in SQLite; a tag that no file has any more is removed. */
export function createSqliteTags(database: Database): Tags {
  function idOf(name: string): number | null {
    const row = database.prepare('SELECT tag_id FROM tags WHERE folded_name = ?').get(foldName(name))
    return row ? Number(row.tag_id) : null
  }

  function makeId(name: string): number {
    database
      .prepare('INSERT INTO tags (name, folded_name) VALUES (?, ?) ON CONFLICT (folded_name) DO NOTHING')
      .run(name, foldName(name))
    return idOf(name) ?? 0
  }

  /** Returns the files that did not have it. */
  function add(name: string, fileIds: readonly string[]): string[] {
    const tagId = makeId(name)
    const without = database
      .prepare(
        `SELECT file_id FROM files WHERE file_id IN (SELECT value FROM json_each(?))
           AND NOT EXISTS (SELECT 1 FROM file_tags WHERE tag_id = ? AND file_seq = files.seq)`,
      )
      .all(JSON.stringify(fileIds), tagId)
      .map((row) => String(row.file_id))
    database
      .prepare(`INSERT INTO file_tags (tag_id, file_seq) SELECT ?1, seq FROM (${files.replace('?', '?2')})`)
      .run(tagId, JSON.stringify(without))
    return without
  }

  /** Returns the files that had it. */
  function remove(name: string, fileIds: readonly string[]): string[] {
    const tagId = idOf(name)
    if (tagId === null) return []
    const having = database
      .prepare(
        `SELECT file_id FROM files JOIN file_tags ON file_tags.file_seq = files.seq
         WHERE tag_id = ? AND file_id IN (SELECT value FROM json_each(?))`,
      )
      .all(tagId, JSON.stringify(fileIds))
      .map((row) => String(row.file_id))
    database
      .prepare(`DELETE FROM file_tags WHERE tag_id = ? AND file_seq IN (${files})`)
      .run(tagId, JSON.stringify(having))
    database
      .prepare(
        'DELETE FROM tags WHERE tag_id = ? AND NOT EXISTS (SELECT 1 FROM file_tags WHERE file_tags.tag_id = tags.tag_id)',
      )
      .run(tagId)
    return having
  }

  /** Without an upsert: its conflict rule would hold for what triggers insert as well, which is often there. */
  function putNote(seq: number, note: string, at: number): void {
    const { changes } = database
      .prepare('UPDATE file_notes SET note = ?, written_at = ? WHERE file_seq = ?')
      .run(note, at, seq)
    if (Number(changes) > 0) return
    database
      .prepare('INSERT INTO file_notes (file_seq, note, written_at) VALUES (?, ?, ?)')
      .run(seq, note, at)
  }

  return {
    list(beginning, limit) {
      const folded = foldName(beginning)
      return database
        .prepare(
          `SELECT name, (SELECT count(*) FROM file_tags WHERE file_tags.tag_id = tags.tag_id) AS files FROM tags
           WHERE instr(folded_name, ?1) > 0 ORDER BY instr(folded_name, ?1) > 1, folded_name LIMIT ?2`,
        )
        .all(folded, limit)
        .map((row) => ({ name: String(row.name), files: Number(row.files) }))
    },
    of(fileIds) {
      const found = new Map<string, string[]>()
      const rows = database
        .prepare(
          `SELECT files.file_id, tags.name FROM files JOIN file_tags ON file_tags.file_seq = files.seq JOIN tags USING (tag_id)
           WHERE files.file_id IN (SELECT value FROM json_each(?)) ORDER BY tags.folded_name`,
        )
        .all(JSON.stringify(fileIds))
      for (const { file_id: fileId, name } of rows)
        found.set(String(fileId), [...(found.get(String(fileId)) ?? []), String(name)])
      return found
    },
    change: (changes) =>
      database.transaction(() => {
        const done = changes.map(({ name, fileIds, isOn }) => ({
          name,
          isOn: !isOn,
          fileIds: isOn ? add(name, fileIds) : remove(name, fileIds),
        }))
        return done.filter(({ fileIds }) => fileIds.length > 0).toReversed()
      }),
    note(fileId) {
      const row = database
        .prepare(
          'SELECT note FROM file_notes JOIN files ON files.seq = file_notes.file_seq WHERE file_id = ?',
        )
        .get(fileId)
      return row ? String(row.note) : ''
    },
    setNote: (fileId, note, at) =>
      database.transaction(() => {
        const row = database.prepare('SELECT seq FROM files WHERE file_id = ?').get(fileId)
        if (!row) return false
        if (note === '') database.prepare('DELETE FROM file_notes WHERE file_seq = ?').run(Number(row.seq))
        else putNote(Number(row.seq), note, at)
        return true
      }),
  }
}
