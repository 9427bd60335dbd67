import { mostCollections } from '../../shared/bridge/collection-bounds.ts'
import type { CollectionView, Member } from '../../shared/bridge/collection-procedures.ts'
import { foldName } from '../../shared/library/fold-name.ts'
import { placesBetween } from '../../shared/library/place-between.ts'
import {
  type CollectionRefusal,
  type CollectionResult,
  type Collections,
  keptMs,
} from '../engine/library/ports.ts'
import { toIsoTime } from './row-time.ts'
import type { Database } from './sqlite-database.ts'

/** Places of more characters than this are given anew, which writes every row of the collection once. */
const longestPlace = 64

const columns = `collection_id, name, created_at, changed_at,
  (SELECT count(*) FROM collection_files WHERE collection_files.collection_id = collections.collection_id)
    - coalesce((SELECT n FROM removed WHERE removed.collection_id = collections.collection_id), 0) AS files`

/** Files in the trash, or deleted from it, keep their collections, and don't count there. */
const withRemoved = `WITH removed AS MATERIALIZED (
  SELECT collection_files.collection_id, count(*) AS n
  FROM files INDEXED BY files_removed CROSS JOIN collection_files ON collection_files.file_id = files.file_id
  WHERE files.trashed_at IS NOT NULL GROUP BY 1)`

/** The collections in SQLite. */
export function createSqliteCollections(database: Database): Collections {
  function one(collectionId: string): CollectionView | null {
    const row = database
      .prepare(
        `${withRemoved} SELECT ${columns} FROM collections WHERE collection_id = ? AND deleted_at IS NULL`,
      )
      .get(collectionId)
    return row ? toView(row) : null
  }

  function isTaken(name: string, byOtherThan: string): boolean {
    return (
      database
        .prepare(
          'SELECT 1 FROM collections WHERE folded_name = ? AND deleted_at IS NULL AND collection_id <> ?',
        )
        .get(foldName(name), byOtherThan) !== undefined
    )
  }

  function count(): number {
    const row = database.prepare('SELECT count(*) AS n FROM collections WHERE deleted_at IS NULL').get()
    return Number(row?.n ?? 0)
  }

  function placeOf(collectionId: string, fileId: string): string | null {
    const row = database
      .prepare('SELECT place FROM collection_files WHERE collection_id = ? AND file_id = ?')
      .get(collectionId, fileId)
    return row ? String(row.place) : null
  }

  function lastPlace(collectionId: string): string | null {
    const row = database
      .prepare(
        'SELECT place FROM collection_files WHERE collection_id = ? ORDER BY place DESC, file_id DESC LIMIT 1',
      )
      .get(collectionId)
    return row ? String(row.place) : null
  }

  /** Without an upsert, as in `sqlite-tags.ts`. */
  function write(collectionId: string, { fileId, place }: Member): void {
    const { changes } = database
      .prepare('UPDATE collection_files SET place = ? WHERE collection_id = ? AND file_id = ?')
      .run(place, collectionId, fileId)
    if (Number(changes) > 0) return
    database
      .prepare(
        'INSERT INTO collection_files (collection_id, file_id, place, file_seq) SELECT ?, file_id, ?, seq FROM files WHERE file_id = ?',
      )
      .run(collectionId, place, fileId)
  }

  function members(collectionId: string): Member[] {
    return database
      .prepare('SELECT file_id, place FROM collection_files WHERE collection_id = ? ORDER BY place, file_id')
      .all(collectionId)
      .map((row) => ({ fileId: String(row.file_id), place: String(row.place) }))
  }

  /** Those of these files that are in it, in its order. */
  function chosenMembers(collectionId: string, fileIds: readonly string[]): Member[] {
    return database
      .prepare(
        `SELECT file_id, place FROM collection_files
         WHERE collection_id = ? AND file_id IN (SELECT value FROM json_each(?)) ORDER BY place, file_id`,
      )
      .all(collectionId, JSON.stringify(fileIds))
      .map((row) => ({ fileId: String(row.file_id), place: String(row.place) }))
  }

  function append(collectionId: string, fileIds: readonly string[]): string[] {
    const isKnown = database.prepare('SELECT 1 FROM files WHERE file_id = ?')
    const added = [...new Set(fileIds)].filter(
      (fileId) => isKnown.get(fileId) && placeOf(collectionId, fileId) === null,
    )
    const places = placesBetween(lastPlace(collectionId), null, added.length)
    for (const [index, fileId] of added.entries()) write(collectionId, { fileId, place: places[index] ?? '' })
    return added
  }

  /** The places in which the moved ones are between their new neighbours. */
  function makeRoom(collectionId: string, moved: readonly string[], beforeFileId: string | null): string[] {
    const find = () => {
      const after = beforeFileId === null ? null : placeOf(collectionId, beforeFileId)
      const row = database
        .prepare(
          `SELECT place FROM collection_files WHERE collection_id = ?1 AND (?2 IS NULL OR (place, file_id) < (?2, ?3))
             AND file_id NOT IN (SELECT value FROM json_each(?4)) ORDER BY place DESC, file_id DESC LIMIT 1`,
        )
        .get(collectionId, after, beforeFileId, JSON.stringify(moved))
      const before = row ? String(row.place) : null
      const isOpen = before === null || after === null || before < after
      return isOpen ? placesBetween(before, after, moved.length) : null
    }
    const places = find()
    if (places?.every((place) => place.length <= longestPlace)) return places
    space(collectionId)
    return find() ?? []
  }

  /** Gives all members new places in their order. */
  function space(collectionId: string): void {
    const all = members(collectionId)
    const places = placesBetween(null, null, all.length)
    for (const [index, { fileId }] of all.entries())
      write(collectionId, { fileId, place: places[index] ?? '' })
  }

  function touch(collectionId: string, at: number): void {
    database.prepare('UPDATE collections SET changed_at = ? WHERE collection_id = ?').run(at, collectionId)
  }

  /** Changes the members of a collection that is there. */
  function onMembers<Value>(
    collectionId: string,
    at: number,
    change: () => CollectionResult<Value>,
  ): CollectionResult<Value> {
    return database.transaction(() => {
      if (!one(collectionId)) return refuse('not_found')
      const result = change()
      if (result.ok) touch(collectionId, at)
      return result
    })
  }

  const found = (collectionId: string): CollectionResult<CollectionView> => {
    const view = one(collectionId)
    return view ? done(view) : refuse('not_found')
  }

  return {
    members,
    list(holding) {
      const held =
        holding === undefined
          ? ''
          : 'AND collection_id IN (SELECT collection_id FROM collection_files WHERE file_id = ?)'
      return database
        .prepare(
          `${withRemoved} SELECT ${columns} FROM collections WHERE deleted_at IS NULL ${held} ORDER BY folded_name, collection_id`,
        )
        .all(...(holding === undefined ? [] : [holding]))
        .map(toView)
    },
    create: ({ collectionId, name, fileIds, at }) =>
      database.transaction(() => {
        if (isTaken(name, collectionId)) return refuse('name_taken')
        if (count() >= mostCollections) return refuse('too_many')
        database
          .prepare(
            `INSERT INTO collections (collection_id, name, folded_name, created_at, changed_at) VALUES (?, ?, ?, ?, ?)`,
          )
          .run(collectionId, name, foldName(name), at, at)
        append(collectionId, fileIds)
        return found(collectionId)
      }),
    rename: (collectionId, name, at) =>
      database.transaction(() => {
        if (isTaken(name, collectionId)) return refuse('name_taken')
        database
          .prepare(
            `UPDATE collections SET name = ?, folded_name = ?, changed_at = ?
             WHERE collection_id = ? AND deleted_at IS NULL`,
          )
          .run(name, foldName(name), at, collectionId)
        return found(collectionId)
      }),
    delete: (collectionId, at) =>
      database.transaction(() => {
        const view = one(collectionId)
        if (!view) return refuse('not_found')
        const old = 'SELECT collection_id FROM collections WHERE deleted_at <= ?'
        database.prepare(`DELETE FROM collection_files WHERE collection_id IN (${old})`).run(at - keptMs)
        database.prepare('DELETE FROM collections WHERE deleted_at <= ?').run(at - keptMs)
        database
          .prepare('UPDATE collections SET deleted_at = ? WHERE collection_id = ?')
          .run(at, collectionId)
        return done(view)
      }),
    restore: (collectionId) =>
      database.transaction(() => {
        const row = database.prepare('SELECT name FROM collections WHERE collection_id = ?').get(collectionId)
        if (!row) return refuse('not_found')
        if (isTaken(String(row.name), collectionId)) return refuse('name_taken')
        database.prepare('UPDATE collections SET deleted_at = NULL WHERE collection_id = ?').run(collectionId)
        return found(collectionId)
      }),
    add: (collectionId, fileIds, at) =>
      onMembers(collectionId, at, () => done(append(collectionId, fileIds))),
    remove: (collectionId, fileIds, at) =>
      onMembers(collectionId, at, () => {
        const removed = chosenMembers(collectionId, fileIds)
        database
          .prepare(
            'DELETE FROM collection_files WHERE collection_id = ? AND file_id IN (SELECT value FROM json_each(?))',
          )
          .run(collectionId, JSON.stringify(fileIds))
        return done(removed)
      }),
    move: (collectionId, fileIds, beforeFileId, at) =>
      onMembers(collectionId, at, () => {
        const isIn = new Set(chosenMembers(collectionId, fileIds).map(({ fileId }) => fileId))
        const moved = [...new Set(fileIds)].filter((fileId) => isIn.has(fileId))
        if (beforeFileId !== null && (isIn.has(beforeFileId) || placeOf(collectionId, beforeFileId) === null))
          return refuse('not_found')
        const places = makeRoom(collectionId, moved, beforeFileId)
        // Once there is room: their places may have been given anew for it.
        const before = chosenMembers(collectionId, moved)
        for (const [index, fileId] of moved.entries())
          write(collectionId, { fileId, place: places[index] ?? '' })
        return done(before)
      }),
    put: (collectionId, given, at) =>
      onMembers(collectionId, at, () => {
        for (const member of given) write(collectionId, member)
        return found(collectionId)
      }),
  }
}

function done<Value>(value: Value): CollectionResult<Value> {
  return { ok: true, value }
}

function refuse(error: CollectionRefusal): CollectionResult<never> {
  return { ok: false, error }
}

function toView(row: Record<string, unknown>): CollectionView {
  return {
    collectionId: String(row.collection_id),
    name: String(row.name),
    files: Number(row.files),
    createdAt: toIsoTime(Number(row.created_at)),
    changedAt: toIsoTime(Number(row.changed_at)),
  }
}
