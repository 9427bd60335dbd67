import type { Buffer } from 'node:buffer'
import type { ByteSource } from '../media-types/structure/byte-source.ts'

/** A part of a file; `to` is exclusive. */
export interface Range {
  readonly from: number
  readonly to: number
}

/** A part of a written file: one of the original, or bytes of our own. */
export type Piece = Range | Buffer

/** What a file's container holds beside its pixels and samples. */
export interface Container {
  /** The XMP packets that are in it, the main one first; null: one that can't be read as text. */
  readonly packets: readonly (string | null)[]
  /** Other texts, by their keyword. */
  readonly texts: ReadonlyMap<string, string>
  /** It holds a C2PA manifest, which a change of the file makes invalid. */
  readonly hasProvenance: boolean
  /**
   * The file with another packet in place of the earlier ones, as pieces in their order; null where this file can't
   * take one safely. `packet` is written for the container: a JPEG takes one of any length in parts.
   */
  write(added: Additions): readonly Piece[] | null
}

export interface Additions {
  /** A packet of at most so many bytes, and a rest where it doesn’t fit. */
  packet(most: number): { readonly main: Buffer; readonly rest: Buffer | null } | null
  /** Settings as text, as other programs write them. */
  readonly settings: string
  /** The same as what earlier programs call a comment and a title. */
  readonly prompt: string
  readonly tags: readonly string[]
  readonly software: string
  /** `settings` of the file are ours, from an earlier export. */
  readonly isOwnBefore: boolean
}

/** Null where its structure can't be followed to the end. */
export type ReadContainer = (source: ByteSource) => Promise<Container | null>

/** More parts than any real file has; one with more is left as it is. */
export const mostParts = 200_000
/** A packet, or a text, that is longer is not read. */
export const mostTextBytes = 8 * 1024 * 1024

/** How long the written file is. */
export function lengthOf(pieces: readonly Piece[]): number {
  return pieces.reduce((sum, piece) => sum + ('from' in piece ? piece.to - piece.from : piece.length), 0)
}

const windowBytes = 128 * 1024

/** The same source for many small reads in growing order. */
export function windowed(source: ByteSource): ByteSource {
  let start = 0
  let window: Buffer | null = null
  return {
    bytes: source.bytes,
    async read(offset, length) {
      if (length > windowBytes / 4) return source.read(offset, length)
      if (!window || offset < start || offset + length > start + window.length) {
        window = await source.read(offset, Math.min(windowBytes, Math.max(0, source.bytes - offset)))
        start = offset
      }
      return window.subarray(offset - start, offset - start + length)
    },
  }
}

/** Collects the ranges of the original that stay, joined where they touch. */
export function createKept() {
  const kept: { from: number; to: number }[] = []
  return {
    kept: kept as readonly Range[],
    keep(from: number, to: number): void {
      const last = kept.at(-1)
      if (last && last.to === from) last.to = to
      else if (to > from) kept.push({ from, to })
    },
  }
}

/** Ranges without others, both in growing order, in one pass. */
export function subtract(ranges: readonly Range[], others: readonly Range[]): readonly Range[] {
  const left: Range[] = []
  let next = 0
  for (const { from, to } of ranges) {
    while ((others[next]?.to ?? to) <= from && next < others.length) next += 1
    let at = from
    for (let index = next; at < to; index += 1) {
      const other = others[index]
      const end = Math.min(to, other?.from ?? to)
      if (end > at) left.push({ from: at, to: end })
      if (!other || other.from >= to) break
      at = Math.max(at, other.to)
    }
  }
  return left
}

/** Counts the text that is read of one file; `take` is false once that is more than any real file has. */
export function createTextBudget() {
  let bytes = 0
  return {
    take(length: number): boolean {
      bytes += length
      return bytes <= mostTextBytes
    },
  }
}
