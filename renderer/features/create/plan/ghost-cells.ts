import {
  type CellLayout,
  type CellsShape,
  cellGap,
  type Extent,
  layCells,
} from '../../../sheets/fit-cells.ts'

/** The cells of a plan that are drawn; the others are summed up. */
export interface Ghosts {
  readonly columns: number
  /** Of compared values; 0 for wrapped cells. */
  readonly rows: number
  /** Of wrapped cells; of compared ones all of the drawn columns and rows. */
  readonly drawn: number
  readonly moreColumns: number
  readonly moreRows: number
  /** Wrapped cells that are not drawn: the last place says how many. */
  readonly more: number
}

const mostWrapped = 60
const mostAcross = 12
const mostDown = 12

/** So many cells of a plan are drawn where there are more, or smaller ones. */
const enough = 12
/** A square cell of this side still holds its price; others have the same area. In CSS pixels. */
const leastSide = 48
const step = 4
/** What says how many more columns or rows there are, beside or below those that are drawn. */
const sum: Extent = { width: 40, height: 20 }

/**
 * Cells that are made to be looked at may be too large for a plan in a low window: then the largest of which enough are
 * drawn, down to those that still hold a price (SHEET366).
 */
export function layGhosts(room: Extent, shape: CellsShape, layout: CellLayout): CellLayout {
  const least = Math.ceil(leastSide * Math.sqrt(shape.ratio))
  let laid = layout
  while (ghostsIn(room, shape, laid).drawn < Math.min(shape.count, enough) && laid.cell.width > least)
    laid = layCells(room, shape, Math.max(least, laid.cell.width - step))
  return laid
}

/** As many cells as the room shows without scrolling, and never hundreds. */
export function ghostsIn(room: Extent, shape: CellsShape, { columns, rows, cell }: CellLayout): Ghosts {
  if (shape.columns === null) {
    const down = fitting(room.height, cell.height + shape.heads.height)
    const places = Math.min(columns * Math.min(rows, down), mostWrapped)
    const drawn = shape.count > places ? places - 1 : shape.count
    return { columns, rows: 0, drawn, moreColumns: 0, moreRows: 0, more: shape.count - drawn }
  }
  const wide = drawnOf(columns, room.width - shape.heads.width, cell.width, sum.width, mostAcross)
  const high = drawnOf(rows, room.height - shape.heads.height, cell.height, sum.height, mostDown)
  return {
    columns: wide,
    rows: high,
    drawn: wide * high,
    moreColumns: columns - wide,
    moreRows: rows - high,
    more: 0,
  }
}

/** Where not all are drawn, the rest is summed up in the same room. */
function drawnOf(count: number, space: number, side: number, sumSide: number, most: number): number {
  const whole = Math.min(fitting(space, side), most)
  return whole >= count ? count : Math.min(fitting(space - sumSide, side), most)
}

function fitting(space: number, side: number): number {
  return Math.max(1, Math.floor((space + cellGap) / (side + cellGap)))
}
