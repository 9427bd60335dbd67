import type { Buffer } from 'node:buffer'

/** A file that is read piece by piece; a piece ends where the file ends. */
export interface ByteSource {
  readonly bytes: number
  read(offset: number, length: number): Promise<Buffer>
}

/** What a file's headers say of it, and whether it is whole beyond them; of a cut file they may still say its size. */
export interface Structure {
  readonly measures: Measures
  readonly isWhole: boolean
}

export type StructureReader = (source: ByteSource) => Promise<Structure>

export const unmeasured: Measures = { width: null, height: null, durationSeconds: null }

/** A file that makes no sense. */
export const broken: Structure = { measures: unmeasured, isWhole: false }

/** Width and height in pixels; there is no image in none of them. */
export function sized(width: number, height: number, isWhole = true): Structure {
  return width > 0 && height > 0 ? { measures: { width, height, durationSeconds: null }, isWhole } : broken
}

/** A length in seconds; not known where the numbers give none. */
export function lasting(durationSeconds: number): Structure {
  const isKnown = Number.isFinite(durationSeconds) && durationSeconds > 0
  return { measures: { ...unmeasured, durationSeconds: isKnown ? durationSeconds : null }, isWhole: true }
}

export interface Measures {
  readonly width: number | null
  readonly height: number | null
  readonly durationSeconds: number | null
}
