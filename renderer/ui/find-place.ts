/** In pixels of the window. */
export interface Box {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

export interface Point {
  readonly left: number
  readonly top: number
}

interface Wanted {
  readonly width: number
  readonly height: number
  /** Where it would best be. */
  readonly near: Point
  /** What it stays within. */
  readonly area: Box
  readonly occupied: readonly Box[]
}

/** Between it and what is beside it. */
const marginPx = 4
const acrossPx = 24
const downPx = 8
/** A step aside counts as so much of a step down: at the edge of a page a note is less in the way. */
const asideWeight = 0.5

/** The free place for a box that is nearest to the wanted one; null where there is none. */
export function findPlace({ width, height, near, area, occupied }: Wanted): Point | null {
  let best: Point | null = null
  let least = Number.POSITIVE_INFINITY
  for (const top of stepsFrom(near.top, area.top, area.bottom - height, downPx)) {
    const away = Math.abs(top - near.top)
    if (away >= least) continue
    const beside = occupied.filter((box) => box.top < top + height + marginPx && box.bottom > top - marginPx)
    for (const left of stepsFrom(near.left, area.left, area.right - width, acrossPx)) {
      const distance = away + asideWeight * Math.abs(left - near.left)
      if (distance >= least) break
      if (beside.some((box) => box.left < left + width + marginPx && box.right > left - marginPx)) continue
      best = { left, top }
      least = distance
    }
  }
  return best
}

/** The values from `least` to `most`, a step apart and both ends included, the nearest to `near` first. */
function stepsFrom(near: number, least: number, most: number, step: number): number[] {
  if (most < least) return []
  const middle = Math.min(Math.max(near, least), most)
  const count = Math.ceil((most - least) / step)
  const steps = Array.from({ length: count }, (_, index) => (index + 1) * step)
  const around = [middle, ...steps.flatMap((away) => [middle - away, middle + away]), least, most]
  return [...new Set(around.filter((value) => value >= least && value <= most))].toSorted(
    (one, other) => Math.abs(one - near) - Math.abs(other - near),
  )
}
