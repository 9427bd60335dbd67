import type { DimensionValue } from './price-table.ts'

interface Pixels {
  readonly width: number
  readonly height: number
}

/** How far a result's size may be from a resolution's usual one, as a factor: services round to whole blocks. */
const tolerance = 1.12

/**
 * The resolution (`720p`, `2k`) of these that a result of this size was made with; null where none fits or two fit
 * alike. One that its shorter or longer side has exactly decides, else the area.
 */
export function resolutionOf(options: readonly DimensionValue[], pixels: Pixels): DimensionValue | null {
  const usual = options.flatMap((option) => usualSize(option) ?? [])
  const exact = usual.filter((size) => size.hasExactly(pixels))
  if (exact[0] && exact.length === 1) return exact[0].option
  const side = Math.sqrt(pixels.width * pixels.height)
  const [nearest, next] = usual
    .map(({ option, sides }) => ({ option, factor: Math.min(...sides.map((one) => factorOf(side, one))) }))
    .sort((one, other) => one.factor - other.factor)
  if (!nearest || nearest.factor > tolerance) return null
  return next?.factor === nearest.factor ? null : nearest.option
}

function factorOf(one: number, other: number): number {
  return Math.max(one, other) / Math.min(one, other)
}

interface UsualSize {
  readonly option: DimensionValue
  hasExactly(pixels: Pixels): boolean
  /** The sides, in pixels, of squares with the areas that it usually has. */
  readonly sides: readonly number[]
}

/** `720p` is a shorter side, usually at 16:9; `2k` a longer side, or the area of a square with it. */
function usualSize(option: DimensionValue): UsualSize | null {
  const [, count = '', unit = ''] = /^(\d{1,4})([pk])$/i.exec(String(option)) ?? []
  const number = Number(count)
  if (number === 0) return null
  if (unit.toLowerCase() === 'p') {
    const hasExactly = ({ width, height }: Pixels) => Math.min(width, height) === number
    return { option, hasExactly, sides: [number * Math.sqrt(16 / 9)] }
  }
  const longSides = [number * 1024, number * 960]
  const hasExactly = ({ width, height }: Pixels) => longSides.includes(Math.max(width, height))
  return { option, hasExactly, sides: [number * 1024, number * 720] }
}
