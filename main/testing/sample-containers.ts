import { Buffer } from 'node:buffer'
import type { ByteSource } from '../engine/media-types/structure/byte-source.ts'
import type { Piece } from '../engine/metadata/container.ts'
import { plainPng } from './sample-media.ts'

/** Bytes as a file. */
export function sourceOf(bytes: Uint8Array): ByteSource {
  const all = Buffer.from(bytes)
  return {
    bytes: all.length,
    read: async (offset, length) => all.subarray(offset, Math.min(all.length, offset + Math.max(0, length))),
  }
}

/** What the pieces of a copy are together. */
export function writeOut(pieces: readonly Piece[], original: Uint8Array): Buffer {
  return Buffer.concat(
    pieces.map((piece) => ('from' in piece ? original.subarray(piece.from, piece.to) : piece)),
  )
}

export function join(...parts: (string | number[] | Uint8Array)[]): Buffer {
  return Buffer.concat(
    parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : Buffer.from(part))),
  )
}

export function u32(value: number): number[] {
  return [(value >>> 24) & 255, (value >>> 16) & 255, (value >>> 8) & 255, value & 255]
}

export function l32(value: number): number[] {
  return u32(value).reverse()
}

export function box(type: string, ...content: (string | number[] | Uint8Array)[]): Buffer {
  const inside = join(...content)
  return join(u32(inside.length + 8), type, inside)
}

export function riffChunk(type: string, ...content: (string | number[] | Uint8Array)[]): Buffer {
  const inside = join(...content)
  return join(type, l32(inside.length), inside, inside.length % 2 ? [0] : [])
}

export function riff(form: string, ...chunks: Uint8Array[]): Buffer {
  const inside = join(form, ...chunks)
  return join('RIFF', l32(inside.length), inside)
}

export function jpegSegment(marker: number, ...content: (string | number[] | Uint8Array)[]): Buffer {
  const inside = join(...content)
  return join([0xff, marker, (inside.length + 2) >> 8, (inside.length + 2) & 255], inside)
}

const frame = [0xff, 0xc0, 0, 11, 8, 0, 48, 0, 64, 1, 1, 0x11, 0]
const scan = join([0xff, 0xda, 0, 8, 1, 1, 0, 0, 63, 0], new Uint8Array(100).fill(9), [0xff, 0xd9])

export function jpeg(...segments: Uint8Array[]): Buffer {
  const head = jpegSegment(0xe0, 'JFIF\0', [1, 2, 0, 0, 1, 0, 1, 0, 0])
  return join([0xff, 0xd8], head, ...segments, frame, scan)
}

/** With chunks of text or others before its pixels. */
export function pngWith(...chunks: Uint8Array[]): Buffer {
  const plain = Buffer.from(plainPng())
  return join(plain.subarray(0, 33), ...chunks, plain.subarray(33))
}

/** Its checksum is left out: none of our readers looks at it. */
export function pngChunk(type: string, ...content: (string | number[] | Uint8Array)[]): Buffer {
  const inside = join(...content)
  return join(u32(inside.length), type, inside, [0, 0, 0, 0])
}

const movie = box(
  'moov',
  box('mvhd', u32(0), u32(0), u32(0), u32(1000), u32(5500), new Uint8Array(80)),
  box('trak', box('tkhd', new Uint8Array(76), u32(640 * 65_536), u32(360 * 65_536))),
)

export function mp4(...boxes: Uint8Array[]): Buffer {
  return join(box('ftyp', 'isom', u32(0)), movie, ...boxes, box('mdat', new Uint8Array(300).fill(5)))
}

const gifImage = [0x2c, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0, 0x3b]

/** One of each type that takes metadata, with what makes the smallest of them. */
export const sampleContainers: Readonly<Record<string, Buffer>> = {
  'image/png': pngWith(),
  'image/jpeg': jpeg(),
  'image/webp': riff('WEBP', riffChunk('VP8L', [0x2f, 0x3f, 0xc0, 0x0b, 0x00], new Uint8Array(40).fill(3))),
  'image/gif': join('GIF87a', [1, 0, 1, 0, 0x80, 0, 0], [0, 0, 0, 255, 255, 255], gifImage),
  'video/mp4': mp4(),
  'video/quicktime': join(box('ftyp', 'qt  ', u32(0)), box('mdat', new Uint8Array(99)), movie),
  'audio/mp4': join(box('ftyp', 'M4A ', u32(0)), movie, box('mdat', new Uint8Array(99))),
  'audio/wav': riff(
    'WAVE',
    riffChunk('fmt ', [1, 0, 1, 0], l32(8000), l32(8000), [1, 0, 8, 0]),
    riffChunk('data', new Uint8Array(101).fill(128)),
  ),
  'audio/mpeg': join([0xff, 0xfb, 0x90, 0x00], new Uint8Array(413)),
}
