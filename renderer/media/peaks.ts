/** How loud a sound is along its length: `count` shares of its loudest moment, 0 to 1. */
export function peaksOf(samples: Float32Array, count: number): number[] {
  const span = samples.length / count
  const peaks = Array.from({ length: count }, (_, index) =>
    loudest(samples, Math.floor(index * span), Math.floor((index + 1) * span)),
  )
  const highest = Math.max(...peaks, Number.EPSILON)
  return peaks.map((peak) => peak / highest)
}

function loudest(samples: Float32Array, from: number, to: number): number {
  let peak = 0
  for (let at = from; at < to; at += 1) peak = Math.max(peak, Math.abs(samples[at] ?? 0))
  return peak
}
