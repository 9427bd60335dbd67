export interface Size {
  readonly width: number
  readonly height: number
}

export interface SizeInput {
  /** As the request has them, in pixels. */
  readonly width?: number | undefined
  readonly height?: number | undefined
  /** Such as `16:9`. */
  readonly ratio: string
  /** How many pixels the longer side has where the request names no width or height. */
  readonly longSide: number
  /** The real maximum of a side. */
  readonly cap: number
  /** Both sides are a multiple of this: H.264 takes even sides only. */
  readonly multiple: number
}

/**
 * The real size of an image or video in pixels. The ratio is kept exactly, except where the cap leaves no exact
 * size for two given sides.
 */
export function chooseSize({ width, height, ratio, longSide, cap, multiple }: SizeInput): Size {
  const [across, down] = ratio.split(':').map(Number) as [number, number]
  const wanted = fillSize(width, height, across / down)
  if (wanted && Math.max(wanted.width, wanted.height) <= cap) return wanted
  if (wanted) return largestOf(wanted, cap, multiple)
  return largestOf({ width: across, height: down }, Math.min(longSide, cap), multiple)
}

function fillSize(width: number | undefined, height: number | undefined, ratio: number): Size | null {
  if (width === undefined && height === undefined) return null
  return {
    width: width ?? Math.max(1, Math.round((height as number) * ratio)),
    height: height ?? Math.max(1, Math.round((width as number) / ratio)),
  }
}

/** The largest size of exactly this shape whose longer side fits; the nearest one where none is exact. */
function largestOf({ width, height }: Size, longSide: number, multiple: number): Size {
  const divisor = greatestCommonDivisor(width, height)
  const across = width / divisor
  const down = height / divisor
  const times = Math.floor(longSide / Math.max(across, down) / multiple) * multiple
  if (times > 0) return { width: across * times, height: down * times }
  const scale = longSide / Math.max(width, height)
  const scaled = (side: number) => Math.max(multiple, Math.round((side * scale) / multiple) * multiple)
  return { width: scaled(width), height: scaled(height) }
}

function greatestCommonDivisor(left: number, right: number): number {
  return right === 0 ? left : greatestCommonDivisor(right, left % right)
}
