import type { Measures } from '../../library/ports.ts'
import { type ByteSource, sized } from './byte-source.ts'

/** How much of a file's end is searched for its last mark; some programs write a little behind it. */
const tailBytes = 64 * 1024
const blockBytes = 1024 * 1024

/** PNG: a header chunk first, and the end chunk at its end (PNG 1.2, 4.1). */
export async function readPng(source: ByteSource): Promise<Measures | null> {
  const head = await source.read(0, 33)
  if (head.length < 33 || head.toString('latin1', 12, 16) !== 'IHDR') return null
  const tail = await source.read(Math.max(33, source.bytes - tailBytes), tailBytes)
  return tail.includes('IEND') ? sized(head.readUInt32BE(16), head.readUInt32BE(20)) : null
}

/** GIF: the logical screen, and more than a header. */
export async function readGif(source: ByteSource): Promise<Measures | null> {
  const head = await source.read(0, 10)
  return head.length < 10 || source.bytes < 14 ? null : sized(head.readUInt16LE(6), head.readUInt16LE(8))
}

/** Segments that hold no length of their own (JPEG, table B.1). */
const bareMarkers: ReadonlySet<number> = new Set([0x01, 0xd0, 0xd1, 0xd2, 0xd3, 0xd4, 0xd5, 0xd6, 0xd7, 0xd8])
/** Numbers in the range of frame headers that are none: Huffman tables, extensions, arithmetic conditioning. */
const noFrames: ReadonlySet<number> = new Set([0xc4, 0xc8, 0xcc])
const startOfScan = 0xda

/** JPEG: a frame header before the first scan, and an end-of-image mark somewhere behind it. */
export async function readJpeg(source: ByteSource): Promise<Measures | null> {
  let size: Measures | null = null
  for (let at = 2; at + 4 <= source.bytes; ) {
    const segment = await source.read(at, 9)
    const marker = segment[1]
    if (segment.length < 4 || segment[0] !== 0xff || marker === undefined) return null
    if (marker === 0xff || bareMarkers.has(marker)) {
      at += marker === 0xff ? 1 : 2
      continue
    }
    if (marker === startOfScan) return size && (await hasEndOfImage(source, at)) ? size : null
    const isFrame = marker >= 0xc0 && marker <= 0xcf && !noFrames.has(marker)
    if (isFrame && segment.length === 9) size = sized(segment.readUInt16BE(7), segment.readUInt16BE(5))
    at += 2 + Math.max(2, segment.readUInt16BE(2))
  }
  return null
}

/** Searches from the end: a camera may have put a film behind the picture. */
async function hasEndOfImage(source: ByteSource, scan: number): Promise<boolean> {
  for (let end = source.bytes; end > scan; end -= blockBytes) {
    const start = Math.max(scan, end - blockBytes)
    const block = await source.read(start, end - start + 1)
    if (block.includes(Buffer.from([0xff, 0xd9]))) return true
  }
  return false
}

/** WebP: as long as its container says, and one of the three kinds of first chunk. */
export async function readWebp(source: ByteSource): Promise<Measures | null> {
  const head = await source.read(0, 30)
  if (head.length < 30 || head.readUInt32LE(4) + 8 > source.bytes + 1) return null
  const chunk = head.toString('latin1', 12, 16)
  if (chunk === 'VP8X') return sized(head.readUIntLE(24, 3) + 1, head.readUIntLE(27, 3) + 1)
  if (chunk === 'VP8 ') return sized(head.readUInt16LE(26) & 0x3fff, head.readUInt16LE(28) & 0x3fff)
  if (chunk !== 'VP8L') return null
  const bits = head.readUInt32LE(21)
  return sized((bits & 0x3fff) + 1, ((bits >>> 14) & 0x3fff) + 1)
}
