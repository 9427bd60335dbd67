/** A row of the grid: images side by side at one height, filling the width. */
export interface GridRow {
  readonly height: number
  /** The first item's index in the list, and each item's width in order. */
  readonly start: number
  readonly widths: readonly number[]
}

export interface GridMeasures {
  readonly width: number
  readonly targetHeight: number
  readonly gap: number
}

/** Rows may grow this much over the target before they are filled; the last one stays at the target. */
const mostGrowth = 1.35

/** Lays out proportions (width over height) in rows of about one height that fill the width exactly. */
export function layoutRows(ratios: readonly number[], measures: GridMeasures): GridRow[] {
  const { width, targetHeight, gap } = measures
  const rows: GridRow[] = []
  let start = 0
  let sum = 0
  for (const [index, ratio] of ratios.entries()) {
    sum += ratio
    const count = index - start + 1
    const height = (width - gap * (count - 1)) / sum
    if (height > targetHeight && index < ratios.length - 1) continue
    const isFull = height <= targetHeight * mostGrowth
    rows.push(makeRow(ratios.slice(start, index + 1), start, isFull ? height : targetHeight))
    start = index + 1
    sum = 0
  }
  return rows
}

function makeRow(ratios: readonly number[], start: number, height: number): GridRow {
  return { height, start, widths: ratios.map((ratio) => ratio * height) }
}

/** The item above (−1) or below (+1) another one: the one whose centre is nearest to its centre. */
export function verticalNeighbour(
  rows: readonly GridRow[],
  index: number,
  direction: 1 | -1,
  gap: number,
): number {
  const at = rows.findIndex((row) => index >= row.start && index < row.start + row.widths.length)
  const from = rows[at]
  const to = rows[at + direction]
  if (!from || !to) return index
  const middle = middles(from, gap)[index - from.start] ?? 0
  const distances = middles(to, gap).map((other) => Math.abs(other - middle))
  return to.start + distances.indexOf(Math.min(...distances))
}

function middles(row: GridRow, gap: number): number[] {
  let left = 0
  return row.widths.map((width) => {
    const middle = left + width / 2
    left += width + gap
    return middle
  })
}
