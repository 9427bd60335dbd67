import type { LibraryItem } from '../../../shared/bridge/views.ts'
import {
  type LayoutColumns,
  layoutFlag,
  layoutKinds,
  toColor565,
} from '../../../shared/library/layout-slice.ts'

/** Consecutive entries of one day. */
export interface DayRun {
  /** As a date, such as 2026-11-26, in the studio’s time zone. */
  readonly day: string
  /** Its first entry’s place in the list. */
  readonly start: number
}

/**
 * All entries of a list in its order, a few bytes each: what a grid needs to lay them out. Entries are named by their
 * place in the list, from 0; only the first `length` of each column are entries. An index is never changed: what changes
 * makes another one, which may share its columns; colors are written in place.
 */
export interface LayoutIndex extends LayoutColumns {
  readonly length: number
  /** How many entries the list has; those from `length` on are still to be read. More than it until the list is counted. */
  readonly total: number
  readonly isCounted: boolean
  /** Empty where the list isn’t in the order of time. */
  readonly days: readonly DayRun[]
  /** The same as long as the entries that there were keep their places and proportions: a layout of them can be continued. */
  readonly shape: object
}

export interface IndexSlice {
  readonly columns: LayoutColumns
  readonly days: readonly { readonly day: string; readonly count: number }[]
  /** Null where it has been counted, or will be with a later slice. */
  readonly total: number | null
}

export const emptyIndex: LayoutIndex = {
  ...newColumns(0),
  ...{ length: 0, total: 0, isCounted: false, days: [], shape: {} },
}

export function isWhole({ length, total }: LayoutIndex): boolean {
  return length >= total
}

/** Whether a contact sheet is one of its entries. */
export function hasSheets({ flags, length }: LayoutIndex): boolean {
  return flags.subarray(0, length).some((flag) => (flag & layoutFlag.sheet) !== 0)
}

/** The index with the next slice. */
export function append(
  index: LayoutIndex,
  { columns, days, total }: IndexSlice,
  isLast: boolean,
): LayoutIndex {
  const added = columns.keys.length
  const length = index.length + added
  const isCounted = isLast || total !== null || index.isCounted
  const known = isLast ? length : Math.max(total ?? (index.isCounted ? index.total : length + 1), length)
  const roomy =
    index.keys.length >= length ? index : withRoom(index, Math.max(length, Math.min(known, length * 4)))
  copyInto(roomy, columns, index.length)
  const runs = [...index.days]
  let start = index.length
  for (const { day, count } of days) {
    if (runs.at(-1)?.day !== day) runs.push({ day, start })
    start += count
  }
  return {
    ...columnsOf(roomy),
    length,
    total: known,
    isCounted,
    days: runs,
    shape: index.length === 0 ? {} : index.shape,
  }
}

/** An entry’s place in the list; −1 where it is none. */
export function placeOf({ keys, length }: LayoutIndex, key: number): number {
  const found = keys.indexOf(key)
  return found < length ? found : -1
}

/** Without these entries. */
export function without(index: LayoutIndex, keys: ReadonlySet<number>): LayoutIndex {
  const gone: number[] = []
  for (const key of keys) {
    const place = placeOf(index, key)
    if (place >= 0) gone.push(place)
  }
  if (gone.length === 0) return index
  gone.sort((left, right) => left - right)
  const left = newColumns(index.length - gone.length)
  let from = 0
  let to = 0
  for (const place of [...gone, index.length]) {
    copyInto(left, slice(index, from, place), to)
    to += place - from
    from = place + 1
  }
  const before = (start: number) => gone.filter((place) => place < start).length
  const starts = index.days.map(({ day, start }) => ({ day, start: start - before(start) }))
  return {
    ...left,
    length: index.length - gone.length,
    total: index.total - gone.length,
    isCounted: index.isCounted,
    days: joined(starts, index.length - gone.length),
    shape: {},
  }
}

/** With a new entry where its key belongs, and its day: what was made later has a larger key and comes first. */
export function withNew(index: LayoutIndex, item: LibraryItem): LayoutIndex {
  const place = placeOfNew(index, item.key)
  const all = newColumns(index.length + 1)
  copyInto(all, slice(index, 0, place), 0)
  copyInto(all, slice(index, place, index.length), place + 1)
  write(all, place, item)
  const { isCounted } = index
  const days = daysWith(index, place, localDay(item.savedAt))
  return { ...all, length: index.length + 1, total: index.total + 1, isCounted, days, shape: {} }
}

/** The runs with an entry of that day at a place: between two of another day it parts them. */
function daysWith(index: LayoutIndex, place: number, day: string): DayRun[] {
  const before = index.days.filter(({ start }) => start < place)
  const after = index.days.filter(({ start }) => start >= place)
  const parted = before.at(-1)
  const isAmid = parted !== undefined && place < index.length && after[0]?.start !== place
  return joined(
    [
      ...before,
      { day, start: place },
      ...(isAmid ? [{ day: parted.day, start: place + 1 }] : []),
      ...after.map((run) => ({ ...run, start: run.start + 1 })),
    ],
    index.length + 1,
  )
}

/** With what is known of an entry by now; the same index where nothing of it is another. */
export function withChanged(index: LayoutIndex, item: LibraryItem): LayoutIndex {
  const place = placeOf(index, item.key)
  if (place < 0) return index
  const one = newColumns(1)
  write(one, 0, item)
  const isSame =
    one.ratios[0] === index.ratios[place] &&
    one.colors[0] === index.colors[place] &&
    one.flags[0] === index.flags[place]
  if (isSame) return index
  const isSheet = ((one.flags[0] ?? 0) ^ (index.flags[place] ?? 0)) & layoutFlag.sheet
  if (one.ratios[0] === index.ratios[place] && !isSheet) {
    write(index, place, item)
    return { ...index }
  }
  const all = newColumns(index.keys.length)
  copyInto(all, columnsOf(index), 0)
  write(all, place, item)
  return { ...index, ...all, shape: {} }
}

/** With some entries moved, in the order given, before another one, or to the end. */
export function withMoved(index: LayoutIndex, keys: readonly number[], before: number | null): LayoutIndex {
  const moved = new Map<number, number>(keys.map((key) => [key, -1]))
  const others: number[] = []
  let at = -1
  for (let place = 0; place < index.length; place += 1) {
    const key = index.keys[place] ?? 0
    if (moved.has(key)) moved.set(key, place)
    else {
      if (key === before) at = others.length
      others.push(place)
    }
  }
  const places = [...moved.values()].filter((place) => place >= 0)
  const order = at === -1 ? [...others, ...places] : [...others.slice(0, at), ...places, ...others.slice(at)]
  const all = newColumns(index.length)
  for (const [to, from] of order.entries()) copyInto(all, slice(index, from, from + 1), to)
  return { ...index, ...all, days: [], shape: {} }
}

/** The day of an entry; null where the list has none. */
export function dayOf({ days }: LayoutIndex, place: number): string | null {
  let low = 0
  let high = days.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((days[middle]?.start ?? 0) <= place) low = middle + 1
    else high = middle
  }
  return days[low - 1]?.day ?? null
}

const audioRatio = 2
const narrowest = 0.4
const widest = 3

/** Width over height of an entry’s tile; a square while it has not been measured. */
export function ratioOf({ ratios, flags }: LayoutColumns, place: number): number {
  const own = flags[place] ?? 0
  if (own & layoutFlag.sheet) return 1
  if ((own & layoutFlag.kind) === 2) return audioRatio
  const ratio = ratios[place] ?? 0
  return ratio === 0 ? 1 : Math.min(widest, Math.max(narrowest, ratio / 1000))
}

function placeOfNew({ keys, length }: LayoutIndex, key: number): number {
  let low = 0
  let high = length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((keys[middle] ?? 0) > key) low = middle + 1
    else high = middle
  }
  return low
}

function write(columns: LayoutColumns, place: number, item: LibraryItem): void {
  columns.keys[place] = item.key
  const { width, height, color } = item
  columns.ratios[place] =
    width && height ? Math.min(0xffff, Math.max(1, Math.round((width / height) * 1000))) : 0
  columns.colors[place] = color === null ? 0 : toColor565(color)
  columns.flags[place] =
    layoutKinds.indexOf(item.kind) |
    (item.sheet ? layoutFlag.sheet : 0) |
    (item.state === 'failed' ? layoutFlag.missing : 0) |
    (color === null ? 0 : layoutFlag.color)
}

function localDay(iso: string): string {
  const at = new Date(iso)
  const parts = [at.getFullYear(), at.getMonth() + 1, at.getDate()]
  return parts.map((part, index) => String(part).padStart(index === 0 ? 4 : 2, '0')).join('-')
}

/** Without runs that have no entry left; those of one day that are neighbours now are one. */
function joined(runs: readonly DayRun[], length: number): DayRun[] {
  const left: DayRun[] = []
  for (const [index, run] of runs.entries()) {
    const end = runs[index + 1]?.start ?? length
    if (run.start < end && left.at(-1)?.day !== run.day) left.push(run)
  }
  return left
}

function newColumns(size: number): LayoutColumns {
  return {
    keys: new Uint32Array(size),
    ratios: new Uint16Array(size),
    colors: new Uint16Array(size),
    flags: new Uint8Array(size),
  }
}

function columnsOf({ keys, ratios, colors, flags }: LayoutColumns): LayoutColumns {
  return { keys, ratios, colors, flags }
}

function slice({ keys, ratios, colors, flags }: LayoutColumns, from: number, to: number): LayoutColumns {
  return {
    keys: keys.subarray(from, to),
    ratios: ratios.subarray(from, to),
    colors: colors.subarray(from, to),
    flags: flags.subarray(from, to),
  }
}

function copyInto(target: LayoutColumns, source: LayoutColumns, at: number): void {
  target.keys.set(source.keys, at)
  target.ratios.set(source.ratios, at)
  target.colors.set(source.colors, at)
  target.flags.set(source.flags, at)
}

function withRoom(index: LayoutIndex, size: number): LayoutColumns {
  const larger = newColumns(size)
  copyInto(larger, slice(index, 0, index.length), 0)
  return larger
}
