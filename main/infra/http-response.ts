import type { Transform } from 'node:stream'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'

/** Headers as undici reads them: by their lower-case names, a list where a name came more than once. */
export type ResponseHeaders = Readonly<Record<string, string | readonly string[] | undefined>>

/** The head of a response. */
export interface ResponseHead {
  readonly status: number
  /** Reads a header by its lower-case name; several of one name are one list (RFC 9110, 5.3). */
  header(name: string): string | null
  /** Whether it has a content encoding; its headers then describe other bytes than the body's. */
  readonly isPacked: boolean
  /** Whether its encoding is unknown or applied too often to be decoded: then the body is not read. */
  readonly isSealed: boolean
  /** Whether a length, chunks or the encoding mark the body's end; else any close could be its end. */
  readonly isEndDeclared: boolean
  /** How many bytes the body has; null where that is unknown, or given for its encoded form. */
  readonly bytes: number | null
}

/** Encodings that are decoded although none was requested. */
const unpackers: ReadonlyMap<string, () => Transform> = new Map([
  ['gzip', createGunzip],
  ['x-gzip', createGunzip],
  ['deflate', createInflate],
  ['br', createBrotliDecompress],
])

export function toResponseHead(status: number, headers: ResponseHeaders): ResponseHead {
  const header = (name: string) => readHeader(headers, name)
  const packing = readPacking(headers)
  const length = header('content-length')
  return {
    status,
    header,
    isPacked: packing !== null,
    isSealed: isSealed(headers),
    isEndDeclared: length !== null || header('transfer-encoding') !== null || unpackers.has(packing ?? ''),
    bytes: packing === null && length !== null && /^\d+$/.test(length) ? Number(length) : null,
  }
}

export function readHeader(headers: ResponseHeaders, name: string): string | null {
  const value = headers[name]
  return typeof value === 'string' ? value : (value?.join(', ') ?? null)
}

/** Whether a body with these headers can't be decoded. One encoding only: each can multiply the size again. */
export function isSealed(headers: ResponseHeaders): boolean {
  const packing = readPacking(headers)
  return packing !== null && !unpackers.has(packing)
}

/** The decoder for a body with these headers; null where it has no encoding, or an unknown one. */
export function createUnpacker(headers: ResponseHeaders): Transform | null {
  return unpackers.get(readPacking(headers) ?? '')?.() ?? null
}

function readPacking(headers: ResponseHeaders): string | null {
  const packing = readHeader(headers, 'content-encoding')?.trim().toLowerCase() ?? 'identity'
  return packing === 'identity' ? null : packing
}
