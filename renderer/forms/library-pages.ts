import { createStore, type StoreApi } from 'zustand/vanilla'
import type { LibraryItem } from '../../shared/bridge/views.ts'
import type { FieldMedium } from '../../shared/form/media-shape.ts'
import { createPager } from '../bridge/pager.ts'
import type { IntakePorts, LibraryPage } from './intake-store.ts'

export interface LibraryPagesState {
  /** Newest first; null until the first page is here. */
  readonly items: readonly LibraryItem[] | null
  readonly hasMore: boolean
  readonly failed: boolean
}

/** Files of one kind, listed to be chosen for a field. */
export interface LibraryPages {
  readonly store: StoreApi<LibraryPagesState>
  /**
   * Reads matching files, newest first; the current list stays until they are here. An empty search finds all.
   */
  look(search: string): Promise<void>
  more(): Promise<void>
  /** The list was closed. */
  stop(): void
}

const pageSize = 60

export function createLibraryPages(listLibrary: IntakePorts['listLibrary'], kind: FieldMedium): LibraryPages {
  const store = createStore<LibraryPagesState>(() => ({ items: null, hasMore: false, failed: false }))
  let search = ''
  const pager = createPager<LibraryItem, LibraryPage>({
    pageSize,
    request: (page) =>
      listLibrary({ filter: kind === 'any' || kind === 'file' ? search : `kind:${kind} ${search}`, ...page }),
    itemsOf: ({ items }) => items,
    onRead({ items, page, isStart }) {
      const known = isStart ? [] : (store.getState().items ?? [])
      store.setState({ items: [...known, ...items], hasMore: page.nextCursor !== null, failed: false })
    },
    onFailure: (_, isStart) =>
      store.setState({ failed: true, ...(isStart && { items: null, hasMore: false }) }),
  })
  return {
    store,
    look(text) {
      search = text.trim()
      return pager.start()
    },
    more: pager.more,
    stop: pager.stop,
  }
}
