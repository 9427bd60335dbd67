import { Buffer } from 'node:buffer'
import { isUsageExportFormat, type UsageExportFormat } from '../../../shared/bridge/usage-bounds.ts'
import { usageExportQuerySchema } from '../../../shared/bridge/usage-views.ts'
import { reasonOf } from '../../../shared/failures/reason.ts'
import { parseBoundedJson } from '../../../shared/json/read-bounded-json.ts'
import { strictHeaders } from '../strict-headers.ts'
import type { KeptUsageRow, UsageFilter, UsageSelection, UsageStore } from './ports.ts'
import { coverageOf, joinedWindow } from './summarize.ts'
import { windowOfDates } from './windows.ts'
import { toWireRow, usageColumns, type WireRow } from './wire-row.ts'

export interface UsageFilesDeps {
  readonly store: Pick<UsageStore, 'list' | 'windows'>
  /** Writes rows as a Parquet file; loaded when it is first wanted. */
  toParquet(rows: readonly WireRow[]): Promise<Uint8Array<ArrayBuffer>>
  mask<Value>(value: Value): Value
}

const rowsAtATime = 2_000

export interface UsagePageRequest {
  readonly limit: number
  readonly cursor?: string
}

/** Every page of a list of jobs, in its order. */
export async function* readUsagePages<Row>(
  read: (page: UsagePageRequest) => Promise<{
    readonly rows: readonly Row[]
    readonly nextCursor: string | null
  }>,
): AsyncGenerator<readonly Row[]> {
  let cursor: string | null = null
  do {
    const page: Awaited<ReturnType<typeof read>> = await read({
      limit: rowsAtATime,
      ...(cursor !== null && { cursor }),
    })
    yield page.rows
    cursor = page.nextCursor
  } while (cursor !== null)
}

/** Every job of a selection, newest first, in pages. */
export function readUsageRows(
  store: Pick<UsageStore, 'list'>,
  selection: UsageSelection & UsageFilter,
): AsyncGenerator<readonly KeptUsageRow[]> {
  return readUsagePages((page) => store.list({ ...selection, sort: 'time', isDescending: true, ...page }))
}

export type UsageFileRoute = (format: string, url: URL) => Promise<Response>

/** GET /media/usage/:format (`shared/bridge/media-routes.ts`). */
export function createUsageFiles({ store, toParquet, mask }: UsageFilesDeps): UsageFileRoute {
  async function* rowsOf(selection: UsageSelection & UsageFilter): AsyncGenerator<readonly WireRow[]> {
    for await (const rows of readUsageRows(store, selection)) yield mask(rows).map(toWireRow)
  }

  async function effectiveOf({ accountIds, window }: UsageSelection) {
    const coverage = accountIds.map(async (id) => coverageOf(id, window, await store.windows(id)))
    return joinedWindow(await Promise.all(coverage), window)
  }

  const writers: Readonly<
    Record<
      UsageExportFormat,
      (selection: UsageSelection & UsageFilter) => AsyncGenerator<string | Uint8Array>
    >
  > = {
    async *csv(selection) {
      yield `${usageColumns.join(',')}\r\n`
      for await (const rows of rowsOf(selection)) yield rows.map(toCsvLine).join('')
    },
    async *json(selection) {
      const { start, end } = await effectiveOf(selection)
      yield `{"start_date":${JSON.stringify(start)},"end_date":${JSON.stringify(end)},"jobs":[`
      let isFirst = true
      for await (const rows of rowsOf(selection)) {
        if (rows.length === 0) continue
        yield `${isFirst ? '' : ','}\n${rows.map((row) => JSON.stringify(row)).join(',\n')}`
        isFirst = false
      }
      yield ']}\n'
    },
    async *parquet(selection) {
      const all: WireRow[] = []
      for await (const rows of rowsOf(selection)) all.push(...rows)
      yield await toParquet(all)
    },
  }

  return async (format, url) => {
    const query = usageExportQuerySchema.safeParse(parseBoundedJson(url.searchParams.get('query') ?? ''))
    if (!isUsageExportFormat(format) || !query.success)
      return Response.json(reasonOf('route_unknown'), { status: 404, headers: strictHeaders })
    const { from, to, ...filter } = query.data
    const headers = {
      ...strictHeaders,
      'Content-Type': mediaTypes[format],
      'Content-Disposition': `attachment; filename="usage-${from}-${to}.${format}"`,
      'Cache-Control': 'no-store',
    }
    return new Response(toStream(writers[format]({ ...filter, window: windowOfDates({ from, to }) })), {
      headers,
    })
  }
}

const mediaTypes: Readonly<Record<UsageExportFormat, string>> = {
  csv: 'text/csv; charset=utf-8',
  json: 'application/json',
  parquet: 'application/vnd.apache.parquet',
}

function toStream(parts: AsyncGenerator<string | Uint8Array>): ReadableStream<Uint8Array> {
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await parts.next()
      if (done) controller.close()
      else controller.enqueue(typeof value === 'string' ? Buffer.from(value) : value)
    },
    async cancel() {
      await parts.return(undefined)
    },
  })
}

/** A line of RFC 4180. */
export function toCsvLine(row: WireRow): string {
  return `${usageColumns.map((column) => toCsvCell(row[column])).join(',')}\r\n`
}

/** A spreadsheet would run such text as a formula. */
const formula = /^[=+\-@\t\r]/

function toCsvCell(value: string | number | null): string {
  if (value === null) return ''
  if (typeof value === 'number') return String(value)
  const text = formula.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
