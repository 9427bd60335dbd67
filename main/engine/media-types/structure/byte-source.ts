import type { Buffer } from 'node:buffer'

/** A file that is read in slices; a slice ends where the file ends. */
export interface ByteSource {
  readonly bytes: number
  read(offset: number, length: number): Promise<Buffer>
}

/**
 * What a file's headers say of it, and whether it is whole beyond them; a truncated file may still give its
 * size.
 */
export interface Structure {
  readonly measures: Measures
  readonly isWhole: boolean
}

export type StructureReader = (source: ByteSource) => Promise<Structure>

export const unmeasured: Measures = { width: null, height: null, durationSeconds: null }

/** A file whose structure is invalid. */
export const broken: Structure = { measures: unmeasured, isWhole: false }

/** Width and height in pixels; nothing where either is zero. */
export function sized(width: number, height: number, isWhole = true): Structure {
  return width > 0 && height > 0 ? { measures: { width, height, durationSeconds: null }, isWhole } : broken
}

/** A length in seconds; unknown where the numbers give none. */
export function lasting(durationSeconds: number): Structure {
  const isKnown = Number.isFinite(durationSeconds) && durationSeconds > 0
  return { measures: { ...unmeasured, durationSeconds: isKnown ? durationSeconds : null }, isWhole: true }
}

export interface Measures {
  readonly width: number | null
  readonly height: number | null
  readonly durationSeconds: number | null
  /** Whether a video has an audio track; absent where that is unknown. */
  readonly hasSound?: boolean
}
