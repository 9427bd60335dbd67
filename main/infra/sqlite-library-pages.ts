import { z } from 'zod'
import { parseBoundedJson } from '../../shared/json/read-bounded-json.ts'
import type { Term } from '../../shared/library/filter/filter-term.ts'
import { noFilter } from '../../shared/library/filter/library-filter.ts'
import type { LibrarySort } from '../../shared/library/filter/library-sort.ts'
import { foldName } from '../../shared/library/fold-name.ts'
import type { LibrarySelection } from '../engine/library/ports.ts'
import type { Database } from './sqlite-database.ts'
import { numberOfColor } from './sqlite-file-colors.ts'
import {
  type Condition,
  collectionIds,
  collectionValues,
  conditionsOf,
  type FilterNames,
  tagId,
} from './sqlite-library-conditions.ts'
import type { LibrarySearch, RequiredNames } from './sqlite-library-search.ts'

export interface PagesDeps {
  readonly database: Database
  readonly names: FilterNames
  readonly search: LibrarySearch
  /** The moment from which days such as “today” are seen, in milliseconds UTC. */
  now(): number
}

/** The rows of a selection, without their order: `FROM ${from} WHERE ${where}` on `file_facets`, called `facets`. */
export interface SelectedRows {
  readonly from: string
  readonly where: string
  readonly values: readonly (string | number)[]
  /** Whether all files are shown, where a contact sheet is one entry. */
  readonly isPlain: boolean
}

/** A page of them, in their order. */
export interface PageSource extends SelectedRows {
  /** What the order is by; the last one is `facets.seq`, or in a collection the file's id. */
  readonly columns: readonly string[]
  readonly order: string
  /** The rows after a cursor; empty at the beginning, and where the cursor is none of this order. */
  after(cursor: string | undefined): Condition | null
}

/** What rows are looked up by: an index in the order of `seq`, and what selects in it. */
interface Driver {
  readonly from: string
  readonly where: readonly Condition[]
  readonly seq: string
}

interface Order {
  readonly columns: readonly string[]
  readonly order: string
  /** After a key with as many values as there are columns. */
  readonly after: string
  /** Which of the values of a key it takes, in its order. */
  readonly takes: readonly number[]
}

interface Ordering extends Order {
  /** What is read in place of the selection’s own index. */
  readonly driver?: Driver
}

/**
 * Up to so many rows are sorted; more are read in the order of an index of the sort, where they are so many that the next page
 * is near.
 */
const mostSorted = 5_000

/** How the page of a selection is read, in the order in which it is shown. */
export function pageSource(selection: LibrarySelection, deps: PagesDeps): PageSource {
  const rows = rowsOf(selection, deps)
  const { driver = rows.driver, ...order } = selection.isTrash ? byTrashing : orderOf(selection, rows, deps)
  return {
    ...toRows(rows, driver),
    columns: order.columns,
    order: order.order,
    after: (cursor) => keyAfter(order, cursor, sortOf(selection)),
  }
}

/** All rows of a selection, for a count, a sum or a change. */
export function selectedRows(selection: LibrarySelection, deps: PagesDeps): SelectedRows {
  const rows = rowsOf(selection, deps)
  return toRows(rows, rows.driver)
}

/** The key of the last row read, by the columns of its order. */
export function cursorOf(values: readonly unknown[], sort: LibrarySort): string {
  return JSON.stringify([sort, ...values])
}

export function sortOf({ sort = 'newest' }: LibrarySelection): LibrarySort {
  return sort
}

const cursorSchema = z.tuple([z.string()], z.union([z.string(), z.number()]))

function keyAfter(
  { after, takes, columns }: Order,
  cursor: string | undefined,
  sort: LibrarySort,
): Condition | null {
  const read = cursorSchema.safeParse(parseBoundedJson(cursor ?? '')).data
  if (!read) return null
  const [of, ...key] = read
  if (of !== sort || key.length !== columns.length) return null
  return { sql: after, values: takes.map((at) => key[at] ?? 0) }
}

interface Rows {
  readonly driver: Driver
  /** Whatever the rows are looked up by. */
  readonly conditions: readonly Condition[]
  /** That the searched words occur; null where none are searched. */
  readonly searched: Condition | null
  /** The first and the last row of the days that are asked for. */
  readonly between: readonly [number, number] | null
  /** Whether any word or term chooses among the files. */
  readonly isFiltered: boolean
  readonly isPlain: boolean
}

function toRows(
  { conditions, searched, between, isPlain }: Rows,
  { from, where, seq }: Driver,
): SelectedRows {
  const all = [
    ...where,
    // Of what is read first, so that it begins and ends there.
    ...(between ? [{ sql: `${seq} BETWEEN ? AND ?`, values: between }] : []),
    ...conditions,
    ...(searched && seq !== searchedSeq ? [searched] : []),
  ]
  return {
    from,
    where: all.map(({ sql }) => sql).join(' AND '),
    values: all.flatMap(({ values }) => values),
    isPlain,
  }
}

function rowsOf(selection: LibrarySelection, { names, search, database, now: clock }: PagesDeps): Rows {
  const { filter = noFilter, isTrash = false, isEachFile = false, savedUntil } = selection
  const sort = sortOf(selection)
  const now = clock()
  const match = search.match(filter.text, () => keysOf(filter.terms, database))
  const isByDate = sort === 'newest' || sort === 'oldest'
  const isPlain = !isTrash && !isEachFile && match === null && filter.terms.length === 0 && isByDate
  const isByWords = match !== null && !isTrash && search.isWhole()
  return {
    driver: isByWords ? byWords(match) : driverOf(filter.terms, { isTrash, isPlain, names }),
    searched: match === null ? null : search.condition(match),
    between: rowsOfDays(filter.terms, { now, names, database }),
    conditions: [
      { sql: isTrash ? 'facets.trashed_at IS NOT NULL' : 'facets.trashed_at IS NULL', values: [] },
      ...(isPlain ? [{ sql: 'facets.is_behind = 0', values: [] }] : []),
      ...(savedUntil === undefined ? [] : wasThereBy(savedUntil)),
      ...conditionsOf(filter.terms, names, now),
    ],
    isFiltered: match !== null || filter.terms.length > 0,
    isPlain,
  }
}

/** A file that was taken in was saved elsewhere, long before perhaps. */
function wasThereBy(at: number): Condition[] {
  return [
    { sql: 'facets.saved_at <= ?', values: [at] },
    {
      sql: `facets.seq NOT IN
        (SELECT files.seq FROM imported_files CROSS JOIN files USING (file_id) WHERE imported_at > ?)`,
      values: [at],
    },
  ]
}

const searchedSeq = 'library_search.rowid'

function byWords(match: string): Driver {
  return {
    from: 'library_search CROSS JOIN file_facets AS facets ON facets.seq = library_search.rowid',
    where: [{ sql: 'library_search MATCH ?', values: [match] }],
    seq: searchedSeq,
  }
}

/** The tags and collections that a file must have, for the words of the index that stand for them. */
function keysOf(terms: readonly Term[], database: Database): RequiredNames {
  const tags: number[] = []
  const collections: string[] = []
  for (const term of terms) {
    if (term.isNot) continue
    if (term.name === 'tag') {
      const row = database.prepare(tagId).get(foldName(term.value))
      if (row) tags.push(Number(row.tag_id))
    }
    if (term.name === 'collection') {
      const found = database.prepare(collectionIds).all(...collectionValues(term.value))
      if (found.length === 1) collections.push(String(found[0]?.collection_id))
    }
  }
  return { tags, collections }
}

/** The index that leaves the fewest rows to look at, as far as the terms alone show it. */
function driverOf(
  terms: readonly Term[],
  { isTrash, isPlain, names }: { isTrash: boolean; isPlain: boolean; names: FilterNames },
): Driver {
  if (isTrash) return byIndex('facets_trashed')
  if (isPlain) return byIndex('facets_front')
  const one = <Name extends Term['name']>(name: Name) => {
    const found = terms.filter((term) => term.name === name && !term.isNot)
    return found.length === 1 ? (found[0] as Extract<Term, { name: Name }>) : undefined
  }
  const first = <Name extends Term['name']>(name: Name) =>
    terms.find((term) => term.name === name && !term.isNot) as Extract<Term, { name: Name }> | undefined
  const tag = first('tag')
  if (tag)
    return {
      from: 'file_tags CROSS JOIN file_facets AS facets ON facets.seq = file_tags.file_seq',
      where: [{ sql: `file_tags.tag_id = (${tagId})`, values: [foldName(tag.value)] }],
      seq: 'file_tags.file_seq',
    }
  const collection = first('collection')
  if (collection) return byCollection(collection.value, 'collection_files_seq')
  const sheet = one('sheet')
  if (sheet && sheet.value !== 'any' && sheet.value !== 'none') return byIndex('facets_sheet')
  const is = (standing: string) =>
    terms.some((term) => term.name === 'is' && !term.isNot && term.value === standing)
  if (is('missing')) return byIndex('facets_missing', 'facets.is_missing = 1')
  if (is('favorite')) return byIndex('facets_favorite', 'facets.is_favorite = 1')
  const label = one('label')
  if (label && label.value !== 0) return byIndex('facets_label', 'facets.label > 0')
  const flag = one('flag')
  if (flag && flag.value !== 'none') return byIndex('facets_flag', `facets.flag <> 'none'`)
  const rating = first('rating')
  if (rating && (rating.value.min?.value ?? 0) > 0) return byIndex('facets_rated', 'facets.rating > 0')
  const color = one('color')
  if (color)
    return {
      from: 'file_colors CROSS JOIN file_facets AS facets ON facets.seq = file_colors.file_seq',
      where: [{ sql: 'file_colors.color = ?', values: [numberOfColor(color.value)] }],
      seq: 'file_colors.file_seq',
    }
  const model = one('model')
  if (model && names.modelIds(model.value).length === 1) return byIndex('facets_model')
  if (is('unreviewed')) return byIndex('facets_unreviewed', 'facets.is_reviewed = 0')
  const account = one('account')
  if (account && names.accountIds(account.value).length === 1) return byIndex('facets_account')
  if (one('kind')) return byIndex('facets_kind')
  return { from: 'file_facets AS facets', where: [], seq: 'facets.seq' }
}

/** `isIn`: the condition of a partial index, as it is written there. */
function byIndex(index: string, isIn?: string): Driver {
  return {
    from: `file_facets AS facets INDEXED BY ${index}`,
    where: isIn === undefined ? [] : [{ sql: isIn, values: [] }],
    seq: 'facets.seq',
  }
}

/**
 * Files are saved in about the order of their rows, so days bound these as well: the search for the days of last year begins
 * there, and that for today’s ends early.
 */
function rowsOfDays(
  terms: readonly Term[],
  { now, names, database }: { now: number; names: FilterNames; database: Database },
): readonly [number, number] | null {
  const dates = terms.filter((term) => term.name === 'date' && !term.isNot)
  if (dates.length === 0) return null
  const during = conditionsOf(dates, names, now)
  const row = database
    .prepare(
      `SELECT min(seq) AS low, max(seq) AS high FROM file_facets AS facets INDEXED BY facets_saved
       WHERE ${during.map(({ sql }) => sql).join(' AND ')}`,
    )
    .get(...during.flatMap(({ values }) => values))
  return [Number(row?.low ?? 0), Number(row?.high ?? 0)]
}

const byTrashing: Ordering = {
  columns: ['facets.trashed_at', 'facets.seq'],
  order: 'facets.trashed_at DESC, facets.seq DESC',
  after: '(facets.trashed_at, facets.seq) < (?, ?)',
  takes: [0, 1],
}

function orderOf(selection: LibrarySelection, rows: Rows, deps: PagesDeps): Ordering {
  const { filter = noFilter } = selection
  const { driver } = rows
  switch (sortOf(selection)) {
    case 'newest':
      return bySeq(driver.seq, 'DESC')
    case 'oldest':
      return bySeq(driver.seq, 'ASC')
    case 'price':
      return byColumn('price', 'facets_price', rows, deps)
    case 'rating':
      return byColumn('rating', 'facets_rating', rows, deps)
    case 'length':
      return byColumn('duration', 'facets_length', rows, deps)
    case 'score':
      return byColumn('score', 'facets_score', rows, deps)
    case 'model':
      return {
        columns: ['facets.model_id', 'facets.seq'],
        order: 'facets.model_id, facets.seq DESC',
        after: 'facets.model_id >= ? AND (facets.model_id > ? OR facets.seq < ?)',
        takes: [0, 0, 1],
        ...inOrderOf('facets_model', rows, deps),
      }
    case 'manual':
      return byHand(filter.terms) ?? bySeq(driver.seq, 'DESC')
  }
}

function bySeq(column: string, way: 'ASC' | 'DESC'): Order {
  return {
    columns: [column],
    order: `${column} ${way}`,
    after: `${column} ${way === 'ASC' ? '>' : '<'} ?`,
    takes: [0],
  }
}

function byColumn(column: string, index: string, rows: Rows, deps: PagesDeps): Ordering {
  return {
    columns: [`facets.${column}`, 'facets.seq'],
    order: `facets.${column} DESC, facets.seq DESC`,
    after: `(facets.${column}, facets.seq) < (?, ?)`,
    takes: [0, 1],
    ...inOrderOf(index, rows, deps),
  }
}

/**
 * The index of a sort, unless the selection is small: then its rows are sorted, where the index would be read to its end for
 * the few that are among its rows.
 */
function inOrderOf(index: string, rows: Rows, { database }: PagesDeps): { readonly driver?: Driver } {
  if (!rows.isFiltered) return { driver: byIndex(index) }
  const { from, where, values } = toRows(rows, rows.driver)
  const row = database
    .prepare(`SELECT count(*) AS n FROM (SELECT 1 FROM ${from} WHERE ${where} LIMIT ?)`)
    .get(...values, mostSorted + 1)
  return Number(row?.n) > mostSorted ? { driver: byIndex(index) } : {}
}

/** The order of the one collection; its files are unique by their ids. */
function byHand(terms: readonly Term[]): Ordering | null {
  const [only, ...more] = terms.filter((term) => term.name === 'collection' && !term.isNot)
  if (only?.name !== 'collection' || more.length > 0) return null
  const place = 'collection_files.place, collection_files.file_id'
  return {
    driver: byCollection(only.value, 'collection_files_place'),
    columns: ['collection_files.place', 'collection_files.file_id'],
    order: place,
    after: `(${place}) > (?, ?)`,
    takes: [0, 1],
  }
}

function byCollection(name: string, index: 'collection_files_seq' | 'collection_files_place'): Driver {
  return {
    from: `collection_files INDEXED BY ${index} CROSS JOIN file_facets AS facets ON facets.seq = collection_files.file_seq`,
    where: [
      {
        sql: `collection_files.collection_id = (${collectionIds} LIMIT 1)`,
        values: collectionValues(name),
      },
    ],
    seq: 'collection_files.file_seq',
  }
}
