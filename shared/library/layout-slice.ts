import type { MediaKind } from '../api/media.ts'

/**
 * A slice of the layout index as bytes, one column after the other, little-endian: keys (4 bytes each), proportions in
 * thousandths (2; 0 where unmeasured), average colors as RGB 565 (2) and flags (1).
 */
export const layoutBytesEach = 9

/** The most entries that one slice has. */
export const mostLayoutEntries = 65_536

/** Bits of an entry's flags; the lowest two say its kind. */
export const layoutFlag = { kind: 3, sheet: 4, missing: 8, color: 16 } as const

/** By the number in an entry's flags. */
export const layoutKinds: readonly MediaKind[] = ['image', 'video', 'audio']

export interface LayoutColumns {
  readonly keys: Uint32Array
  readonly ratios: Uint16Array
  readonly colors: Uint16Array
  readonly flags: Uint8Array
}

/** Null where the bytes are no whole number of entries. */
export function readLayoutSlice(bytes: Uint8Array): LayoutColumns | null {
  const count = bytes.length / layoutBytesEach
  if (!Number.isInteger(count)) return null
  // A view needs an aligned start.
  const { buffer } = bytes.byteOffset % 4 === 0 ? bytes : bytes.slice()
  const start = bytes.byteOffset % 4 === 0 ? bytes.byteOffset : 0
  return {
    keys: new Uint32Array(buffer, start, count),
    ratios: new Uint16Array(buffer, start + count * 4, count),
    colors: new Uint16Array(buffer, start + count * 6, count),
    flags: new Uint8Array(buffer, start + count * 8, count),
  }
}

/** A color of 24 bits in 16. */
export function toColor565(color: number): number {
  return ((color >> 8) & 0xf800) | ((color >> 5) & 0x7e0) | ((color >> 3) & 0x1f)
}

/** As CSS. */
export function cssOfColor565(color: number): string {
  const red = (color >> 11) & 0x1f
  const green = (color >> 5) & 0x3f
  const blue = color & 0x1f
  return `rgb(${(red * 255) / 31} ${(green * 255) / 63} ${(blue * 255) / 31})`
}
