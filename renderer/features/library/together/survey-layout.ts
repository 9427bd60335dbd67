export interface Tile {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}

interface Room {
  readonly width: number
  readonly height: number
  readonly gap: number
}

/**
 * Files of these proportions (width to height) in rows of one height, in their order: the number of rows is that by which
 * they become largest. No tile is outside the room, and none covers another.
 */
export function surveyLayout(ratios: readonly number[], room: Room): readonly Tile[] {
  let best: readonly (readonly number[])[] = []
  let largest = 0
  for (let count = 1; count <= ratios.length; count += 1) {
    const rows = broken(ratios, count)
    const height = heightOf(rows, room)
    if (height > largest) [best, largest] = [rows, height]
  }
  return placed(best, largest, room)
}

function heightOf(rows: readonly (readonly number[])[], { width, height, gap }: Room): number {
  const byWidth = rows.map((row) => (width - gap * (row.length - 1)) / sumOf(row))
  return Math.min((height - gap * (rows.length - 1)) / rows.length, ...byWidth)
}

function placed(rows: readonly (readonly number[])[], high: number, { width, height, gap }: Room): Tile[] {
  const tiles: Tile[] = []
  let top = (height - rows.length * high - gap * (rows.length - 1)) / 2
  for (const row of rows) {
    let left = (width - sumOf(row) * high - gap * (row.length - 1)) / 2
    for (const ratio of row) {
      tiles.push({ left, top, width: ratio * high, height: high })
      left += ratio * high + gap
    }
    top += high + gap
  }
  return tiles
}

function sumOf(ratios: readonly number[]): number {
  return ratios.reduce((sum, one) => sum + one, 0)
}

/** In so many rows or fewer, each about as wide as the others. */
function broken(ratios: readonly number[], count: number): readonly (readonly number[])[] {
  const share = sumOf(ratios) / count
  const rows: number[][] = [[]]
  let sum = 0
  for (const ratio of ratios) {
    const end = share * rows.length
    const last = rows.at(-1) ?? []
    if (last.length > 0 && rows.length < count && sum + ratio / 2 > end) rows.push([ratio])
    else last.push(ratio)
    sum += ratio
  }
  return rows
}

/** The tile that is nearest in a direction; the same where there is none. */
export function neighbourOf(tiles: readonly Tile[], from: number, way: 'up' | 'down'): number {
  const own = tiles[from]
  if (!own) return from
  const middle = own.left + own.width / 2
  let [best, least] = [from, Number.POSITIVE_INFINITY]
  for (const [index, tile] of tiles.entries()) {
    const down = tile.top - own.top
    if (way === 'down' ? down <= 1 : down >= -1) continue
    const aside = Math.max(0, Math.abs(tile.left + tile.width / 2 - middle) - tile.width / 2)
    const distance = Math.abs(down) * 1_000 + aside
    if (distance < least) [best, least] = [index, distance]
  }
  return best
}

/** Side by side is compared more easily than one below the other: that has to be larger by this factor. */
const gainOfStacking = 1.25

/** In how many columns of equal frames files of about this proportion are compared best. */
export function columnsOf(count: number, ratio: number, { width, height, gap }: Room): number {
  let [best, largest] = [count, 0]
  for (let columns = count; columns >= 1; columns -= 1) {
    const rows = count / columns
    // No row with a hole.
    if (!Number.isInteger(rows)) continue
    const wide = (width - gap * (columns - 1)) / columns
    const high = (height - gap * (rows - 1)) / rows
    const size = Math.min(wide / ratio, high)
    if (size > largest * gainOfStacking) [best, largest] = [columns, size]
  }
  return best
}
