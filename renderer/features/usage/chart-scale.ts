/** The ticks of an axis from 0 to at least `largest`, at round numbers; the last one is the axis's end. */
export function ticksUpTo(largest: number, about = 4): readonly number[] {
  if (!(largest > 0) || !Number.isFinite(largest)) return [0, 1]
  const rough = largest / about
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = power * ([1, 2, 2.5, 5, 10].find((factor) => factor * power >= rough) ?? 10)
  const count = Math.max(1, Math.ceil(largest / step - 1e-9))
  return Array.from({ length: count + 1 }, (_, index) => Number((index * step).toPrecision(12)))
}

/** Every how many days one is labelled, so that at most so many labels stand under the chart. */
export function labelEvery(days: number, most = 8): number {
  return Math.max(1, Math.ceil(days / most))
}
