import { mostCollections } from '../../shared/bridge/collection-bounds.ts'
import type { SmartCollection } from '../../shared/bridge/smart-collection-procedures.ts'
import { librarySorts } from '../../shared/library/filter/library-sort.ts'
import { foldName } from '../../shared/library/fold-name.ts'
import { type CollectionResult, keptMs, type SmartCollections } from '../engine/library/ports.ts'
import type { Database } from './sqlite-database.ts'

/** Filters that are kept under a name, in SQLite. */
export function createSqliteSmartCollections(database: Database): SmartCollections {
  function one(collectionId: string): CollectionResult<SmartCollection> {
    const row = database
      .prepare('SELECT * FROM smart_collections WHERE collection_id = ? AND deleted_at IS NULL')
      .get(collectionId)
    return row ? { ok: true, value: toView(row) } : { ok: false, error: 'not_found' }
  }

  function isTaken(name: string, byOtherThan: string): boolean {
    return (
      database
        .prepare(
          'SELECT 1 FROM smart_collections WHERE folded_name = ? AND deleted_at IS NULL AND collection_id <> ?',
        )
        .get(foldName(name), byOtherThan) !== undefined
    )
  }

  return {
    list: () =>
      database
        .prepare(
          'SELECT * FROM smart_collections WHERE deleted_at IS NULL ORDER BY folded_name, collection_id',
        )
        .all()
        .map(toView),
    save: ({ collectionId, name, filter, before, sort, at }) =>
      database.transaction(() => {
        if (before !== undefined) {
          const kept = one(collectionId)
          if (!kept.ok || kept.value.filter !== before) return { ok: false, error: 'not_found' }
        }
        if (isTaken(name, collectionId)) return { ok: false, error: 'name_taken' }
        const count = database
          .prepare(
            'SELECT count(*) AS n FROM smart_collections WHERE deleted_at IS NULL AND collection_id <> ?',
          )
          .get(collectionId)
        if (Number(count?.n) >= mostCollections) return { ok: false, error: 'too_many' }
        database
          .prepare(
            `INSERT INTO smart_collections (collection_id, name, folded_name, filter, sort, created_at, changed_at)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?6) ON CONFLICT (collection_id) DO UPDATE SET name = excluded.name,
               folded_name = excluded.folded_name, filter = excluded.filter, sort = excluded.sort, changed_at = excluded.changed_at`,
          )
          .run(collectionId, name, foldName(name), filter, sort, at)
        return one(collectionId)
      }),
    delete: (collectionId, at) =>
      database.transaction(() => {
        const found = one(collectionId)
        if (!found.ok) return found
        database.prepare('DELETE FROM smart_collections WHERE deleted_at <= ?').run(at - keptMs)
        database
          .prepare('UPDATE smart_collections SET deleted_at = ? WHERE collection_id = ?')
          .run(at, collectionId)
        return found
      }),
    restore: (collectionId) =>
      database.transaction(() => {
        const row = database
          .prepare('SELECT name FROM smart_collections WHERE collection_id = ?')
          .get(collectionId)
        if (!row) return { ok: false, error: 'not_found' }
        if (isTaken(String(row.name), collectionId)) return { ok: false, error: 'name_taken' }
        database
          .prepare('UPDATE smart_collections SET deleted_at = NULL WHERE collection_id = ?')
          .run(collectionId)
        return one(collectionId)
      }),
  }
}

/** A sort that no version writes counts as the newest first. */
function toView(row: Record<string, unknown>): SmartCollection {
  return {
    collectionId: String(row.collection_id),
    name: String(row.name),
    filter: String(row.filter),
    sort: librarySorts.find((sort) => sort === row.sort) ?? 'newest',
  }
}
