import type { Measures } from '../../library/ports.ts'

/** A file that is read piece by piece; a piece ends where the file ends. */
export interface ByteSource {
  readonly bytes: number
  read(offset: number, length: number): Promise<Buffer>
}

/** What a format's reader found: what it measured, or null where the file is cut short or makes no sense. */
export type StructureReader = (source: ByteSource) => Promise<Measures | null>

export const unmeasured: Measures = { width: null, height: null, durationSeconds: null }

/** Width and height in pixels; null where there is no picture in so few. */
export function sized(width: number, height: number): Measures | null {
  return width > 0 && height > 0 ? { width, height, durationSeconds: null } : null
}

/** A length in seconds; not known where the numbers give none. */
export function lasting(durationSeconds: number): Measures {
  const isKnown = Number.isFinite(durationSeconds) && durationSeconds > 0
  return { ...unmeasured, durationSeconds: isKnown ? durationSeconds : null }
}
