const roundSteps = [1, 2, 2.5, 5, 10]

export interface AxisOptions {
  /** Values are whole numbers, such as micro-dollars: so are the ticks. */
  readonly isWhole?: boolean
  /** About how many steps. */
  readonly steps?: number
}

/** Round numbers from 0 to at least the largest value; the last one is the end of the axis. Only 0 where there is no value. */
export function axisTicks(
  largest: number,
  { isWhole = false, steps = 4 }: AxisOptions = {},
): readonly [number, ...number[]] {
  if (!(largest > 0) || !Number.isFinite(largest)) return [0]
  const rough = largest / steps
  const magnitude = 10 ** Math.floor(Math.log10(rough))
  const factor = roundSteps.find((one) => one * magnitude >= rough * (1 - 1e-9)) ?? 10
  const round = exact(factor * magnitude)
  const step = isWhole ? Math.max(1, Math.ceil(round)) : round
  const count = Math.max(1, Math.ceil(largest / step - 1e-9))
  return [0, ...Array.from({ length: count }, (_, index) => exact((index + 1) * step))]
}

/** Without the noise of adding fractions. */
function exact(value: number): number {
  return Number(value.toPrecision(12))
}

/** The indexes of the bars that have a label: the first, the last, and evenly between them. */
export function labelledBars(count: number, most: number): ReadonlySet<number> {
  const every = Math.max(1, Math.ceil((count - 1) / Math.max(1, most - 1)))
  const marks = Array.from({ length: Math.ceil(count / every) }, (_, index) => index * every)
  const last = count - 1
  const apart = marks.filter((index) => index === last || last - index >= every / 2)
  return new Set([...apart, ...(count > 0 ? [last] : [])])
}
