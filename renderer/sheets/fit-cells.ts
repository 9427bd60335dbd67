/** A width and a height in CSS pixels. */
export interface Extent {
  readonly width: number
  readonly height: number
}

/** What is laid out: equal cells, in given columns or wrapped. */
export interface CellsShape {
  /** At least 1. */
  readonly count: number
  /** Null where the cells wrap to the room. */
  readonly columns: number | null
  /** Width over height of each cell. */
  readonly ratio: number
  /** The space of the row and the column headers, of which each row has its own where cells wrap; 0 each where there are none. */
  readonly heads: Extent
}

/** Where equal cells are, in CSS pixels. */
export interface CellLayout {
  readonly columns: number
  readonly rows: number
  readonly cell: Extent
}

/** Around the cells in their room, for the ring of the chosen one. */
export const roomEdge = 5
/** Between two cells, and between cells and headers. */
export const cellGap = 8
/** A square cell of this side shows what is in it, and its status in words; others have the same area. */
const readableSide = 104
/** A smaller one still shows what is in it: that is better than a column of a comparison out of view (SHEET83). */
const leastComparedSide = 80
/** So few cells are rather small than scrolled to, down to the area of a square of this side: its image is still known (SHEET91). */
const few = 6
const leastOfFew = 48
/** Cells that have to be scrolled anyway grow to the width of the room up to this. */
const mostGrowth = 1.5

/** Of wrapped cells that are at least this part of the largest, those in the most even grid are taken. */
const almostLargest = 0.9

/**
 * The largest equal cells that fit the room without scrolling, or almost: an even grid is preferred to a single row or
 * column of hardly larger ones. Where those could not be read, and are not few, readable ones, of which some have to be
 * scrolled to.
 * Wrapped cells then fill the width, and those of a comparison do where only so all its columns are in view.
 */
export function fitCells(room: Extent, shape: CellsShape): CellLayout {
  const { count, columns, ratio } = shape
  const space = withoutHeads(room, shape)
  const readable = Math.floor(readableSide * Math.sqrt(ratio))
  const ways = columns === null ? Array.from({ length: count }, (_, at) => at + 1) : [columns]
  const layouts = ways.map((way) => {
    const rows = Math.ceil(count / way)
    return layOut(way, widthIn(withoutRowHeads(space, shape, rows), way, rows, ratio), shape)
  })
  const most = Math.max(...layouts.map(({ cell }) => cell.width))
  const least = count <= few ? Math.floor(leastOfFew * Math.sqrt(ratio)) : readable
  const enough = most < least ? most * almostLargest : Math.max(least, most * almostLargest)
  const best = layouts
    .filter(({ cell }) => cell.width >= enough)
    .reduce((left, right) => (unevenness(right, count) < unevenness(left, count) ? right : left))
  if (best.cell.width >= Math.min(least, readable)) return best
  const across = columns ?? Math.max(1, Math.min(count, countIn(space.width, readable)))
  const filling = (space.width - cellGap * (across - 1)) / across
  const isSeenWhole = columns !== null && filling >= leastComparedSide * Math.sqrt(ratio)
  const narrowest = isSeenWhole ? Math.min(filling, readable) : readable
  return layOut(across, Math.max(narrowest, Math.min(filling, readable * mostGrowth)), shape)
}

/** How many places have no cell, and how far the grid is from as many rows as columns; the larger cells where equal. */
function unevenness({ columns, rows, cell }: CellLayout, count: number): number {
  return columns * rows - count + Math.abs(columns - rows) - cell.width / 1e9
}

/** Cells of a chosen width, wrapped to the room or in their columns. */
export function layCells(room: Extent, shape: CellsShape, width: number): CellLayout {
  const { count, columns } = shape
  const fitting = Math.min(count, countIn(withoutHeads(room, shape).width, width))
  return layOut(columns ?? Math.max(1, fitting), width, shape)
}

/** The whole extent of laid out cells and their headers. */
export function extentOf({ columns, rows, cell }: CellLayout, shape: CellsShape): Extent {
  const { heads } = shape
  return {
    width: heads.width + columns * (cell.width + cellGap) - cellGap,
    height: heads.height * (isWrapped(shape) ? rows : 1) + rows * (cell.height + cellGap) - cellGap,
  }
}

function layOut(columns: number, exact: number, { count, ratio }: CellsShape): CellLayout {
  // Whole pixels: else the last cells could not be scrolled wholly into view.
  const width = Math.floor(exact)
  return { columns, rows: Math.ceil(count / columns), cell: { width, height: width / ratio } }
}

function isWrapped({ columns }: CellsShape): boolean {
  return columns === null
}

/** Without those that the shape has once. */
function withoutHeads({ width, height }: Extent, shape: CellsShape): Extent {
  const { heads } = shape
  const once = isWrapped(shape) ? 0 : heads.height
  return { width: Math.max(1, width - heads.width), height: Math.max(1, height - once) }
}

function withoutRowHeads({ width, height }: Extent, shape: CellsShape, rows: number): Extent {
  return isWrapped(shape)
    ? { width, height: Math.max(1, height - rows * shape.heads.height) }
    : { width, height }
}

/** The width of the largest cell of which so many fit; 0 where the gaps alone take the room. */
function widthIn({ width, height }: Extent, columns: number, rows: number, ratio: number): number {
  const across = (width - cellGap * (columns - 1)) / columns
  const down = (height - cellGap * (rows - 1)) / rows
  return Math.max(0, Math.min(across, down * ratio))
}

function countIn(width: number, cell: number): number {
  return Math.floor((width + cellGap) / (cell + cellGap))
}

/** A room for the cells, and one for the chosen cell beside or below them; null where that has none. */
export interface Arrangement {
  readonly grid: Extent
  readonly large: { readonly side: 'beside' | 'below'; readonly room: Extent } | null
}

/** The part of the room that the chosen cell gets, beside or below the others. */
const largeShare = 0.42
/** The chosen cell has a room of its own only where it is so many times as wide there: clearly larger, not hardly. */
const worthIt = 1.5
/** What the chosen cell doesn't get of its room: the space around it, its caption and the controls below it. */
const around: Extent = { width: 16, height: 76 }

/**
 * Divides a room between the cells and the chosen one, large, where that leaves all cells in view, else where the
 * others are only scrolled down. Where all cells are about as large as that could be, or their columns would be cut,
 * they get the whole room.
 */
export function arrangeCells(room: Extent, shape: CellsShape): Arrangement {
  const alone = { grid: room, large: null }
  if (shape.count < 2) return alone
  const least = worthIt * fitCells(room, shape).cell.width
  const ways = [besideIn(room), belowIn(room)]
    .map((way) => ({ ...way, width: widthOfChosen(way.large.room, shape), shown: shownIn(way.grid, shape) }))
    .filter(({ width, shown }) => width >= least && shown !== 'cut')
    .toSorted((left, right) => right.width - left.width)
  // Cells that wrap are only scrolled down; those of a comparison are seen together where they can be.
  const isCompared = !isWrapped(shape) || shape.heads.height > 0
  const mayScroll = !isCompared || shownIn(room, shape) !== 'whole'
  const best = ways.find(({ shown }) => shown === 'whole') ?? (mayScroll && ways[0])
  return best ? { grid: best.grid, large: best.large } : alone
}

function besideIn({ width, height }: Extent) {
  const large = { width: Math.floor(width * largeShare), height }
  return { grid: { width: width - large.width, height }, large: { side: 'beside' as const, room: large } }
}

function belowIn({ width, height }: Extent) {
  const large = { width, height: Math.floor(height * largeShare) }
  return { grid: { width, height: height - large.height }, large: { side: 'below' as const, room: large } }
}

function widthOfChosen({ width, height }: Extent, { ratio }: CellsShape): number {
  return widthIn({ width: width - around.width, height: height - around.height }, 1, 1, ratio)
}

/** How much of the cells a room shows, where they are as large as fits: all, all columns, or only some of these. */
function shownIn(room: Extent, shape: CellsShape): 'whole' | 'columns' | 'cut' {
  const inner = { width: room.width - 2 * roomEdge, height: room.height - 2 * roomEdge }
  const { width, height } = extentOf(fitCells(inner, shape), shape)
  if (width > inner.width) return 'cut'
  return height > inner.height ? 'columns' : 'whole'
}
