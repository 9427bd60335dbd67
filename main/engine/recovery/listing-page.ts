import type { ListingPlace } from '../service/listing-place.ts'
import type { ListingPage } from '../service/ports.ts'
import { readRow } from './job-listing.ts'
import { findNextPage } from './next-page.ts'

interface ServiceResponse {
  readonly url: URL
  readonly body: unknown
  readonly length: number
  /** Reads a header by its lower-case name. */
  header(name: string): string | null
  readonly place: Pick<ListingPlace, 'isPaged' | 'takes'>
}

/** Names under which a listing may hold its rows; the first that is a list counts. */
const listNames = ['jobs', 'items', 'data', 'results'] as const

/** Null where the response is no listing (JOB40). An unreadable row is kept as such. */
export function readListingPage({ url, body, length, header, place }: ServiceResponse): ListingPage | null {
  const list = findList(body)
  if (!list) return null
  const rows = list.map(readRow)
  const lastId = rows.at(-1)?.jobId ?? null
  const link = header('link')
  const continuation = findNextPage({ url, body, link, rows: rows.length, lastId, takes: place.takes })
  const time = Date.parse(header('date') ?? '')
  return {
    rows,
    next: continuation.type === 'more' ? continuation.url : null,
    isLast: continuation.type === 'end' || (continuation.type === 'untold' && isUnpaged(url, place)),
    length,
    serviceTime: Number.isNaN(time) ? null : time,
  }
}

function findList(body: unknown, depth = 0): readonly unknown[] | undefined {
  if (Array.isArray(body)) return body
  if (typeof body !== 'object' || body === null || depth > 1) return undefined
  const members = body as Readonly<Record<string, unknown>>
  const held = listNames.map((name) => members[name])
  return held.find(Array.isArray) ?? held.map((one) => findList(one, depth + 1)).find(Array.isArray)
}

/** Without paging information: a listing without parameters has one page, and the last page may name no next. */
function isUnpaged(url: URL, { isPaged }: Pick<ListingPlace, 'isPaged'>): boolean {
  return !isPaged || url.search !== ''
}
