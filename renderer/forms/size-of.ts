import type { Field } from '../../shared/form/field.ts'
import { ownMember } from '../../shared/own-member.ts'

export type SideField = Extract<Field, { kind: 'number' | 'integer' | 'seed' }>

/** Pixels of a common image: a square of 1024. */
const usualArea = 1024 * 1024
const usualStep = 8
const usualRatios: readonly (readonly [number, number])[] = [
  [1, 1],
  [4, 3],
  [3, 4],
  [3, 2],
  [2, 3],
  [16, 9],
  [9, 16],
]

export interface Size {
  readonly width: number
  readonly height: number
}

/** More pixels a side than image and video models usually make. */
const usualMost = 8192

/** The largest side beyond what is usual, where its field states no bound; null where there is none. */
export function unusualSide(sides: readonly SideField[], values: Readonly<Record<string, unknown>>) {
  const large = sides.flatMap(({ name, maximum }) => {
    const value = ownMember(values, name)
    return maximum === null && typeof value === 'number' && value > usualMost ? [value] : []
  })
  return large.length === 0 ? null : Math.max(...large)
}

/** The nearest value that a side accepts: within its bounds, on its step. */
export function fitSide(field: SideField, value: number): number {
  const step = field.step ?? 1
  const least = Math.ceil((field.minimum ?? 1) / step) * step
  const most = Math.floor((field.maximum ?? Number.MAX_SAFE_INTEGER) / step) * step
  return Math.min(most, Math.max(least, Math.round(value / step) * step))
}

/** Common sizes that both sides accept, each with its proportions. */
export function usualSizes(
  width: SideField,
  height: SideField,
): readonly (Size & { readonly ratio: string })[] {
  const sizes = usualRatios.map(([across, down]) => {
    const unit = Math.sqrt(usualArea / (across * down))
    const round = (side: number) => Math.round(side / usualStep) * usualStep
    return { width: round(across * unit), height: round(down * unit), ratio: `${across}:${down}` }
  })
  return sizes.filter(
    (size) => fitSide(width, size.width) === size.width && fitSide(height, size.height) === size.height,
  )
}
