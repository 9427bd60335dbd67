import type { BridgeFailure, BridgeResult } from '../../shared/bridge/error-codes.ts'
import { createStaleGuard } from './stale-guard.ts'

/** What is asked of a list that comes in pages; without a cursor, its beginning. */
export interface PageRequest {
  readonly limit: number
  readonly cursor?: string
}

/** Items that follow each other in the list, as far as they were just read. */
export interface PagesRead<Item, Page, News> {
  readonly items: readonly Item[]
  /** The last page of them. */
  readonly page: Page
  /** From the list's beginning, in place of what was read before; else behind that. */
  readonly isStart: boolean
  /** The events since it was requested, oldest first: of what they speak, the items may be older. */
  readonly events: readonly News[]
}

export interface PagerDeps<Item, Page, News> {
  readonly pageSize: number
  /** As many as one request may ask for; `pageSize` where absent. */
  readonly largestPage?: number
  /** Requests a page of what is looked for now. */
  request(page: PageRequest): Promise<BridgeResult<Page>>
  itemsOf(page: Page): readonly Item[]
  onRead(read: PagesRead<Item, Page, News>): void
  onFailure(failure: BridgeFailure, isStart: boolean): void
}

/** Reads a list page by page. */
export interface Pager<News = never> {
  /**
   * Reads from the list's beginning: a page, or as far as `count` items where there are so many. What is on its way by
   * then is passed over: it may be of another search.
   */
  start(count?: number): Promise<void>
  /** Reads the page after what was read, where there is one; two calls at once are one. */
  more(): Promise<void>
  /** An event changes an item; readings that are on their way have it in `heard`. */
  note(news: News): void
  /** Whatever is on its way is passed over. */
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
  /** Where what was read ends; null at the list's end, and before anything was read. */
  let next: string | null = null
  let starting: Promise<void> = Promise.resolve()
  let readingOn: Promise<void> | null = null

  /** Reads pages until there are at least so many items. */
  async function read(from: string | null, count: number): Promise<void> {
    const items: Item[] = []
    const events: News[] = []
    const isStart = from === null
    let cursor = from
    while (true) {
      const limit = Math.min(largestPage, Math.max(pageSize, count) - items.length)
      const reading = await guard.read(request({ limit, ...(cursor !== null && { cursor }) }))
      if (!reading.accept()) return
      const { response } = reading
      if (!response.ok) return onFailure(response.error, isStart)
      const page = response.value
      items.push(...itemsOf(page))
      events.push(...reading.events)
      cursor = page.nextCursor
      if (cursor === null || items.length >= count) {
        next = cursor
        return onRead({ items, page, isStart, events })
      }
    }
  }

  async function readOn(): Promise<void> {
    const started = await guard.read(starting)
    if (started.accept() && next !== null) await read(next, 1)
  }

  return {
    start(count = 1) {
      guard.supersede()
      starting = read(null, count)
      return starting
    },
    more() {
      readingOn ??= readOn().finally(() => {
        readingOn = null
      })
      return readingOn
    },
    note: guard.note,
    stop: guard.supersede,
  }
}
