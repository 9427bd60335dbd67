import type { Random } from './random.ts'

/** Smooth noise over the plane, about -1 to 1. */
export type Noise = (x: number, y: number) => number

const tableSize = 256

/** Gradient noise; the stream decides its shape. */
export function createNoise(random: Random): Noise {
  const angles = Float64Array.from({ length: tableSize }, () => random.between(0, Math.PI * 2))
  const order = Uint8Array.from({ length: tableSize }, (_, index) => index)
  for (let index = tableSize - 1; index > 0; index--) {
    const other = random.whole(0, index)
    const kept = order[index] as number
    order[index] = order[other] as number
    order[other] = kept
  }
  function slope(column: number, row: number, dx: number, dy: number): number {
    const place = order[((order[column & 255] as number) + row) & 255] as number
    const angle = angles[place] as number
    return Math.cos(angle) * dx + Math.sin(angle) * dy
  }
  return (x, y) => {
    const column = Math.floor(x)
    const row = Math.floor(y)
    const dx = x - column
    const dy = y - row
    const top = blend(slope(column, row, dx, dy), slope(column + 1, row, dx - 1, dy), ease(dx))
    const bottom = blend(
      slope(column, row + 1, dx, dy - 1),
      slope(column + 1, row + 1, dx - 1, dy - 1),
      ease(dx),
    )
    return blend(top, bottom, ease(dy)) * 1.45
  }
}

/** Several octaves of noise: each twice as fine and half as strong. */
export function layered(noise: Noise, octaves: number, x: number, y: number): number {
  let sum = 0
  let strength = 1
  let total = 0
  for (let octave = 0; octave < octaves; octave++) {
    const scale = 2 ** octave
    sum += noise(x * scale + octave * 17.3, y * scale + octave * 7.7) * strength
    total += strength
    strength *= 0.5
  }
  return sum / total
}

function ease(value: number): number {
  return value * value * value * (value * (value * 6 - 15) + 10)
}

function blend(from: number, to: number, share: number): number {
  return from + (to - from) * share
}
