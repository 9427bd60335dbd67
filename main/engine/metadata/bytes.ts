import { Buffer } from 'node:buffer'

export function uint32BE(value: number): Buffer {
  return Buffer.from([value >>> 24, value >>> 16, value >>> 8, value])
}

export function uint32LE(value: number): Buffer {
  return Buffer.from([value, value >>> 8, value >>> 16, value >>> 24])
}

export function uint24LE(value: number): Buffer {
  return Buffer.from([value, value >>> 8, value >>> 16])
}

export function uint16BE(value: number): Buffer {
  return Buffer.from([value >>> 8, value])
}

export function ascii(text: string): Buffer {
  return Buffer.from(text, 'latin1')
}

/** UTF-8; null where it is none. */
export function decodeUtf8(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}
