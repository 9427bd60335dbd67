import type { Bridge } from '../../../shared/bridge/carrier.ts'
import type { BridgeFailure, BridgeResult } from '../../../shared/bridge/error-codes.ts'
import type { ProcedureInput, ProcedureOutput } from '../../../shared/bridge/procedures.ts'
import type { LibraryItem } from '../../../shared/bridge/views.ts'
import { mostLayoutEntries, readLayoutSlice } from '../../../shared/library/layout-slice.ts'
import { append, emptyIndex, type LayoutIndex } from './layout-index.ts'

/** What a layout is asked by. */
export type LayoutQuery = Omit<ProcedureInput<'library.layout'>, 'cursor' | 'limit' | 'items' | 'isCounted'>

type Slice = ProcedureOutput<'library.layout'>

/** The first slice is what one screen shows and a little more, with its entries whole. */
const firstSlice = 400
const firstItems = 60

export interface IndexReaderDeps {
  readonly bridge: Bridge
  query(): LayoutQuery
  /** The first slice, and each later one. `items`: the first ones, whole. */
  onIndex(index: LayoutIndex, items: readonly LibraryItem[]): void
  onFailure(failure: BridgeFailure): void
  /** Resolves once what the first slice shows is drawn: until then the rest of a long list is not read. */
  whenDrawn?: (() => Promise<void>) | undefined
}

/** Reads the layout of a list from its start, slice by slice, by key. */
export interface IndexReader {
  /**
   * Reads it anew. `isQuiet`: what is shown stays until all of it is read, so that nothing moves meanwhile.
   */
  start(isQuiet: boolean): Promise<void>
  stop(): void
}

export function createIndexReader({
  bridge,
  query,
  onIndex,
  onFailure,
  whenDrawn,
}: IndexReaderDeps): IndexReader {
  let current = 0
  /** The slice after the first that is being read, of whichever list. */
  let rest: Promise<unknown> | null = null

  /** One after the other: a browser has six connections to the studio, and the first slice of another list needs one. */
  async function requestRest(
    asked: LayoutQuery,
    cursor: string,
    isCounted: boolean,
    isWanted: () => boolean,
  ): Promise<BridgeResult<Slice> | null> {
    while (rest) await rest
    if (!isWanted()) return null
    const reading = request(asked, cursor, isCounted)
    rest = reading
    try {
      return await reading
    } finally {
      rest = null
    }
  }

  function request(
    asked: LayoutQuery,
    cursor: string | null,
    isCounted: boolean,
  ): Promise<BridgeResult<Slice>> {
    return bridge.call('library.layout', {
      ...asked,
      ...(cursor === null
        ? { limit: firstSlice, items: firstItems }
        : { cursor, limit: mostLayoutEntries, items: 0, isCounted }),
    })
  }

  async function start(isQuiet: boolean): Promise<void> {
    current += 1
    const own = current
    const asked = query()
    let index: LayoutIndex = emptyIndex
    let cursor: string | null = null
    let first: readonly LibraryItem[] = []
    do {
      const response: BridgeResult<Slice> | null =
        cursor === null
          ? await request(asked, null, false)
          : await requestRest(asked, cursor, index.isCounted, () => own === current)
      if (own !== current || response === null) return
      if (!response.ok) return onFailure(response.error)
      const { columns, days, items, total, nextCursor }: Slice = response.value
      const slice = readLayoutSlice(bytesOf(columns))
      if (!slice) return onFailure({ code: 'internal', message: '' })
      cursor = slice.keys.length === 0 ? null : nextCursor
      index = append(index, { columns: slice, days, total }, cursor === null)
      if (items.length > 0) first = items
      if (isQuiet && cursor !== null) continue
      onIndex(index, first)
      if (first.length > 0 && cursor !== null) await whenDrawn?.()
      if (own !== current) return
      first = []
    } while (cursor !== null)
  }

  return {
    start,
    stop() {
      current += 1
    },
  }
}

function bytesOf(base64: string): Uint8Array {
  const text = atob(base64)
  const bytes = new Uint8Array(text.length)
  // A function for each sign takes ten times as long.
  for (let at = 0; at < bytes.length; at += 1) bytes[at] = text.charCodeAt(at)
  return bytes
}
