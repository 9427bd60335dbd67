import { createStore, type StoreApi } from 'zustand/vanilla'
import type { MediaKind } from '../../../shared/api/media.ts'
import type { Bridge } from '../../../shared/bridge/carrier.ts'
import type { BridgeFailure, BridgeResult } from '../../../shared/bridge/error-codes.ts'
import type { ProcedureOutput } from '../../../shared/bridge/procedures.ts'
import type { FileView, LibraryItem, SubmissionView } from '../../../shared/bridge/views.ts'
import { createPager } from '../../bridge/pager.ts'
import { createStaleGuard } from '../../bridge/stale-guard.ts'
import type { StudioStore } from '../../shell/studio-store.ts'
import { createSheetStore, type SheetStore } from './sheet-store.ts'

export interface LibraryState {
  readonly search: string
  readonly kind: MediaKind | null
  /** Newest first; null until first read. */
  readonly items: readonly LibraryItem[] | null
  readonly total: number
  readonly nextCursor: string | null
  readonly loading: boolean
  readonly failure: BridgeFailure | null
  readonly opened: OpenedItem | null
}

/** The file that is open large, with the run it came from once that is read. */
export interface OpenedItem {
  readonly fileId: string
  readonly item: LibraryItem | null
  readonly submission: SubmissionView | null
  readonly failure: BridgeFailure | null
}

export interface LibraryPorts {
  readonly bridge: Bridge
  /** Called with listed files, so that missing thumbnails are made. */
  readonly onFiles: (files: readonly FileView[]) => void
  readonly onLanguageChange: StudioStore['onLanguageChange']
}

export interface LibraryStore {
  readonly store: StoreApi<LibraryState>
  refresh(): Promise<void>
  loadMore(): Promise<void>
  filter(change: { readonly search?: string; readonly kind?: MediaKind | null }): void
  open(fileId: string): Promise<void>
  /** Fetches a missing file again; returns its new state. */
  fetchAgain(fileId: string): Promise<BridgeResult<SubmissionView>>
  closeItem(): void
  /** The run of a file, as far as it is known. */
  runOf(fileId: string): Promise<BridgeResult<SubmissionView>>
  /** Shows the file in its folder. */
  reveal(fileId: string): Promise<BridgeResult<unknown>>
  /** The contact sheet that is open. */
  readonly sheet: SheetStore
  close(): void
}

const pageSize = 120

export function createLibraryStore({ bridge, onFiles, onLanguageChange }: LibraryPorts): LibraryStore {
  const store = createStore<LibraryState>(() => ({
    search: '',
    kind: null,
    items: null,
    total: 0,
    nextCursor: null,
    loading: false,
    failure: null,
    opened: null,
  }))
  const pager = createPager<LibraryItem, ProcedureOutput<'library.list'>, LibraryItem>({
    pageSize,
    request(page) {
      const { search, kind } = store.getState()
      store.setState({ loading: true })
      return bridge.call('library.list', {
        ...page,
        ...(kind === null ? {} : { kind }),
        ...(search.trim() === '' ? {} : { search: search.trim() }),
      })
    },
    itemsOf: ({ items }) => items,
    onRead({ items, page: { nextCursor, total }, isStart, events }) {
      const known = isStart ? [] : (store.getState().items ?? [])
      store.setState({ items: [...known, ...items], nextCursor, total, loading: false, failure: null })
      onFiles(items)
      // The list may be older than events received while it was read from its start.
      if (isStart) for (const item of events) merge(item)
    },
    onFailure: (failure) => store.setState({ loading: false, failure }),
  })

  function merge(item: LibraryItem) {
    onFiles([item])
    const { items, opened, search, kind, total, nextCursor } = store.getState()
    if (opened?.fileId === item.fileId) store.setState({ opened: { ...opened, item } })
    if (items === null) return
    const tile = inSheetOf(item, items)
    if (tile && kind === null && search.trim() === '') {
      const changed = { ...tile, sheet: item.sheet }
      store.setState({ items: items.map((known) => (known === tile ? changed : known)) })
    } else if (items.some((known) => known.fileId === item.fileId)) {
      store.setState({ items: items.map((known) => (known.fileId === item.fileId ? alone(item) : known)) })
    } else if (search.trim() !== '') {
      // Only the studio knows whether its prompt matches.
      void pager.start()
    } else if (kind === null || kind === item.kind) {
      const place = items.findIndex((known) => known.savedAt <= item.savedAt)
      // A file older than everything read so far is listed with a later page.
      if (place === -1 && nextCursor !== null) return
      const listed = kind === null ? item : alone(item)
      store.setState({
        items: items.toSpliced(place === -1 ? items.length : place, 0, listed),
        total: total + 1,
      })
    }
  }

  const openings = createStaleGuard<LibraryItem>()

  async function open(fileId: string) {
    const item = store.getState().items?.find((known) => known.fileId === fileId) ?? null
    store.setState({ opened: { fileId, item, submission: null, failure: null } })
    const { response, events, accept } = await openings.read(bridge.call('library.item', { fileId }))
    if (!accept() || store.getState().opened?.fileId !== fileId) return
    if (!response.ok) {
      store.setState({ opened: { fileId, item: null, submission: null, failure: response.error } })
      return
    }
    // The item may be older than events received while it was read.
    const newest = events.findLast((one) => one.fileId === fileId) ?? response.value.item
    store.setState({ opened: { fileId, ...response.value, item: newest, failure: null } })
    onFiles([newest])
  }

  /** The download state of the open file. */
  function follow({ files }: SubmissionView) {
    const { opened } = store.getState()
    const file = files.find(({ fileId }) => fileId === opened?.fileId)
    if (!opened?.item || !file || file.state === opened.item.state) return
    const item = { ...opened.item, ...file }
    openings.note(item)
    store.setState({ opened: { ...opened, item } })
  }

  const sheet = createSheetStore(bridge)

  const undo = [
    bridge.on('submission.changed', follow),
    bridge.on('library.changed', (item) => {
      pager.note(item)
      openings.note(item)
      merge(item)
    }),
    bridge.onConnected((connected) => connected && void pager.start()),
    onLanguageChange(() => void pager.start()),
  ]

  return {
    store,
    open,
    refresh: () => pager.start(),
    async loadMore() {
      const { nextCursor, loading } = store.getState()
      if (nextCursor !== null && !loading) await pager.more()
    },
    filter(change) {
      store.setState({ ...change, items: null })
      void pager.start()
    },
    async fetchAgain(fileId) {
      const result = await bridge.call('library.fetchAgain', { fileId })
      if (result.ok) follow(result.value)
      return result
    },
    closeItem: () => store.setState({ opened: null }),
    async runOf(fileId) {
      const { opened } = store.getState()
      if (opened?.fileId === fileId && opened.submission) return { ok: true, value: opened.submission }
      const result = await bridge.call('library.item', { fileId })
      return result.ok ? { ok: true, value: result.value.submission } : result
    },
    reveal: (fileId) => bridge.call('library.reveal', { fileId }),
    sheet,
    close() {
      sheet.close()
      for (const end of undo) end()
    },
  }
}

/** The tile of the sheet that a file belongs to. */
function inSheetOf({ sheet }: LibraryItem, items: readonly LibraryItem[]): LibraryItem | undefined {
  return sheet ? items.find((known) => known.sheet?.batchId === sheet.batchId) : undefined
}

/** In a search each file is listed separately. */
function alone(item: LibraryItem): LibraryItem {
  return item.sheet === null ? item : { ...item, sheet: null }
}
