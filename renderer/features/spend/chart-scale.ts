/** The value axis: round steps from nothing to at least the largest value, in micro-dollars. */
export interface Scale {
  readonly top: number
  /** From 0 to `top`. */
  readonly ticks: readonly number[]
}

const roundSteps = [1, 2, 2.5, 5, 10]
const wantedSteps = 4

export function scaleFor(largest: number): Scale {
  if (largest <= 0) return { top: 0, ticks: [0] }
  const rough = largest / wantedSteps
  const magnitude = 10 ** Math.floor(Math.log10(rough))
  const factor = roundSteps.find((one) => one * magnitude >= rough * (1 - 1e-9)) ?? 10
  const step = Math.max(1, Math.ceil(factor * magnitude - 1e-9))
  const count = Math.ceil(largest / step)
  return { top: count * step, ticks: Array.from({ length: count + 1 }, (_, index) => index * step) }
}

/** The indexes of the bars that have a label: the first, the last, and evenly between them. */
export function labelledBars(count: number, most: number): ReadonlySet<number> {
  const every = Math.max(1, Math.ceil((count - 1) / Math.max(1, most - 1)))
  const marks = Array.from({ length: Math.ceil(count / every) }, (_, index) => index * every)
  const last = count - 1
  const apart = marks.filter((index) => index === last || last - index >= every / 2)
  return new Set([...apart, ...(count > 0 ? [last] : [])])
}
