import type { BridgeFailure, BridgeResult } from '../../shared/bridge/error-codes.ts'
import { createStaleGuard } from './stale-guard.ts'

/** The request for a page of a list; without a cursor, its start. */
export interface PageRequest {
  readonly limit: number
  readonly cursor?: string
}

/** Consecutive items of the list, as just read. */
export interface PagesRead<Item, Page, News> {
  readonly items: readonly Item[]
  /** The first and the last of their pages, which can be the same. */
  readonly first: Page
  readonly page: Page
  /** Whether they replace everything read before; else they are appended. */
  readonly isStart: boolean
  /** The events since the request, oldest first: what they concern may be outdated in the items. */
  readonly events: readonly News[]
}

export interface PagerDeps<Item, Page, News> {
  readonly pageSize: number
  /** The maximum page size of a request; `pageSize` where absent. */
  readonly largestPage?: number
  /** Requests a page of the current search. */
  request(page: PageRequest): Promise<BridgeResult<Page>>
  itemsOf(page: Page): readonly Item[]
  onRead(read: PagesRead<Item, Page, News>): void
  onFailure(failure: BridgeFailure, isStart: boolean): void
}

/** Reads a list page by page. */
export interface Pager<News = never> {
  /**
   * Reads from the list's start: a page, or up to `count` items where there are so many. Requests under way are
   * dropped: they may belong to another search.
   */
  start(count?: number): Promise<void>
  /** Reads the next page, or up to `count` items more; two calls at once are one, with the first one’s count. */
  more(count?: number): Promise<void>
  /** An event changes an item; readings under way get it in `events`. */
  note(news: News): void
  /** Requests under way are dropped, and nothing is read on before a new start: what follows is another list. */
  stop(): void
}

export function createPager<Item, Page extends { readonly nextCursor: string | null }, News = never>({
  pageSize,
  largestPage = pageSize,
  request,
  itemsOf,
  onRead,
  onFailure,
}: PagerDeps<Item, Page, News>): Pager<News> {
  const guard = createStaleGuard<News>()
  /** The cursor after the last item; null at the list's end, and before anything was read. */
  let next: string | null = null
  let starting: Promise<void> = Promise.resolve()
  let readingOn: Promise<void> | null = null

  /** Reads pages until there are at least so many items. */
  async function read(from: string | null, count: number): Promise<void> {
    const items: Item[] = []
    const events: News[] = []
    let first: Page | null = null
    const isStart = from === null
    let cursor = from
    while (true) {
      const limit = Math.min(largestPage, Math.max(pageSize, count) - items.length)
      const reading = await guard.read(request({ limit, ...(cursor !== null && { cursor }) }))
      if (!reading.accept()) return
      const { response } = reading
      if (!response.ok) return onFailure(response.error, isStart)
      const page = response.value
      first ??= page
      items.push(...itemsOf(page))
      events.push(...reading.events)
      cursor = page.nextCursor
      if (cursor === null || items.length >= count) {
        next = cursor
        return onRead({ items, first, page, isStart, events })
      }
    }
  }

  async function readOn(count: number): Promise<void> {
    const started = await guard.read(starting)
    if (started.accept() && next !== null) await read(next, count)
  }

  /** Also a request to read on is dropped: the next one is not to wait for it. */
  function drop(): void {
    guard.supersede()
    readingOn = null
  }

  return {
    start(count = 1) {
      drop()
      starting = read(null, count)
      return starting
    },
    more(count = 1) {
      if (readingOn) return readingOn
      const reading = readOn(count).finally(() => {
        if (readingOn === reading) readingOn = null
      })
      readingOn = reading
      return reading
    },
    note: guard.note,
    stop() {
      drop()
      next = null
    },
  }
}
