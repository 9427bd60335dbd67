import type { DatabaseSync } from 'node:sqlite'

export interface ReadLayoutInput {
  /** Rows of seq, kind, width, height, saved_at, color, whether its file is missing, whether it is a sheet, and their key. */
  readonly sql: string
  readonly values: readonly (string | number)[]
}

export interface ReadLayout {
  readonly columns: Uint8Array
  readonly days: { day: string; count: number }[]
  readonly count: number
  /** The key of the last row. */
  readonly last: (string | number | null)[]
}

/** Reads rows into the columns of `shared/library/layout-slice.ts`, as a task for a thread: it imports nothing. */
export function readLayout(
  { sql, values }: ReadLayoutInput,
  database: Pick<DatabaseSync, 'prepare'>,
): ReadLayout {
  const statement = database.prepare(sql)
  statement.setReturnArrays(true)
  const rows = statement.all(...values) as unknown as (string | number | null)[][]
  const count = rows.length
  const columns = new Uint8Array(count * 9)
  const keys = new Uint32Array(columns.buffer, 0, count)
  const ratios = new Uint16Array(columns.buffer, count * 4, count)
  const colors = new Uint16Array(columns.buffer, count * 6, count)
  const flags = new Uint8Array(columns.buffer, count * 8, count)
  const days: { day: string; count: number }[] = []
  let dayStart = Number.NaN
  let dayEnd = Number.NaN
  for (let at = 0; at < count; at += 1) {
    const [seq, kind, width, height, savedAt, color, isMissing, isSheet] = rows[at] ?? []
    const [w, h] = [Number(width ?? 0), Number(height ?? 0)]
    keys[at] = Number(seq)
    ratios[at] = w > 0 && h > 0 ? Math.min(0xffff, Math.max(1, Math.round((w / h) * 1000))) : 0
    const hasColor = typeof color === 'number'
    if (hasColor) colors[at] = ((color >> 8) & 0xf800) | ((color >> 5) & 0x7e0) | ((color >> 3) & 0x1f)
    flags[at] =
      (kind === 'video' ? 1 : kind === 'audio' ? 2 : 0) |
      (isSheet ? 4 : 0) |
      (isMissing ? 8 : 0) |
      (hasColor ? 16 : 0)
    const moment = Number(savedAt ?? 0)
    const last = days.at(-1)
    if (last && moment >= dayStart && moment < dayEnd) {
      last.count += 1
      continue
    }
    // Midnights of the machine's own time zone; a day can have 23 or 25 hours.
    const date = new Date(moment)
    const [year, month, day] = [date.getFullYear(), date.getMonth(), date.getDate()]
    dayStart = new Date(year, month, day).getTime()
    dayEnd = new Date(year, month, day + 1).getTime()
    const pad = (value: number, length: number) => String(value).padStart(length, '0')
    days.push({ day: `${pad(year, 4)}-${pad(month + 1, 2)}-${pad(day, 2)}`, count: 1 })
  }
  return { columns, days, count, last: rows.at(-1)?.slice(8) ?? [] }
}

/** The number that a statement returns, as a task for a thread. */
export function countRows({ sql, values }: ReadLayoutInput, database: Pick<DatabaseSync, 'prepare'>): number {
  return Number(Object.values(database.prepare(sql).get(...values) ?? { n: 0 })[0])
}

export interface FindAlikeInput {
  readonly seq: number
  readonly by: 'color' | 'look'
  readonly most: number
}

/**
 * The rows that are most like one, in their order, as a task for a thread. By look: how many bits of the hashes differ;
 * by color: how far the accents are apart in Oklab, where distances are as they are seen.
 */
export function findAlike(
  { seq, by, most }: FindAlikeInput,
  database: Pick<DatabaseSync, 'prepare'>,
): number[] {
  const own = database.prepare('SELECT hash_high, hash_low, accent FROM file_looks WHERE seq = ?').get(seq)
  if (!own) return []
  /** Beyond that nobody calls two images alike. */
  const furthest = by === 'look' ? 20 : 0.16
  const [ownHigh, ownLow] = [Number(own.hash_high), Number(own.hash_low)]
  const statement = database.prepare('SELECT seq, hash_high, hash_low, accent FROM file_looks')
  statement.setReturnArrays(true)
  const ownLab = toOklab(Number(own.accent))
  const found: { seq: number; distance: number }[] = []
  for (const row of statement.iterate() as unknown as Iterable<[number, number, number, number | null]>) {
    const [other, high, low, accent] = row
    const distance =
      by === 'look' ? bitsOf(high ^ ownHigh) + bitsOf(low ^ ownLow) : away(toOklab(accent ?? 0), ownLab)
    if (distance <= furthest || other === seq)
      found.push({ seq: other, distance: other === seq ? -1 : distance })
  }
  const isHere = database.prepare('SELECT 1 FROM file_facets WHERE seq = ? AND trashed_at IS NULL')
  found.sort((left, right) => left.distance - right.distance || right.seq - left.seq)
  const nearest: number[] = []
  for (const one of found) {
    if (nearest.length === most) break
    if (isHere.get(one.seq)) nearest.push(one.seq)
  }
  return nearest

  function bitsOf(value: number): number {
    let bits = value - ((value >>> 1) & 0x5555_5555)
    bits = (bits & 0x3333_3333) + ((bits >>> 2) & 0x3333_3333)
    return Math.imul((bits + (bits >>> 4)) & 0x0f0f_0f0f, 0x0101_0101) >>> 24
  }

  function toOklab(color: number): [number, number, number] {
    const [red, green, blue] = [(color >> 16) & 255, (color >> 8) & 255, color & 255].map((part) => {
      const share = part / 255
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
    }) as [number, number, number]
    const long = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue)
    const middle = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue)
    const short = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue)
    return [
      0.2104542553 * long + 0.793617785 * middle - 0.0040720468 * short,
      1.9779984951 * long - 2.428592205 * middle + 0.4505937099 * short,
      0.0259040371 * long + 0.7827717662 * middle - 0.808675766 * short,
    ]
  }

  function away(one: readonly number[], other: readonly number[]): number {
    return Math.hypot(
      ((one[0] ?? 0) - (other[0] ?? 0)) / 2,
      (one[1] ?? 0) - (other[1] ?? 0),
      (one[2] ?? 0) - (other[2] ?? 0),
    )
  }
}
