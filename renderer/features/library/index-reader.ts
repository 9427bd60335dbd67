import type { Bridge } from '../../../shared/bridge/carrier.ts'
import type { BridgeFailure, BridgeResult } from '../../../shared/bridge/error-codes.ts'
import type { ProcedureInput, ProcedureOutput } from '../../../shared/bridge/procedures.ts'
import type { LibraryItem } from '../../../shared/bridge/views.ts'
import { mostLayoutEntries, readLayoutSlice } from '../../../shared/library/layout-slice.ts'
import { append, emptyIndex, type LayoutIndex } from './layout-index.ts'

/** What a layout is asked by. */
export type LayoutQuery = Omit<ProcedureInput<'library.layout'>, 'cursor' | 'limit' | 'items' | 'isCounted'>

type Slice = ProcedureOutput<'library.layout'>
type Part = Pick<ProcedureInput<'library.layout'>, 'cursor' | 'limit' | 'items' | 'isCounted'>
/** Null where nobody wants it any more. */
type Reading = Promise<BridgeResult<Slice> | null>

/** The first slice is what one screen shows and a little more, with its entries whole. */
const firstSlice = 400
const firstItems = 60
/** The second one is there soon; a row of the later and larger ones costs the studio half as much. */
const secondSlice = 16_384

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
  async function requestRest(asked: LayoutQuery, part: Part, isWanted: () => boolean): Reading {
    while (rest) await rest
    if (!isWanted()) return null
    const reading = request(asked, part)
    rest = reading
    try {
      return await reading
    } finally {
      rest = null
    }
  }

  const request = (asked: LayoutQuery, part: Part): Promise<BridgeResult<Slice>> =>
    bridge.call('library.layout', { ...asked, ...part })

  async function start(isQuiet: boolean): Promise<void> {
    current += 1
    const own = current
    const asked = query()
    const isWanted = () => own === current
    let index: LayoutIndex = emptyIndex
    let first: readonly LibraryItem[] = []
    let reading: Reading | null = request(asked, { limit: firstSlice, items: firstItems })
    while (reading) {
      const response: BridgeResult<Slice> | null = await reading
      if (!isWanted() || response === null) return
      if (!response.ok) return onFailure(response.error)
      const read: Slice = response.value
      const slice = readLayoutSlice(bytesOf(read.columns))
      if (!slice) return onFailure({ code: 'internal', message: '' })
      const cursor = slice.keys.length === 0 ? null : read.nextCursor
      const isFirst = index === emptyIndex
      index = append(index, { ...read, columns: slice }, cursor === null)
      if (read.items.length > 0) first = read.items
      const limit = isFirst ? secondSlice : mostLayoutEntries
      const { isCounted } = index
      const readNext = (): Reading | null =>
        cursor === null ? null : requestRest(asked, { cursor, limit, items: 0, isCounted }, isWanted)
      // While the page lays this one out, the studio reads the next; what is seen first is drawn before.
      reading = isFirst ? null : readNext()
      if (!isQuiet || cursor === null) {
        onIndex(index, first)
        if (isFirst && cursor !== null) await whenDrawn?.()
        if (!isWanted()) return
        first = []
      }
      if (isFirst) reading = readNext()
    }
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
