import { z } from 'zod'
import { parseBoundedJson } from '../../shared/json/read-bounded-json.ts'
import type { LibraryQuery } from '../engine/library/ports.ts'
import { fullTextQuery } from './full-text-query.ts'

/** What the key of a page is in its rows: in a collection the place, else the row itself. */
export interface PageKey {
  readonly seq: number
  /** Where the trash is listed. */
  readonly trashed_at?: number | null
  readonly file_id: string
  readonly place?: string
}

interface Part {
  readonly sql: string
  readonly values: readonly (string | number)[]
}

/** What a page of the library is read from: one index in the order of its key, and conditions on its rows. */
interface Source {
  readonly from: string
  readonly where: readonly Part[]
  readonly key: string
}

const seqSchema = z.coerce.number().int().positive()
const trashedSchema = z.tuple([z.int(), z.int()])
const memberSchema = z.tuple([z.string(), z.string()])

/** The SQL of a page and of its count. `isPlain`: all files, where a contact sheet is one entry. */
export function pageSource(query: LibraryQuery) {
  const { kind, collectionId } = query
  const match = fullTextQuery(query.search ?? '')
  const source = sourceOf(query, match)
  const isPlain =
    !query.isTrash &&
    source.from === 'files' &&
    kind === undefined &&
    query.flag === undefined &&
    !query.isEachFile
  const isDriven = source.from.includes('judgements')
  const parts: Part[] = [
    ...source.where,
    { sql: `files.state = '${query.isTrash ? 'trashed' : 'saved'}'`, values: [] },
    ...(isPlain ? [{ sql: 'files.is_behind = 0', values: [] }] : []),
    ...(kind === undefined ? [] : [{ sql: 'files.kind = ?', values: [kind] }]),
    ...judgementParts(query),
    ...(match !== null && !source.from.startsWith('file_search')
      ? [{ sql: 'files.seq IN (SELECT rowid FROM file_search WHERE file_search MATCH ?)', values: [match] }]
      : []),
  ]
  const needsJudgements = !isDriven && judgementParts(query).length > 0
  return {
    from: needsJudgements
      ? `${source.from} LEFT JOIN judgements ON judgements.file_id = files.file_id`
      : source.from,
    where: parts.map(({ sql }) => sql).join(' AND '),
    values: parts.flatMap(({ values }) => values),
    isPlain,
    ...(query.isTrash
      ? byTrashing(query.cursor)
      : collectionId === undefined
        ? bySeq(source.key, query.cursor)
        : byPlace(query.cursor)),
  }
}

/** The key of the last row read. */
export function cursorOf({ seq, place, file_id: fileId, trashed_at: trashedAt }: PageKey): string {
  if (typeof trashedAt === 'number') return JSON.stringify([trashedAt, seq])
  return place === undefined ? String(seq) : JSON.stringify([place, fileId])
}

/** The index that leaves the fewest rows to look at. */
function sourceOf(
  { isTrash, collectionId, isFavorite, flag, minRating }: LibraryQuery,
  match: string | null,
): Source {
  if (isTrash) return { from: 'files INDEXED BY files_trashed', where: [], key: 'files.trashed_at' }
  if (collectionId !== undefined)
    return {
      from: 'collection_files INDEXED BY collection_files_place CROSS JOIN files ON files.file_id = collection_files.file_id',
      where: [
        { sql: 'collection_files.collection_id = ?', values: [collectionId] },
        {
          sql: 'EXISTS (SELECT 1 FROM collections WHERE collections.collection_id = ? AND deleted_at IS NULL)',
          values: [collectionId],
        },
      ],
      key: 'collection_files.place',
    }
  if (match !== null)
    return {
      from: 'file_search JOIN files ON files.seq = file_search.rowid',
      where: [{ sql: 'file_search MATCH ?', values: [match] }],
      key: 'file_search.rowid',
    }
  const index =
    (isFavorite && 'judgements_favorite') ||
    (flag !== undefined && flag !== 'none' && 'judgements_flag') ||
    (minRating !== undefined && 'judgements_rating')
  if (!index) return { from: 'files', where: [], key: 'files.seq' }
  return {
    from: `judgements INDEXED BY ${index} CROSS JOIN files ON files.seq = judgements.file_seq`,
    where: [],
    key: 'judgements.file_seq',
  }
}

/** With the conditions of the partial indexes as they are written there. */
function judgementParts({ minRating, flag, isFavorite }: LibraryQuery): Part[] {
  return [
    ...(minRating === undefined
      ? []
      : [{ sql: 'judgements.rating > 0 AND judgements.rating >= ?', values: [minRating] }]),
    ...(flag === undefined ? [] : [flagPart(flag)]),
    ...(isFavorite ? [{ sql: 'judgements.is_favorite = 1', values: [] }] : []),
  ]
}

function flagPart(flag: NonNullable<LibraryQuery['flag']>): Part {
  return flag === 'none'
    ? { sql: `coalesce(judgements.flag, 'none') = 'none'`, values: [] }
    : { sql: `judgements.flag <> 'none' AND judgements.flag = ?`, values: [flag] }
}

function bySeq(column: string, cursor: string | undefined) {
  const before = seqSchema.safeParse(cursor).data ?? Number.MAX_SAFE_INTEGER
  return {
    order: `${column} DESC`,
    key: { columns: 'files.*', after: `AND ${column} < ?`, values: [before] },
  }
}

/** Last deleted first. */
function byTrashing(cursor: string | undefined) {
  const after = trashedSchema.safeParse(parseBoundedJson(cursor ?? '')).data
  return {
    order: 'files.trashed_at DESC, files.seq DESC',
    key: {
      columns: 'files.*',
      after: after ? 'AND (files.trashed_at, files.seq) < (?, ?)' : '',
      values: after ?? [],
    },
  }
}

function byPlace(cursor: string | undefined) {
  const after = memberSchema.safeParse(parseBoundedJson(cursor ?? '')).data
  const place = 'collection_files.place, collection_files.file_id'
  return {
    order: place,
    key: {
      columns: 'files.*, collection_files.place',
      after: after ? `AND (${place}) > (?, ?)` : '',
      values: after ?? [],
    },
  }
}
