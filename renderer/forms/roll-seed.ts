/** The wire name of the field that a dice button may change. */
export const seedField = 'seed'

/** Short enough to read out, and within the range that every service accepts as a seed. */
const largestRoll = 2 ** 31 - 1

interface Bounds {
  readonly minimum: number | null
  readonly maximum: number | null
}

/** A whole number from 0 (or the field's minimum) to 2^31 − 1 (or its maximum). `random` returns 0 up to 1. */
export function rollSeed(random: () => number, { minimum, maximum }: Bounds): number {
  const highest = Math.min(largestRoll, Math.floor(maximum ?? largestRoll))
  const lowest = Math.min(highest, Math.max(0, Math.ceil(minimum ?? 0)))
  return lowest + Math.floor(random() * (highest - lowest + 1))
}
