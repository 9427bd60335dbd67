import { Buffer } from 'node:buffer'
import { type ByteSource, broken, type Structure, sized } from './byte-source.ts'

/** How much of a file's end is searched for its end mark; some programs append a little. */
const tailBytes = 64 * 1024
const blockBytes = 1024 * 1024
/**
 * How much of a JPEG's end is searched; data appended by a camera contains such a mark by chance every few
 * blocks.
 */
const endMaxBytes = 64 * blockBytes

/** PNG: a header chunk first, and the end chunk at its end (PNG 1.2, 4.1). */
export async function readPng(source: ByteSource): Promise<Structure> {
  const head = await source.read(0, 33)
  if (head.length < 33 || head.toString('latin1', 12, 16) !== 'IHDR') return broken
  const tail = await source.read(Math.max(33, source.bytes - tailBytes), tailBytes)
  return sized(head.readUInt32BE(16), head.readUInt32BE(20), tail.includes('IEND'))
}

/** How much is read up to a GIF's first frame: only comments and profiles come before it. */
const gifHeadBytes = 4 * 1024 * 1024

/** GIF: the logical screen, which a larger first frame enlarges as browsers show it, and more than a header. */
export async function readGif(source: ByteSource): Promise<Structure> {
  const head = await source.read(0, gifHeadBytes)
  if (head.length < 10) return broken
  const screen = { width: head.readUInt16LE(6), height: head.readUInt16LE(8) }
  const frame = readFirstFrame(head)
  return sized(
    Math.max(screen.width, frame.width),
    Math.max(screen.height, frame.height),
    source.bytes >= 14 && screen.width > 0 && screen.height > 0,
  )
}

/** How far the first frame extends (GIF89a, 20); nothing where there is none. */
function readFirstFrame(head: Buffer): { readonly width: number; readonly height: number } {
  const flags = head[10] ?? 0
  for (let at = 13 + colorTableBytes(flags); at + 10 <= head.length; ) {
    if (head[at] === 0x2c) {
      const [left, top, width, height] = [1, 3, 5, 7].map((offset) => head.readUInt16LE(at + offset))
      return { width: (left ?? 0) + (width ?? 0), height: (top ?? 0) + (height ?? 0) }
    }
    if (head[at] !== 0x21) break
    at += 2
    while (at < head.length && head[at] !== 0) at += 1 + (head[at] ?? 0)
    at += 1
  }
  return { width: 0, height: 0 }
}

function colorTableBytes(flags: number): number {
  return flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0
}

/** Segments without a length field (JPEG, table B.1). */
const bareMarkers: ReadonlySet<number> = new Set([0x01, 0xd0, 0xd1, 0xd2, 0xd3, 0xd4, 0xd5, 0xd6, 0xd7, 0xd8])
/** Markers in the range of frame headers that are not: Huffman tables, extensions, arithmetic conditioning. */
const noFrames: ReadonlySet<number> = new Set([0xc4, 0xc8, 0xcc])
const startOfScan = 0xda
/** More segments than any image has before its first scan; beyond that, reading stops. */
const mostSegments = 10_000

/** JPEG: a frame header before the first scan, and an end-of-image mark somewhere after it. */
export async function readJpeg(source: ByteSource): Promise<Structure> {
  let size = broken
  for (let at = 2, seen = 0; at + 4 <= source.bytes && seen < mostSegments; seen += 1) {
    const segment = await source.read(at, 9)
    const marker = segment[1]
    if (segment.length < 4 || segment[0] !== 0xff || marker === undefined) break
    if (marker === 0xff || bareMarkers.has(marker)) {
      at += marker === 0xff ? 1 : 2
      continue
    }
    if (marker === startOfScan) return { ...size, isWhole: size.isWhole && (await hasEndOfImage(source, at)) }
    const isFrame = marker >= 0xc0 && marker <= 0xcf && !noFrames.has(marker)
    if (isFrame && segment.length === 9) size = sized(segment.readUInt16BE(7), segment.readUInt16BE(5))
    at += 2 + Math.max(2, segment.readUInt16BE(2))
  }
  return { ...size, isWhole: false }
}

/** Searches from the end: a camera may have appended a video. */
async function hasEndOfImage(source: ByteSource, scan: number): Promise<boolean> {
  const first = Math.max(scan, source.bytes - endMaxBytes)
  for (let end = source.bytes; end > first; end -= blockBytes) {
    const start = Math.max(first, end - blockBytes)
    const block = await source.read(start, end - start + 1)
    if (block.includes(Buffer.from([0xff, 0xd9]))) return true
  }
  return false
}

/** WebP: as long as its container says, and starting with one of three kinds of chunk. */
export async function readWebp(source: ByteSource): Promise<Structure> {
  const head = await source.read(0, 30)
  if (head.length < 30) return broken
  const isWhole = head.readUInt32LE(4) + 8 <= source.bytes + 1
  const chunk = head.toString('latin1', 12, 16)
  if (chunk === 'VP8X') return sized(head.readUIntLE(24, 3) + 1, head.readUIntLE(27, 3) + 1, isWhole)
  if (chunk === 'VP8 ') return sized(head.readUInt16LE(26) & 0x3fff, head.readUInt16LE(28) & 0x3fff, isWhole)
  if (chunk !== 'VP8L') return broken
  const bits = head.readUInt32LE(21)
  return sized((bits & 0x3fff) + 1, ((bits >>> 14) & 0x3fff) + 1, isWhole)
}
