import type { Bridge } from '../../../shared/bridge/carrier.ts'
import type { BridgeResult } from '../../../shared/bridge/error-codes.ts'
import { mostEntries } from '../../../shared/bridge/layout-procedures.ts'
import type { LibraryItem } from '../../../shared/bridge/views.ts'
import type { LayoutIndex } from './layout-index.ts'

/** Whole entries that are kept around what is seen. */
const mostKept = 2_000
/** Entries of one request: the visible ones come first, and soon. */
const atOnce = 120

export interface EntryWindowDeps {
  readonly bridge: Bridge
  /** The list as it is by now. */
  readonly index: () => LayoutIndex | null
  readonly entries: () => ReadonlyMap<number, LibraryItem>
  /** Called with entries that were read, and those that are no longer kept. */
  onRead(items: readonly LibraryItem[], left: readonly number[]): void
}

/** Reads the entries around what is seen, by their keys, and forgets those far from it. */
export interface EntryWindow {
  /** The entries from `first` up to `end` are seen; those up to `ahead` further are read after them. */
  see(first: number, end: number, ahead: number): void
  /** Reads entries, however many, in the order of their keys; those that are gone are omitted. */
  read(keys: readonly number[]): Promise<readonly LibraryItem[]>
  /** The same, for what is to be done to all of them or to none. */
  readAll(keys: readonly number[]): Promise<BridgeResult<readonly LibraryItem[]>>
}

export function createEntryWindow({ bridge, index, entries, onRead }: EntryWindowDeps): EntryWindow {
  let wanted: { first: number; end: number; ahead: number } | null = null
  let isReading = false
  /** Keys that were read and are not there: they are not requested again and again. */
  const absent = new Set<number>()

  /** What is seen first, then what comes below it, then what is above. */
  function missing(): number[] {
    const list = index()
    if (!list || !wanted) return []
    const { first, end, ahead } = wanted
    const known = entries()
    const keys: number[] = []
    const take = (from: number, to: number) => {
      for (
        let place = Math.max(0, from);
        place < Math.min(list.length, to) && keys.length < atOnce;
        place += 1
      ) {
        const key = list.keys[place] ?? 0
        if (!known.has(key) && !absent.has(key)) keys.push(key)
      }
    }
    take(first, end)
    take(end, end + ahead)
    take(first - ahead, first)
    return keys
  }

  async function readOn(): Promise<void> {
    if (isReading) return
    isReading = true
    try {
      for (let keys = missing(); keys.length > 0; keys = missing()) {
        const response = await bridge.call('library.entries', { keys })
        if (!response.ok) return
        const found = new Set(response.value.items.map(({ key }) => key))
        for (const key of keys) if (!found.has(key)) absent.add(key)
        onRead(response.value.items, farAway())
      }
    } finally {
      isReading = false
    }
  }

  function farAway(): number[] {
    const list = index()
    const known = entries()
    if (!list || !wanted || known.size <= mostKept) return []
    const from = Math.max(0, wanted.first - mostKept / 4)
    const near = new Set(list.keys.subarray(from, Math.min(list.length, wanted.end + mostKept / 4)))
    return [...known.keys()].filter((key) => !near.has(key))
  }

  /** Those of these that are there; with a failure, those before it. */
  async function collect(keys: readonly number[]) {
    const known = entries()
    const found = new Map<number, LibraryItem>()
    const unread: number[] = []
    for (const key of keys) {
      const item = known.get(key)
      if (item) found.set(key, item)
      else unread.push(key)
    }
    for (let at = 0; at < unread.length; at += mostEntries) {
      const response = await bridge.call('library.entries', { keys: unread.slice(at, at + mostEntries) })
      if (!response.ok) return { found, failure: response.error }
      for (const item of response.value.items) found.set(item.key, item)
    }
    return { found, failure: null }
  }

  return {
    see(first, end, ahead) {
      wanted = { first, end, ahead }
      void readOn()
    },
    async read(keys) {
      const { found } = await collect(keys)
      return inOrder(keys, found)
    },
    async readAll(keys) {
      const { found, failure } = await collect(keys)
      return failure ? { ok: false, error: failure } : { ok: true, value: inOrder(keys, found) }
    },
  }
}

function inOrder(keys: readonly number[], found: ReadonlyMap<number, LibraryItem>): LibraryItem[] {
  return keys.flatMap((key) => found.get(key) ?? [])
}
