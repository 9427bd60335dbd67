/** A response's information about the pages after it. */
export type Continuation =
  /** Nothing follows. */
  | { readonly type: 'end' }
  /** More follows, at this address; null where it can't be requested. */
  | { readonly type: 'more'; readonly url: string | null }
  | { readonly type: 'untold' }

export interface PageQuestion {
  /** The address of the requested page. */
  readonly url: URL
  /** The response's parsed JSON. */
  readonly body: unknown
  /** Its `Link` header (RFC 8288); null where there is none. */
  readonly link: string | null
  readonly rows: number
  readonly lastId: string | null
  /** The parameters that the listing takes, according to its description. */
  readonly takes: readonly string[]
}

type Members = Readonly<Record<string, unknown>>

/** Names of objects in which responses keep their paging information. */
const holderNames = ['pagination', 'meta', 'paging', 'page_info', 'pageInfo', 'links', '_links', 'cursors']

/** Names of fields for the next page, with the parameters that take them, the likeliest first; else `cursor`. */
const nextNames: Readonly<Record<string, readonly string[]>> = {
  next_cursor: ['cursor', 'next_cursor', 'page_token', 'after'],
  nextCursor: ['cursor', 'nextCursor', 'pageToken', 'after'],
  next_page_token: ['page_token', 'next_page_token', 'cursor'],
  nextPageToken: ['pageToken', 'nextPageToken', 'cursor'],
  next_token: ['next_token', 'token', 'cursor'],
  nextToken: ['nextToken', 'token', 'cursor'],
  next_page: ['page', 'next_page', 'page_token', 'cursor'],
  nextPage: ['page', 'nextPage', 'pageToken', 'cursor'],
  next_url: [],
  next_offset: ['offset'],
  next: ['cursor', 'page_token', 'after', 'starting_after', 'page', 'offset'],
}

/** Fields that name either the next page or the requested one: used where they differ from the requested one. */
const doubtfulNames: Readonly<Record<string, readonly string[]>> = {
  cursor: ['cursor', 'after'],
  after: ['after', 'cursor'],
  end_cursor: ['after', 'cursor'],
  endCursor: ['after', 'cursor'],
}

const moreNames = ['has_more', 'hasMore', 'has_next', 'hasNext', 'has_next_page', 'hasNextPage']
const pageNames = ['page', 'current_page', 'currentPage', 'page_number']
const pageCountNames = ['total_pages', 'totalPages', 'page_count', 'pages', 'last_page']
const totalNames = ['total', 'total_count', 'totalCount']
const lastIdNames = ['starting_after', 'after', 'after_id', 'last_id', 'cursor']

/**
 * The request for the page after this one (JOB41), by a link, a cursor, a number or the last id, whatever a
 * service calls it. Any sign of more counts; an address at another origin is not used, because the key would be
 * sent there.
 */
export function findNextPage(question: PageQuestion): Continuation {
  const holders = holdersOf(question.body)
  const said = [
    readLink(question),
    readNamed(question, holders, nextNames),
    readCounts(question, holders),
    readFlag(question, holders),
  ].filter((one) => one !== null)
  const doubtful = [readNamed(question, holders, doubtfulNames), readTotal(question, holders)]
  const found = said.length > 0 ? said : doubtful.filter((one) => one !== null)
  const more = found.filter((one) => one.type === 'more')
  return more.find(({ url }) => url !== null) ?? more[0] ?? found[0] ?? { type: 'untold' }
}

function holdersOf(body: unknown): Members[] {
  if (!isMembers(body)) return []
  const beside = (members: Members) => holderNames.map((name) => members[name]).filter(isMembers)
  const near = [body, body.data].filter(isMembers).flatMap((members) => [members, ...beside(members)])
  return [...near, ...near.flatMap(beside)]
}

function readLink({ link, url }: PageQuestion): Continuation | null {
  if (link === null) return null
  const rels = new Map(
    link.split(/,\s*(?=<)/).flatMap((one) => {
      const [, target, rel] = /^\s*<([^>]*)>.*?;\s*rel\s*=\s*"?([^";]*)/is.exec(one) ?? []
      const names = (rel ?? '').toLowerCase().split(/\s+/)
      return names.map((name) => [name, target] as const)
    }),
  )
  const next = rels.get('next')
  if (next !== undefined) return toUrl(next, url)
  return ['prev', 'previous', 'first', 'last'].some((name) => rels.has(name)) ? { type: 'end' } : null
}

function readNamed(
  question: PageQuestion,
  holders: readonly Members[],
  names: Readonly<Record<string, readonly string[]>>,
): Continuation | null {
  let isEnd = false
  for (const holder of holders) {
    for (const [name, parameters] of Object.entries(names)) {
      const value = hrefOf(holder[name])
      if (isToken(value)) {
        if (names === doubtfulNames && isRequested(question, value)) continue
        return toNext(question, value, parameters)
      }
      isEnd ||= names === nextNames && (value === null || value === '' || value === false)
    }
  }
  return isEnd ? { type: 'end' } : null
}

/** By the page's number, or the number of rows so far. */
function readCounts(question: PageQuestion, holders: readonly Members[]): Continuation | null {
  const page = first(holders, pageNames, isCount)
  const pages = first(holders, pageCountNames, isCount)
  if (page !== null && pages !== null)
    return page < pages ? toNext(question, page + 1, ['page', 'page_number']) : { type: 'end' }
  const offset = first(holders, ['offset'], isCount)
  const total = first(holders, totalNames, isCount)
  return offset === null || total === null ? null : afterRows(question, offset, total)
}

/** By the total count, where nothing else is given. */
function readTotal(question: PageQuestion, holders: readonly Members[]): Continuation | null {
  const { url, rows, takes } = question
  const total = first(holders, totalNames, isCount)
  if (total === null) return null
  if (takes.includes('offset')) return afterRows(question, Number(url.searchParams.get('offset')), total)
  return url.search === '' && rows >= total ? { type: 'end' } : null
}

function afterRows(question: PageQuestion, offset: number, total: number): Continuation {
  const end = offset + question.rows
  if (end >= total) return { type: 'end' }
  return question.rows === 0 ? { type: 'more', url: null } : toNext(question, end, ['offset'])
}

/** By the last id, or by a cursor of any name, where only a flag says that there is more. */
function readFlag(question: PageQuestion, holders: readonly Members[]): Continuation | null {
  const more = first(holders, moreNames, isBoolean)
  if (more === null) return null
  if (!more) return { type: 'end' }
  const lastId = first(holders, ['last_id', 'lastId'], isText) ?? question.lastId
  return (
    readNamed(question, holders, doubtfulNames) ??
    (lastId === null ? { type: 'more', url: null } : toNext(question, lastId, lastIdNames))
  )
}

function toNext(
  { url, takes }: PageQuestion,
  token: string | number,
  parameters: readonly string[],
): Continuation {
  if (typeof token === 'string' && /^(https?:\/\/|\/|\?)/i.test(token)) return toUrl(token, url)
  const next = new URL(url)
  next.searchParams.set(
    parameters.find((name) => takes.includes(name)) ?? parameters[0] ?? 'cursor',
    String(token),
  )
  return { type: 'more', url: next.href }
}

function toUrl(target: string, base: URL): Continuation {
  const next = URL.parse(target, base.href)
  const isOwn = next !== null && next.origin === base.origin && next.username === '' && next.password === ''
  return { type: 'more', url: isOwn ? next.href : null }
}

/** A link may be an object around its address, as in HAL. */
function hrefOf(value: unknown): unknown {
  return isMembers(value) ? value.href : value
}

function isRequested({ url }: PageQuestion, token: string | number): boolean {
  return [...url.searchParams.values()].includes(String(token))
}

function first<Value>(
  holders: readonly Members[],
  names: readonly string[],
  fits: (value: unknown) => value is Value,
): Value | null {
  for (const holder of holders)
    for (const name of names) {
      const value = holder[name]
      if (fits(value)) return value
    }
  return null
}

function isMembers(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== ''
}

function isBoolean(value: unknown): value is boolean {
  return typeof value === 'boolean'
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0
}

const longestToken = 4_096

function isToken(value: unknown): value is string | number {
  return typeof value === 'string'
    ? value !== '' && value.length <= longestToken
    : isCount(value) && value > 0
}
