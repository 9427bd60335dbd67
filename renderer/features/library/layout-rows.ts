import { type LayoutIndex, ratioOf } from './layout-index.ts'

export interface GridMeasures {
  readonly width: number
  readonly targetHeight: number
  readonly gap: number
  /** Of the line with a day above its rows. */
  readonly headerHeight: number
}

/**
 * The rows of a grid from top to bottom: images side by side at one height that fill the width, and above those of each
 * day a line that names it. Numbers are in columns, so that a million entries are laid out in milliseconds.
 */
export interface GridRows {
  readonly measures: GridMeasures
  readonly count: number
  /** Each row’s first entry; a day’s line has none, and the next row’s. */
  readonly starts: Uint32Array
  readonly tops: Float64Array
  readonly heights: Float32Array
  /** The run of days that a line names; −1 for a row of entries. */
  readonly days: Int32Array
  /** How many entries are laid out. */
  readonly laidOut: number
  /** Of what is laid out, in pixels. */
  readonly height: number
}

/** Rows may grow this much over the target before they are filled; the last one of a day stays at the target. */
const mostGrowth = 1.35

export function noRows(measures: GridMeasures): GridRows {
  return {
    measures,
    count: 0,
    starts: new Uint32Array(64),
    tops: new Float64Array(64),
    heights: new Float32Array(64),
    days: new Int32Array(64),
    laidOut: 0,
    height: 0,
  }
}

/**
 * Lays out up to `most` entries after those of `before`, which must be of the same index or of one that it continues. The
 * last row is provisional while the index has more: the next call begins with it again.
 */
export function layoutOn(index: LayoutIndex, before: GridRows, most: number): GridRows {
  const { measures } = before
  const { width, targetHeight, gap, headerHeight } = measures
  let { count, starts, tops, heights, days } = before
  // What was the last row may be filled by what comes now.
  if (count > 0 && before.laidOut < index.length) count -= 1
  const from = count === 0 ? 0 : before.laidOut < index.length ? (starts[count] ?? 0) : before.laidOut
  const end = Math.min(index.length, from + most)
  let top = count === 0 ? 0 : (tops[count - 1] ?? 0) + (heights[count - 1] ?? 0) + gapAfter(count - 1)
  // A line of a day without rows below it is written again.
  if (count > 0 && (days[count - 1] ?? -1) >= 0 && starts[count - 1] === from) {
    count -= 1
    top = tops[count] ?? 0
  }
  let run = firstRunFrom(index, from)
  let start = from
  let sum = 0

  function gapAfter(row: number): number {
    return (days[row] ?? -1) >= 0 ? 0 : gap
  }

  function add(first: number, exact: number, day: number): void {
    // As it is kept, so that a layout that is continued is the same.
    const height = Math.fround(exact)
    if (count === starts.length) {
      starts = grown(starts, new Uint32Array(count * 2))
      tops = grown(tops, new Float64Array(count * 2))
      heights = grown(heights, new Float32Array(count * 2))
      days = grown(days, new Int32Array(count * 2))
    }
    starts[count] = first
    tops[count] = top
    heights[count] = height
    days[count] = day
    top += height + (day >= 0 ? 0 : gap)
    count += 1
  }

  for (let place = from; place < end; place += 1) {
    if (index.days[run]?.start === place) {
      add(place, headerHeight, run)
      run += 1
    }
    sum += ratioOf(index, place)
    const height = (width - gap * (place - start)) / sum
    const isLast = place === end - 1 || index.days[run]?.start === place + 1
    if (height > targetHeight && !isLast) continue
    add(start, height <= targetHeight * mostGrowth ? height : targetHeight, -1)
    start = place + 1
    sum = 0
  }
  return { measures, count, starts, tops, heights, days, laidOut: end, height: Math.max(0, top - gap) }
}

function grown<Column extends { set(source: Column): void }>(from: Column, to: Column): Column {
  to.set(from)
  return to
}

function firstRunFrom({ days }: LayoutIndex, place: number): number {
  const found = days.findIndex(({ start }) => start >= place)
  return found === -1 ? days.length : found
}

/** How high all of the list is; an estimate for what is not laid out. */
export function wholeHeight(rows: GridRows, { total }: Pick<LayoutIndex, 'total'>): number {
  if (rows.laidOut === 0 || rows.laidOut >= total) return rows.height
  return rows.height + (total - rows.laidOut) * (rows.height / rows.laidOut)
}

/** The row at a height, the first or the last one beyond the ends. */
export function rowAt({ tops, count }: GridRows, top: number): number {
  let low = 0
  let high = count
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((tops[middle] ?? 0) <= top) low = middle + 1
    else high = middle
  }
  return Math.max(0, low - 1)
}

/** The row of an entry. */
export function rowOf(rows: GridRows, place: number): number {
  let low = 0
  let high = rows.count
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((rows.starts[middle] ?? 0) <= place) low = middle + 1
    else high = middle
  }
  return Math.max(0, low - 1)
}

/** The entry after a row’s last. */
export function endOf(rows: GridRows, row: number): number {
  return row + 1 < rows.count ? (rows.starts[row + 1] ?? 0) : rows.laidOut
}

/** Each entry’s width in a row, in order. */
export function widthsOf(index: LayoutIndex, rows: GridRows, row: number): number[] {
  const start = rows.starts[row] ?? 0
  const height = rows.heights[row] ?? 0
  return Array.from({ length: endOf(rows, row) - start }, (_, at) => ratioOf(index, start + at) * height)
}

/** The entry above (−1) or below (+1) another one: the one whose centre is nearest to its centre. */
export function verticalNeighbour(
  index: LayoutIndex,
  rows: GridRows,
  place: number,
  direction: 1 | -1,
): number {
  const from = rowOf(rows, place)
  let to = from + direction
  if ((rows.days[to] ?? -1) >= 0) to += direction
  if (to < 0 || to >= rows.count || (rows.days[to] ?? -1) >= 0) return place
  const middle = middles(index, rows, from)[place - (rows.starts[from] ?? 0)] ?? 0
  const distances = middles(index, rows, to).map((other) => Math.abs(other - middle))
  return (rows.starts[to] ?? 0) + distances.indexOf(Math.min(...distances))
}

function middles(index: LayoutIndex, rows: GridRows, row: number): number[] {
  let left = 0
  return widthsOf(index, rows, row).map((width) => {
    const middle = left + width / 2
    left += width + rows.measures.gap
    return middle
  })
}

/** The entries that a rectangle of the grid touches, by their rows. */
export function entriesWithin(
  index: LayoutIndex,
  rows: GridRows,
  box: { readonly left: number; readonly right: number; readonly top: number; readonly bottom: number },
): number[] {
  const found: number[] = []
  for (let row = rowAt(rows, box.top); row < rows.count && (rows.tops[row] ?? 0) < box.bottom; row += 1) {
    const bottom = (rows.tops[row] ?? 0) + (rows.heights[row] ?? 0)
    if ((rows.days[row] ?? -1) >= 0 || bottom <= box.top) continue
    let left = 0
    for (const [at, width] of widthsOf(index, rows, row).entries()) {
      if (left < box.right && left + width > box.left) found.push((rows.starts[row] ?? 0) + at)
      left += width + rows.measures.gap
    }
  }
  return found
}
