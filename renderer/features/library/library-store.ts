import { createStore, type StoreApi } from 'zustand/vanilla'
import type { MediaKind } from '../../../shared/api/media.ts'
import type { Bridge } from '../../../shared/bridge/carrier.ts'
import { mostFilesOfChange } from '../../../shared/bridge/change-bounds.ts'
import type { Member } from '../../../shared/bridge/collection-procedures.ts'
import type { CredentialsView } from '../../../shared/bridge/credentials-procedures.ts'
import type { BridgeFailure, BridgeResult } from '../../../shared/bridge/error-codes.ts'
import { type Likeness, mostEntries } from '../../../shared/bridge/layout-procedures.ts'
import type { LineagePage } from '../../../shared/bridge/lineage-procedures.ts'
import type { Moved } from '../../../shared/bridge/trash-procedures.ts'
import type { FileView, LibraryItem, SubmissionView } from '../../../shared/bridge/views.ts'
import { readFilter } from '../../../shared/library/filter/library-filter.ts'
import type { ChosenSort } from '../../../shared/library/filter/library-sort.ts'
import { type Flag, type Judgement, type JudgementFilter, passes } from '../../../shared/library/judgement.ts'
import type { FoundFiles } from '../../actions/action.ts'
import { judged, judgementsIn } from '../../bridge/apply-judged.ts'
import { createStaleGuard } from '../../bridge/stale-guard.ts'
import type { StudioStore } from '../../shell/studio-store.ts'
import { createEntryWindow, type EntryWindow } from './entry-window.ts'
import { filterTextOf } from './filter-text.ts'
import type { Anchor } from './grid-view.ts'
import { createIndexReader, type LayoutQuery } from './index-reader.ts'
import {
  hasSheets,
  isWhole,
  type LayoutIndex,
  placeOf,
  withChanged,
  withMoved,
  withNew,
  without,
} from './layout-index.ts'
import type { PlaceStorage } from './place-storage.ts'
import { isSelected, noSelection, type Selection, selectedKeys, withoutSelected } from './selection.ts'
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
  /** What all but a collection, the trash and what is alike is sorted by. */
  readonly sort: ChosenSort
  /** The trash is shown, the last deleted first; a collection is no filter there. */
  readonly isTrash: boolean
  /** What is like a file, in place of all else; null: that isn’t asked. */
  readonly alike: Alike | null
  /** Files of the trash of which is asked whether they are to be deleted for good; `all`: everything in it. */
  readonly purging: Purging | null
  /** Entries that are chosen together. */
  readonly selected: Selection
  /** All entries in their order, compact; null until first read. */
  readonly index: LayoutIndex | null
  /** Whole entries, by key: those around what is seen. */
  readonly entries: ReadonlyMap<number, LibraryItem>
  /** What stands until what other words find is read; null where nothing does, as in another part of the library. */
  readonly before: ShownList | null
  /** Where one is in the list, for when it is shown again; null at its start. */
  readonly place: Anchor | null
  /** Of the grid’s rows, about, in pixels. */
  readonly rowHeight: number
  readonly loading: boolean
  readonly failure: BridgeFailure | null
  readonly opened: OpenedItem | null
}

/** What is shown of a list. */
export type ShownList = { readonly index: LayoutIndex; readonly entries: ReadonlyMap<number, LibraryItem> }

export type Purging = readonly string[] | 'all'

export interface Alike {
  readonly fileId: string
  readonly by: Likeness
}

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
  'search' | 'kind' | 'minRating' | 'flag' | 'isFavorite' | 'collectionId' | 'isTrash' | 'alike'
>

export const noFilter: LibraryFilter = {
  search: '',
  kind: null,
  minRating: null,
  flag: null,
  isFavorite: false,
  collectionId: null,
  isTrash: false,
  alike: null,
}

export interface LibraryPorts {
  readonly bridge: Bridge
  /** Called with new and open files, so that missing thumbnails are made. */
  readonly onFiles: (files: readonly FileView[]) => void
  /** The same with all files that are in sight: those that no longer are can wait. */
  readonly onSee: (files: readonly FileView[]) => void
  readonly onLanguageChange: StudioStore['onLanguageChange']
  readonly storage: PlaceStorage
  /** Resolves once what was found first is drawn; with `isTyped` a moment later, when the next key would have come. */
  readonly whenDrawn?: (isTyped: boolean) => Promise<void>
}

export interface LibraryStore {
  readonly store: StoreApi<LibraryState>
  refresh(): Promise<void>
  readonly keepPlace: (place: Anchor | null) => void
  readonly setRowHeight: (height: number) => void
  /** Sorts the list anew; kept for the next start. */
  readonly setSort: (sort: ChosenSort) => void
  /** Reads the entries that are seen, and those near them. */
  readonly see: EntryWindow['see']
  /** The entry at a place of the list; null beyond its ends. */
  entryAt(place: number): Promise<LibraryItem | null>
  /** The file after it in the list, or before it at the end; null where there is none but contact sheets. */
  besideOf(item: LibraryItem): Promise<LibraryItem | null>
  /** An entry that is known, by its file. */
  entryOf(fileId: string | null | undefined): LibraryItem | null
  /** The selected files, or the first so many, in the list’s order; contact sheets are none. */
  selectedFiles(most?: number): Promise<readonly LibraryItem[]>
  /** The batches of the selected contact sheets, or of the first so many. */
  selectedSheets(most: number): Promise<readonly string[]>
  /**
   * All that is selected as a query; null where it isn’t all that the list finds, or where contact sheets are in it, as
   * these are none of the selected files.
   */
  selectedFound(): FoundFiles | null
  /** Those of them that are known. */
  knownSelected(): readonly LibraryItem[]
  filter(change: Partial<LibraryFilter>): void
  /** Shows the trash, or what was shown before it, at its place. */
  showTrash(isTrash: boolean): void
  select(selection: Selection): void
  /** Moves entries of the collection, by their keys, before another, or to its end; returns the undo. */
  move(
    keys: readonly number[],
    before: number | null,
  ): Promise<BridgeResult<() => Promise<BridgeResult<unknown>>>>
  open(fileId: string): Promise<void>
  /** Fetches a missing file again; returns its new state. */
  fetchAgain(fileId: string): Promise<BridgeResult<SubmissionView>>
  closeItem(): void
  /** The run of a file, as far as it is known. */
  runOf(fileId: string): Promise<BridgeResult<SubmissionView>>
  /** Asks whether files of the trash are to be deleted for good; null: nothing is asked any more. */
  readonly askPurge: (files: readonly FileView[] | 'all' | null) => void
  /** Its score of the last tournament that it was in; null where it was in none, or that can’t be read. */
  scoreOf(fileId: string): Promise<number | null>
  /** What a file was made from, or into; null where that can’t be read. `after`: the `next` of the page before. */
  lineageOf(fileId: string, way: 'from' | 'into', after?: number): Promise<LineagePage | null>
  /**
   * The file to which one went by a tree of lineage: its own tree takes the focus. `from`: where one left it for a contact
   * sheet, for the way back.
   */
  readonly walk: { to: string | null; from: { readonly fileId: string; readonly key: string } | null }
  /** Its Content Credentials; null where its file can’t be read. */
  credentialsOf(fileId: string): Promise<CredentialsView | null>
  /** Shows the file in its folder. */
  reveal(fileId: string): Promise<BridgeResult<unknown>>
  /** The contact sheet that is open. */
  readonly sheet: SheetStore
  close(): void
}

/** How long a list stands in place of the one that other words find: a moment more, and it would seem to be that. */
const longestBeforeMs = 400
/** How long changes are gathered before the list is read again. */
const gatherMs = 250

export function createLibraryStore({
  bridge,
  onFiles,
  onSee,
  onLanguageChange,
  storage,
  whenDrawn,
}: LibraryPorts): LibraryStore {
  const { rowHeight, anchor, sort: keptSort = 'newest', filter: keptFilter, isFirst } = storage.read()
  const store = createStore<LibraryState>(() => ({
    ...noFilter,
    ...keptFilter,
    sort: keptSort,
    purging: null,
    selected: noSelection,
    index: null,
    entries: new Map(),
    before: null,
    place: anchor,
    rowHeight,
    loading: false,
    failure: null,
    opened: null,
  }))
  /** The list is what other words find: more are typed, perhaps. */
  let isTyped = false
  let readings = 0
  /** Events while a list is read: its index and entries may be older than they are. */
  let news: LibraryItem[] = []
  /** When the list that is shown, and the one that is being read, were asked for. */
  let readFrom = 0
  let askedAt = 0
  /** Something came that may be in the list, which is not read again yet. */
  let isBehind = false

  const reader = createIndexReader({
    bridge,
    query() {
      const { collectionId, isTrash, alike, sort } = store.getState()
      if (alike) return { alike }
      const filter = filterTextOf(store.getState())
      return {
        ...(filter === '' ? {} : { filter }),
        ...sortOf(collectionId, isTrash, sort),
        ...(isTrash ? { isTrash: true as const } : {}),
      }
    },
    onIndex(index, items) {
      forgetBefore()
      readFrom = askedAt
      isBehind = gathering !== null
      const { entries, index: list } = taken(index, items)
      // In one change: what is drawn of the list at once needs its entries, or would read them.
      store.setState({ index: list, entries, loading: !isWhole(index), failure: null })
      if (items.length > 0) offerSeen()
      if (index.length === 0) isNew = false
      else if (isNew && items.length > 0) void readAheadOnceDrawn()
      for (const item of news) merge(item)
      if (isWhole(index)) news = []
    },
    onFailure(failure) {
      forgetBefore()
      isNew = false
      store.setState({ loading: false, failure })
    },
    whenDrawn: async () => whenDrawn?.(isTyped),
  })

  /** Moves in the collection that is shown whose responses are awaited. */
  let moving = 0
  /** They are sent one after the other, as a later one follows from the order that an earlier one made. */
  let lastMove: Promise<unknown> = Promise.resolve()

  /** Sends a move in as many calls as it needs; returns the undo, which puts back exactly what each of them moved. */
  async function sendMove(
    collectionId: string,
    keys: readonly number[],
    before: number | null,
  ): Promise<BridgeResult<() => Promise<BridgeResult<unknown>>>> {
    const read = await window.readAll(before === null ? keys : [...keys, before])
    if (!read.ok) return read
    const beforeFileId = read.value.find(({ key }) => key === before)?.fileId ?? null
    if (before !== null && beforeFileId === null) return { ok: false, error: { code: 'not_found' } }
    const fileIds = read.value.filter(({ key }) => key !== before).map(({ fileId }) => fileId)
    const undone: Member[][] = []
    for (let at = 0; at < fileIds.length; at += mostFilesOfChange) {
      const part = fileIds.slice(at, at + mostFilesOfChange)
      const result = await bridge.call('collections.move', { collectionId, fileIds: part, beforeFileId })
      if (!result.ok) return result
      undone.unshift(result.value.before)
    }
    return {
      ok: true,
      async value() {
        for (const members of undone) {
          const result = await bridge.call('collections.put', { collectionId, members })
          if (!result.ok) return result
        }
        return { ok: true, value: null }
      },
    }
  }

  function readList(isQuiet: boolean): Promise<void> {
    // It would be read in the order before a move that is shown already: it is read after that.
    if (isQuiet && moving > 0) return Promise.resolve()
    news = []
    unsettled.clear()
    readings += 1
    askedAt = Date.now()
    isNew = !isQuiet && whenDrawn !== undefined
    store.setState({ loading: true })
    return reader.start(isQuiet && store.getState().index !== null)
  }

  /** The next start is not in the trash, or at what is alike: what was shown before these stays kept. */
  function keepInStorage(): void {
    const { place, rowHeight, sort, isTrash, alike, ...state } = store.getState()
    const { search, kind, minRating, flag, isFavorite, collectionId } = state
    const filter = { search, kind, minRating, flag, isFavorite, collectionId }
    const { anchor, filter: before } = storage.read()
    const shown = isTrash || alike ? { anchor, filter: before } : { anchor: place, filter }
    storage.write({
      rowHeight,
      anchor: shown.anchor,
      ...(sort !== 'newest' && { sort }),
      ...(shown.filter && filterTextOf(shown.filter) !== '' && { filter: shown.filter }),
    })
  }

  let gathering: ReturnType<typeof setTimeout> | null = null
  /** Reads the list again soon, once for many changes; what is shown stays until then. */
  function readAgain(): void {
    isBehind = true
    gathering ??= setTimeout(() => {
      gathering = null
      // Not while the open file may leave the list by that: it is read once that is left.
      if (!unsettled.has(store.getState().opened?.fileId ?? '')) void readList(true)
    }, gatherMs)
  }

  const window = createEntryWindow({
    bridge,
    index: () => store.getState().index,
    entries: () => store.getState().entries,
    onRead: keep,
  })

  let seen = { first: 0, end: 0, ahead: 0 }
  /** What is seen first of a list is not drawn yet: nothing beyond it is read. */
  let isNew = false

  async function readAheadOnceDrawn(): Promise<void> {
    const own = readings
    await whenDrawn?.(false)
    if (own !== readings) return
    isNew = false
    if (seen.end > 0) window.see(seen.first, seen.end, seen.ahead)
  }

  function offerSeen(): void {
    const { index, entries } = store.getState()
    if (!index) return
    const keys = index.keys.subarray(seen.first, Math.min(seen.end, index.length))
    onSee([...keys].flatMap((key) => entries.get(key) ?? []))
  }

  /** Takes in entries as they were read, and forgets others. */
  function keep(items: readonly LibraryItem[], left: readonly number[]): void {
    if (items.length === 0 && left.length === 0) return
    store.setState(taken(store.getState().index, items, left))
    offerSeen()
  }

  /** A list, and the entries with those that were read and without those that are forgotten. */
  function taken<Index extends LayoutIndex | null>(
    index: Index,
    items: readonly LibraryItem[],
    left: readonly number[] = [],
  ): { index: Index; entries: ReadonlyMap<number, LibraryItem> } {
    const { opened } = store.getState()
    const entries = new Map(store.getState().entries)
    for (const key of left) if (key !== opened?.item?.key) entries.delete(key)
    let list = index
    for (const item of items) {
      const current = judged(isPlain() ? item : alone(item), judgements)
      entries.set(item.key, current)
      if (list) list = withChanged(list, current) as Index
    }
    return { index: list, entries }
  }

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

  /** Whether marks decide what the list finds by a typed term: which files fit it only the studio knows. */
  function hasMarkTerms(): boolean {
    const { terms } = readFilter(store.getState().search)
    return terms.some(({ name }) => name === 'rating' || name === 'flag' || name === 'label' || name === 'is')
  }

  /** A contact sheet is one entry only in the list of everything, in the order of time. */
  function isPlain(): boolean {
    const { search, kind, collectionId, alike, sort } = store.getState()
    return (
      (sort === 'newest' || sort === 'oldest') &&
      alike === null &&
      search.trim() === '' &&
      kind === null &&
      collectionId === null &&
      !store.getState().isTrash &&
      Object.keys(judgementFilter()).length === 0
    )
  }

  /** Files of a list with such a term that were judged since it was read. */
  const unsettled = new Set<string>()

  /** What was judged no longer fits a filter; the open file stays until it is left. */
  function dropMisfits(): void {
    const { entries, opened } = store.getState()
    if ([...unsettled].some((fileId) => fileId !== opened?.fileId)) readAgain()
    const filter = judgementFilter()
    if (Object.keys(filter).length === 0) return
    drop(
      [...entries.values()].filter(
        ({ fileId, judgement }) => fileId !== opened?.fileId && !passes(judgement, filter),
      ),
    )
  }

  /** Takes entries out of the list. */
  function drop(items: readonly LibraryItem[]): void {
    const { index, selected } = store.getState()
    if (index === null || items.length === 0) return
    const keys = new Set(items.map(({ key }) => key))
    store.setState({ index: without(index, keys), selected: withoutSelected(selected, keys) })
  }

  function applyJudged(news: ReadonlyMap<string, Judgement>): void {
    for (const [fileId, judgement] of news) judgements.set(fileId, judgement)
    const { index, opened, entries } = store.getState()
    if (opened?.item) store.setState({ opened: { ...opened, item: judged(opened.item, news) } })
    if (index === null) return
    const known = new Set<string>()
    const next = new Map(entries)
    for (const [key, item] of entries) {
      known.add(item.fileId)
      if (news.has(item.fileId)) next.set(key, judged(item, news))
    }
    store.setState({ entries: next })
    if (hasMarkTerms()) for (const fileId of news.keys()) unsettled.add(fileId)
    dropMisfits()
    // One that isn't known here may be in the list no longer, or now.
    const isByControls = Object.keys(judgementFilter()).length > 0
    if (isByControls && [...news.keys()].some((fileId) => !known.has(fileId))) readAgain()
  }

  function merge(item: LibraryItem) {
    onFiles([item])
    const { index, opened, search, kind, collectionId, entries, isTrash, alike, sort } = store.getState()
    if (opened?.fileId === item.fileId) store.setState({ opened: { ...opened, item } })
    if (index === null || (item.trashedAt !== null) !== isTrash) return
    const tile = inSheetOf(item, entries)
    if (tile && isPlain() && tile.key !== item.key) {
      store.setState({ entries: new Map(entries).set(tile.key, { ...tile, sheet: item.sheet }) })
    } else if (placeOf(index, item.key) >= 0) {
      keep([item], [])
    } else if (
      isTrash ||
      alike !== null ||
      collectionId !== null ||
      !passes(item.judgement, judgementFilter())
    ) {
      // What is new is in no collection.
    } else if (search.trim() !== '' || sort !== 'newest') {
      // Only the studio knows whether its prompt matches, and where it belongs.
      readAgain()
    } else if (kind === null || kind === item.kind) {
      const oldest = index.keys[index.length - 1] ?? 0
      // A file older than everything read so far is listed with a later slice.
      if (!isWhole(index) && item.key < oldest) return
      const listed = isPlain() ? item : alone(item)
      store.setState({
        index: withNew(index, listed),
        entries: new Map(entries).set(listed.key, judged(listed, judgements)),
      })
    }
  }

  /** What is no longer in what is listed leaves it at once; the rest of the list is read again. */
  function applyMoved({ fileIds, state }: Moved): void {
    const moved = new Set(fileIds)
    const { opened, entries, index, isTrash } = store.getState()
    if (opened?.item && moved.has(opened.fileId)) void reopen(opened.fileId)
    if (index === null) return
    const isOut = isTrash ? state !== 'trashed' : state === 'trashed' || state === 'deleted'
    if (isOut) drop([...entries.values()].filter(({ fileId, sheet }) => sheet === null && moved.has(fileId)))
    void readList(true)
  }

  function entryOf(fileId: string | null | undefined): LibraryItem | null {
    if (!fileId) return null
    const { entries, opened } = store.getState()
    for (const item of entries.values()) if (item.fileId === fileId) return item
    return opened?.item?.fileId === fileId ? opened.item : null
  }

  /** Selected entries of a kind, or the first so many, in the list's order. */
  async function readSelected(
    isWanted: (item: LibraryItem) => boolean,
    most?: number,
  ): Promise<readonly LibraryItem[]> {
    const { index, selected } = store.getState()
    if (!index) return []
    const keys = selectedKeys(selected, index)
    const part = most === undefined ? keys.length : Math.max(most, mostEntries)
    const found: LibraryItem[] = []
    for (let at = 0; at < keys.length && found.length < (most ?? keys.length); at += part)
      found.push(...(await window.read(keys.slice(at, at + part))).filter(isWanted))
    return found.slice(0, most)
  }

  const openings = createStaleGuard<LibraryItem>()

  async function open(fileId: string) {
    const item = entryOf(fileId)
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

  let wasAsked = false
  /** The first time, what nobody has judged yet is shown alone, where other files are judged. */
  async function openUnreviewed(): Promise<void> {
    wasAsked = true
    // Not their sums: those of a large library take seconds.
    const [judged, open] = await Promise.all([
      bridge.call('library.list', { filter: 'is:reviewed', limit: 1 }),
      bridge.call('library.list', { filter: 'is:unreviewed', limit: 1 }),
    ])
    if (!judged.ok || !open.ok) return
    const { isTrash, alike, selected, opened } = store.getState()
    const isUsed =
      filterTextOf(store.getState()) !== '' || isTrash || alike || opened || selected !== noSelection
    if (!isUsed && open.value.items.length > 0 && judged.value.items.length > 0)
      setFilter({ search: 'is:unreviewed ' })
  }

  /** What was shown before the trash. */
  let beforeTrash: { readonly filter: LibraryFilter; readonly place: Anchor | null } | null = null

  function showTrash(isTrash: boolean): void {
    const left = beforeTrash
    const { search, kind, minRating, flag, isFavorite, collectionId, alike, place } = store.getState()
    const filter = { search, kind, minRating, flag, isFavorite, collectionId, isTrash: false, alike }
    beforeTrash = isTrash ? { filter, place } : null
    if (isTrash) setFilter({ ...noFilter, isTrash })
    else setFilter(left?.filter ?? noFilter, left?.place ?? null)
  }

  /** What is shown, where no more than the words of the search change. */
  function shownBefore(next: LibraryFilter): ShownList | null {
    const { search: _, ...state } = store.getState()
    const isSamePart = Object.keys(noFilter).every(
      (name) => name === 'search' || next[name as keyof LibraryFilter] === state[name as keyof typeof state],
    )
    if (!isSamePart) return null
    if (!state.index) return state.before
    return state.index.length > 0 ? { index: state.index, entries: state.entries } : null
  }

  /** What was shown before makes room for a list that takes longer than a moment. */
  let beforeTimer: ReturnType<typeof setTimeout> | undefined

  function forgetBefore(): void {
    clearTimeout(beforeTimer)
    if (store.getState().before) store.setState({ before: null, selected: noSelection })
  }

  function setFilter(change: Partial<LibraryFilter>, place: Anchor | null = null): void {
    const next = { alike: null, ...change }
    const before = shownBefore({ ...store.getState(), ...next })
    clearTimeout(beforeTimer)
    if (before) beforeTimer = setTimeout(forgetBefore, longestBeforeMs)
    isTyped = before !== null
    store.setState({
      ...next,
      before,
      index: null,
      entries: new Map(),
      selected: noSelection,
      place,
    })
    keepInStorage()
    void readList(false)
  }

  const sheet = createSheetStore(bridge)

  const undo = [
    bridge.on('submission.changed', follow),
    bridge.on('library.changed', (item) => {
      if (store.getState().loading) news.push(item)
      openings.note(item)
      merge(item)
    }),
    bridge.on('library.judged', (event) => applyJudged(judgementsIn(event.judged))),
    bridge.on('library.moved', applyMoved),
    bridge.on('collections.changed', ({ collectionId }) => {
      const { collectionId: shown } = store.getState()
      if (shown !== null && shown === collectionId) void readList(true)
    }),
    bridge.onConnected((connected) => {
      if (!connected) return
      void readList(true)
      if (isFirst && !wasAsked) void openUnreviewed()
    }),
    onLanguageChange(() => {
      store.setState({ entries: new Map() })
      void readList(true)
    }),
  ]

  return {
    store,
    open,
    refresh: () => readList(false),
    see(first, end, ahead) {
      seen = { first, end, ahead }
      window.see(first, end, isNew ? 0 : ahead)
      offerSeen()
    },
    keepPlace(place) {
      // Of a list that makes room for another one.
      if (store.getState().before) return
      store.setState({ place })
      keepInStorage()
    },
    setRowHeight(height) {
      store.setState({ rowHeight: height })
      keepInStorage()
    },
    setSort(sort) {
      if (store.getState().sort === sort) return
      store.setState({
        sort,
        before: null,
        index: null,
        entries: new Map(),
        selected: noSelection,
        place: null,
      })
      isTyped = false
      keepInStorage()
      void readList(false)
    },
    async entryAt(place) {
      const { index } = store.getState()
      const key = index && place >= 0 && place < index.length ? index.keys[place] : undefined
      if (key === undefined) return null
      const [item] = await window.read([key])
      return item ?? null
    },
    entryOf,
    async besideOf({ key }) {
      const { index } = store.getState()
      const place = index ? placeOf(index, key) : -1
      if (!index || place < 0) return null
      const keys = [place + 1, place - 1].flatMap((at) => index.keys.subarray(0, index.length)[at] ?? [])
      return (await window.read(keys)).find(({ sheet }) => sheet === null) ?? null
    },
    selectedFiles: (most) => readSelected(({ sheet }) => sheet === null, most),
    async selectedSheets(most) {
      const sheets = await readSelected(({ sheet }) => sheet !== null, most)
      return sheets.flatMap(({ sheet }) => sheet?.batchId ?? [])
    },
    selectedFound() {
      const { index, selected, alike, isTrash } = store.getState()
      if (!index || !selected.isAll || selected.keys.size > 0 || alike !== null) return null
      if (isPlain() && (!isWhole(index) || hasSheets(index))) return null
      return {
        filter: filterTextOf(store.getState()),
        ...(isTrash && { isTrash: true as const }),
        savedUntil: new Date(isBehind ? readFrom : Date.now()).toISOString(),
      }
    },
    knownSelected() {
      const { entries, selected, index } = store.getState()
      const known = [...entries.values()].filter(
        ({ key, sheet }) => sheet === null && isSelected(selected, key),
      )
      return index ? inOrder(known, index) : known
    },
    filter: (change) => setFilter(change),
    showTrash,
    askPurge: (files) =>
      store.setState({
        purging: files === null || files === 'all' ? files : files.map(({ fileId }) => fileId),
      }),
    select: (selected) => store.setState({ selected }),
    async move(keys, before) {
      const { collectionId, index } = store.getState()
      if (collectionId === null || index === null)
        return { ok: true, value: async () => ({ ok: true, value: null }) }
      // What is being read has the order of before.
      reader.stop()
      moving += 1
      store.setState({ index: withMoved(index, keys, before) })
      const sent = lastMove.then(() => sendMove(collectionId, keys, before))
      lastMove = sent
      const result = await sent
      moving -= 1
      if (moving === 0) void readList(true)
      return result
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
    async scoreOf(fileId) {
      const result = await bridge.call('tournaments.scoreOf', { fileId })
      return result.ok ? result.value.score : null
    },
    walk: { to: null, from: null },
    async lineageOf(fileId, way, after) {
      const input = { fileId, way, ...(after !== undefined && { after }) }
      const result = await bridge.call('library.lineage', input)
      return result.ok ? result.value : null
    },
    async credentialsOf(fileId) {
      const result = await bridge.call('library.credentials', { fileId })
      return result.ok ? result.value : null
    },
    reveal: (fileId) => bridge.call('library.reveal', { fileId }),
    sheet,
    close() {
      reader.stop()
      for (const timer of [gathering, beforeTimer]) if (timer) clearTimeout(timer)
      sheet.close()
      for (const end of undo) end()
    },
  }
}

/** A collection has its own order, and the trash, too. */
function sortOf(collectionId: string | null, isTrash: boolean, sort: ChosenSort): Pick<LayoutQuery, 'sort'> {
  if (collectionId !== null) return { sort: 'manual' }
  return isTrash || sort === 'newest' ? {} : { sort }
}

/** The tile of the sheet that a file belongs to. */
function inSheetOf(
  { sheet }: LibraryItem,
  entries: ReadonlyMap<number, LibraryItem>,
): LibraryItem | undefined {
  if (!sheet) return undefined
  for (const known of entries.values()) if (known.sheet?.batchId === sheet.batchId) return known
  return undefined
}

function inOrder(items: readonly LibraryItem[], index: LayoutIndex): readonly LibraryItem[] {
  if (items.length < 2) return items
  const places = new Map(items.map((item) => [item, placeOf(index, item.key)]))
  return items.toSorted((left, right) => (places.get(left) ?? 0) - (places.get(right) ?? 0))
}

/** In a search each file is listed separately. */
function alone(item: LibraryItem): LibraryItem {
  return item.sheet === null ? item : { ...item, sheet: null }
}
