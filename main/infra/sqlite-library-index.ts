import type { LibraryIndex } from '../engine/library/ports.ts'
import type { Clock } from '../engine/ports.ts'
import { countRows, findAlike, type ReadLayoutInput, readLayout } from './layout-task.ts'
import { cursorOf, type PagesDeps, pageSource, type SelectedRows, sortOf } from './sqlite-library-pages.ts'
import { createSqliteWorker } from './sqlite-worker.ts'

/** A slice up to this size is read where the caller is: a thread would cost more. */
const fewRows = 400
const mostAlike = 400
/** Counting more takes longer than reading the first slice. */
const mostCounted = 20_000
const heapMiB = 256

const tasks = { readLayout, countRows, findAlike }

const layoutColumns =
  'facets.seq, facets.kind, facets.width, facets.height, facets.saved_at, file_looks.color, facets.is_missing'
const looks = 'LEFT JOIN file_looks ON file_looks.seq = facets.seq'

export interface LibraryIndexOptions extends PagesDeps {
  readonly path: string
  readonly clock: Pick<Clock, 'setTimer'>
}

/** The library's layout in SQLite: what is short is read at once, the rest on a thread of its own. */
export function createSqliteLibraryIndex({ path, clock, ...deps }: LibraryIndexOptions): LibraryIndex {
  const { database } = deps
  const worker = createSqliteWorker({ path, clock, opening: 'PRAGMA query_only = 1', tasks, heapMiB })

  /** What is seen first waits for no count: a filter’s reads every row that it finds, that of the plain list an index. */
  function countFew({ sql, values }: ReadLayoutInput): number | null {
    const most = mostCounted + 1
    const rows = { sql: `SELECT count(*) AS n FROM (${sql} LIMIT ?)`, values: [...values, most] }
    const counted = countRows(rows, database)
    return counted < most ? counted : null
  }

  async function readAndCount(
    slice: ReadLayoutInput,
    { cursor, limit, isCounted = false }: Parameters<LibraryIndex['layout']>[0],
    { from, where, values, isPlain }: SelectedRows,
  ): Promise<readonly [ReturnType<typeof readLayout>, number | null]> {
    if (cursor === undefined && limit <= fewRows) {
      const read = readLayout(slice, database)
      if (read.count < limit) return [read, read.count]
      return [read, isPlain ? countFew({ sql: `SELECT 1 FROM ${from} WHERE ${where}`, values }) : null]
    }
    const count = { sql: `SELECT count(*) AS n FROM ${from} WHERE ${where}`, values }
    return Promise.all([
      limit <= fewRows ? readLayout(slice, database) : worker.call('readLayout', slice),
      isCounted ? null : worker.call('countRows', count),
    ])
  }

  return {
    async layout(query) {
      const source = pageSource(query, deps)
      const { from, where, values, columns, order } = source
      const after = source.after(query.cursor)
      const slice: ReadLayoutInput = {
        sql: `SELECT ${layoutColumns}, ${source.isPlain ? 'facets.sheet_id IS NOT NULL' : '0'}, ${columns.join(', ')}
          FROM ${from} ${looks} WHERE ${where} ${after ? `AND ${after.sql}` : ''} ORDER BY ${order} LIMIT ?`,
        values: [...values, ...(after?.values ?? []), query.limit],
      }
      const [read, total] = await readAndCount(slice, query, source)
      const isByTime = !query.isTrash && ['newest', 'oldest'].includes(sortOf(query))
      return {
        columns: read.columns,
        days: isByTime ? read.days : [],
        nextCursor: read.count === query.limit ? cursorOf(read.last, sortOf(query)) : null,
        total,
      }
    },
    async alike({ fileId, by }) {
      const row = database.prepare('SELECT seq FROM files WHERE file_id = ?').get(fileId)
      const found = row ? await worker.call('findAlike', { seq: Number(row.seq), by, most: mostAlike }) : []
      const { columns, count } = readLayout(
        {
          sql: `SELECT ${layoutColumns}, 0 FROM json_each(?) AS listed
            CROSS JOIN file_facets AS facets ON facets.seq = listed.value ${looks} ORDER BY listed.key`,
          values: [JSON.stringify(found)],
        },
        database,
      )
      return { columns, days: [], nextCursor: null, total: count }
    },
    close: worker.close,
  }
}
