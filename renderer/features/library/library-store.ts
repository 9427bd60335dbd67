import { createStore, type StoreApi } from 'zustand/vanilla'
import type { MediaKind } from '../../../shared/api/media.ts'
import type { Bridge } from '../../../shared/bridge/carrier.ts'
import type { BridgeFailure, BridgeResult } from '../../../shared/bridge/error-codes.ts'
import type { ProcedureOutput } from '../../../shared/bridge/procedures.ts'
import type { Moved } from '../../../shared/bridge/trash-procedures.ts'
import type { FileView, LibraryItem, SubmissionView } from '../../../shared/bridge/views.ts'
import { type Flag, type Judgement, type JudgementFilter, passes } from '../../../shared/library/judgement.ts'
import { judged, judgementsIn } from '../../bridge/apply-judged.ts'
import { createPager } from '../../bridge/pager.ts'
import { createStaleGuard } from '../../bridge/stale-guard.ts'
import type { StudioStore } from '../../shell/studio-store.ts'
import { createSheetStore, type SheetStore } from './sheet-store.ts'

export interface LibraryState {
  readonly search: string
  readonly kind: MediaKind | null
  /** The fewest stars; null: all. */
  readonly minRating: number | null
  readonly flag: Flag | null
  readonly isFavorite: boolean
  /** The collection that is shown, in its order; null: all files. */
  readonly collectionId: string | null
  /** The trash is shown, the last deleted first; a collection is no filter there. */
  readonly isTrash: boolean
  /** Files of the trash of which is asked whether they are to be deleted for good; `all`: everything in it. */
  readonly purging: Purging | null
  /** Files that are chosen together, by their ids. */
  readonly selected: ReadonlySet<string>
  /** Newest first, or in the collection’s order; null until first read. */
  readonly items: readonly LibraryItem[] | null
  readonly total: number
  readonly nextCursor: string | null
  readonly loading: boolean
  readonly failure: BridgeFailure | null
  readonly opened: OpenedItem | null
}

export type Purging = readonly string[] | 'all'

/** The file that is open large, with the run it came from once that is read. */
export interface OpenedItem {
  readonly fileId: string
  readonly item: LibraryItem | null
  readonly submission: SubmissionView | null
  readonly failure: BridgeFailure | null
}

/** What the list is filtered by. */
export type LibraryFilter = Pick<
  LibraryState,
  'search' | 'kind' | 'minRating' | 'flag' | 'isFavorite' | 'collectionId' | 'isTrash'
>

export const noFilter: LibraryFilter = {
  search: '',
  kind: null,
  minRating: null,
  flag: null,
  isFavorite: false,
  collectionId: null,
  isTrash: false,
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
  filter(change: Partial<LibraryFilter>): void
  select(fileIds: Iterable<string>): void
  /** Moves files of the collection before another, or to its end; null undo where nothing moved. */
  move(
    fileIds: readonly string[],
    beforeFileId: string | null,
  ): Promise<BridgeResult<() => Promise<BridgeResult<unknown>>>>
  open(fileId: string): Promise<void>
  /** Fetches a missing file again; returns its new state. */
  fetchAgain(fileId: string): Promise<BridgeResult<SubmissionView>>
  closeItem(): void
  /** The run of a file, as far as it is known. */
  runOf(fileId: string): Promise<BridgeResult<SubmissionView>>
  /** Asks whether files of the trash are to be deleted for good; null: nothing is asked any more. */
  readonly askPurge: (files: readonly FileView[] | 'all' | null) => void
  /** Shows the file in its folder. */
  reveal(fileId: string): Promise<BridgeResult<unknown>>
  /** The contact sheet that is open. */
  readonly sheet: SheetStore
  close(): void
}

const pageSize = 120
/** As many as the studio gives at once, where a long list is read anew. */
const largestPage = 500

export function createLibraryStore({ bridge, onFiles, onLanguageChange }: LibraryPorts): LibraryStore {
  const store = createStore<LibraryState>(() => ({
    ...noFilter,
    purging: null,
    selected: new Set<string>(),
    items: null,
    total: 0,
    nextCursor: null,
    loading: false,
    failure: null,
    opened: null,
  }))
  const pager = createPager<LibraryItem, ProcedureOutput<'library.list'>, LibraryItem>({
    pageSize,
    largestPage,
    request(page) {
      const { search, kind, minRating, flag, isFavorite, collectionId, isTrash } = store.getState()
      store.setState({ loading: true })
      const tokens = [
        ...(kind === null ? [] : [`kind:${kind}`]),
        ...(minRating === null ? [] : [`rating:>=${minRating}`]),
        ...(flag === null ? [] : [`flag:${flag}`]),
        ...(isFavorite ? ['is:favorite'] : []),
        ...(collectionId === null ? [] : [`collection:${collectionId}`]),
        ...(search.trim() === '' ? [] : [search.trim()]),
      ]
      return bridge.call('library.list', {
        ...page,
        ...(tokens.length === 0 ? {} : { filter: tokens.join(' ') }),
        ...(collectionId === null ? {} : { sort: 'manual' as const }),
        ...(isTrash ? { isTrash: true as const } : {}),
      })
    },
    itemsOf: ({ items }) => items,
    onRead({ items, page: { nextCursor, total }, isStart, events }) {
      const known = isStart ? [] : (store.getState().items ?? [])
      const current = items.map((item) => judged(item, judgements))
      store.setState({ items: [...known, ...current], nextCursor, total, loading: false, failure: null })
      onFiles(items)
      // The list may be older than events received while it was read from its start.
      if (isStart) for (const item of events) merge(item)
    },
    onFailure: (failure) => store.setState({ loading: false, failure }),
  })

  /** The events since the page was loaded: what was read before one may be shown after it. */
  const judgements = new Map<string, Judgement>()

  function judgementFilter(): JudgementFilter {
    const { minRating, flag, isFavorite } = store.getState()
    return {
      ...(minRating === null ? {} : { minRating }),
      ...(flag === null ? {} : { flag }),
      ...(isFavorite ? { isFavorite: true as const } : {}),
    }
  }

  /** A contact sheet is one entry only in the list of everything. */
  function isPlain(): boolean {
    const { search, kind, collectionId } = store.getState()
    return (
      search.trim() === '' &&
      kind === null &&
      collectionId === null &&
      !store.getState().isTrash &&
      Object.keys(judgementFilter()).length === 0
    )
  }

  /** What was judged no longer fits a filter; the open file stays until it is left. */
  function dropMisfits(): void {
    const { items, opened, total } = store.getState()
    const filter = judgementFilter()
    if (items === null || Object.keys(filter).length === 0) return
    const left = items.filter((item) => item.fileId === opened?.fileId || passes(item.judgement, filter))
    if (left.length < items.length)
      store.setState({ items: left, total: total - (items.length - left.length) })
  }

  function applyJudged(news: ReadonlyMap<string, Judgement>): void {
    for (const [fileId, judgement] of news) judgements.set(fileId, judgement)
    const { items, opened } = store.getState()
    if (opened?.item) store.setState({ opened: { ...opened, item: judged(opened.item, news) } })
    if (items === null) return
    const isListed = new Set(items.map(({ fileId }) => fileId))
    store.setState({
      items: items.map((item) => (news.has(item.fileId) ? judged(item, news) : item)),
    })
    dropMisfits()
    const filter = judgementFilter()
    const isNew = [...news].some(([fileId, judgement]) => !isListed.has(fileId) && passes(judgement, filter))
    if (isNew && Object.keys(filter).length > 0) void pager.start(items.length)
  }

  function merge(item: LibraryItem) {
    onFiles([item])
    const { items, opened, search, kind, total, nextCursor, collectionId } = store.getState()
    if (opened?.fileId === item.fileId) store.setState({ opened: { ...opened, item } })
    if (items === null) return
    if ((item.trashedAt !== null) !== store.getState().isTrash) return
    const tile = inSheetOf(item, items)
    if (tile && isPlain()) {
      const changed = { ...tile, sheet: item.sheet }
      store.setState({ items: items.map((known) => (known === tile ? changed : known)) })
    } else if (items.some((known) => known.fileId === item.fileId)) {
      store.setState({ items: items.map((known) => (known.fileId === item.fileId ? alone(item) : known)) })
    } else if (
      store.getState().isTrash ||
      collectionId !== null ||
      !passes(item.judgement, judgementFilter())
    ) {
      // What is new is in no collection.
    } else if (search.trim() !== '') {
      // Only the studio knows whether its prompt matches.
      void pager.start()
    } else if (kind === null || kind === item.kind) {
      const place = items.findIndex((known) => known.savedAt <= item.savedAt)
      // A file older than everything read so far is listed with a later page.
      if (place === -1 && nextCursor !== null) return
      const listed = isPlain() ? item : alone(item)
      store.setState({
        items: items.toSpliced(place === -1 ? items.length : place, 0, listed),
        total: total + 1,
      })
    }
  }

  /** What is no longer in what is listed leaves it at once; the rest of the list is read again. */
  function applyMoved({ fileIds, state }: Moved): void {
    const moved = new Set(fileIds)
    const { items, opened, selected, total, isTrash } = store.getState()
    store.setState({ selected: new Set([...selected].filter((fileId) => !moved.has(fileId))) })
    if (opened?.item && moved.has(opened.fileId)) void reopen(opened.fileId)
    if (items === null) return
    const isOut = isTrash ? state !== 'trashed' : state === 'trashed' || state === 'deleted'
    if (isOut) {
      const left = items.filter(({ fileId, sheet }) => sheet !== null || !moved.has(fileId))
      store.setState({ items: left, total: Math.max(0, total - (items.length - left.length)) })
    }
    void pager.start(items.length)
  }

  const openings = createStaleGuard<LibraryItem>()

  async function open(fileId: string) {
    const item = store.getState().items?.find((known) => known.fileId === fileId) ?? null
    store.setState({ opened: { fileId, item, submission: null, failure: null } })
    dropMisfits()
    const { response, events, accept } = await openings.read(bridge.call('library.item', { fileId }))
    if (!accept() || store.getState().opened?.fileId !== fileId) return
    if (!response.ok) {
      store.setState({ opened: { fileId, item: null, submission: null, failure: response.error } })
      return
    }
    // The item may be older than events received while it was read.
    const newest = judged(events.findLast((one) => one.fileId === fileId) ?? response.value.item, judgements)
    store.setState({ opened: { fileId, ...response.value, item: newest, failure: null } })
    onFiles([newest])
  }

  /** The open file as it is by now. */
  async function reopen(fileId: string) {
    const { response, accept } = await openings.read(bridge.call('library.item', { fileId }))
    const { opened } = store.getState()
    if (!accept() || opened?.fileId !== fileId || !response.ok) return
    store.setState({ opened: { fileId, ...response.value, failure: null } })
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
    bridge.on('library.judged', (event) => applyJudged(judgementsIn(event.judged))),
    bridge.on('library.moved', applyMoved),
    bridge.on('collections.changed', ({ collectionId }) => {
      const { collectionId: shown, items } = store.getState()
      if (shown !== null && shown === collectionId) void pager.start(items?.length)
    }),
    bridge.onConnected((connected) => connected && void pager.start()),
    onLanguageChange(() => void pager.start()),
  ]

  return {
    store,
    open,
    refresh: () => pager.start(),
    loadMore: () => pager.more(),
    filter(change) {
      store.setState({ ...change, items: null, selected: new Set() })
      void pager.start()
    },
    askPurge: (files) =>
      store.setState({
        purging: files === null || files === 'all' ? files : files.map(({ fileId }) => fileId),
      }),
    select: (fileIds) => store.setState({ selected: new Set(fileIds) }),
    async move(fileIds, beforeFileId) {
      const { collectionId, items } = store.getState()
      if (collectionId === null || items === null)
        return { ok: true, value: async () => ({ ok: true, value: null }) }
      store.setState({ items: moved(items, fileIds, beforeFileId) })
      const result = await bridge.call('collections.move', {
        collectionId,
        fileIds: [...fileIds],
        beforeFileId,
      })
      if (!result.ok) {
        void pager.start(items.length)
        return result
      }
      const { before: members } = result.value
      return { ok: true, value: () => bridge.call('collections.put', { collectionId, members }) }
    },
    async fetchAgain(fileId) {
      const result = await bridge.call('library.fetchAgain', { fileId })
      if (result.ok) follow(result.value)
      return result
    },
    closeItem() {
      store.setState({ opened: null })
      dropMisfits()
    },
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

/** The items with some of them moved before another, or to the end. */
function moved(
  items: readonly LibraryItem[],
  fileIds: readonly string[],
  beforeFileId: string | null,
): readonly LibraryItem[] {
  const chosen = fileIds.flatMap((fileId) => items.find((item) => item.fileId === fileId) ?? [])
  const others = items.filter(({ fileId }) => !fileIds.includes(fileId))
  const at = others.findIndex(({ fileId }) => fileId === beforeFileId)
  return others.toSpliced(at === -1 ? others.length : at, 0, ...chosen)
}

/** The tile of the sheet that a file belongs to. */
function inSheetOf({ sheet }: LibraryItem, items: readonly LibraryItem[]): LibraryItem | undefined {
  return sheet ? items.find((known) => known.sheet?.batchId === sheet.batchId) : undefined
}

/** In a search each file is listed separately. */
function alone(item: LibraryItem): LibraryItem {
  return item.sheet === null ? item : { ...item, sheet: null }
}
