import type { Buffer } from 'node:buffer'
import { type ByteSource, broken, lasting, type Structure, sized, unmeasured } from './byte-source.ts'

/** More boxes than any video has at one level; beyond that, reading stops. */
const mostBoxes = 10_000
/** The largest `moov` or `meta` that is read. */
const insideMaxBytes = 16 * 1024 * 1024

interface Box {
  readonly type: string
  readonly start: number
  /** Where its content begins. */
  readonly content: number
  readonly end: number
}

/** MP4 and QuickTime: whole boxes to the file's end, one of them `moov` (ISO/IEC 14496-12). */
export async function readVideo(source: ByteSource): Promise<Structure> {
  const { boxes, isWhole } = await topBoxes(source)
  const moov = boxes.find(({ type }) => type === 'moov')
  if (!moov) return broken
  const inside = await contentOf(source, moov)
  const { measures } = lasting(readDuration(inside, boxesIn(inside)))
  const { width, height } = largest(sizesIn(inside)) ?? unmeasured
  return { measures: { ...measures, width, height, hasSound: hasAudioTrack(inside) }, isWhole }
}

/** M4A: the same without images. */
export async function readIsoAudio(source: ByteSource): Promise<Structure> {
  const { measures, isWhole } = await readVideo(source)
  return { measures: { ...unmeasured, durationSeconds: measures.durationSeconds }, isWhole }
}

/** AVIF and HEIC: whole boxes, and the largest size that any of its items (`ispe`) or tracks gives. */
export async function readHeif(source: ByteSource): Promise<Structure> {
  const { boxes, isWhole } = await topBoxes(source)
  const meta = boxes.find(({ type }) => type === 'meta')
  const moov = boxes.find(({ type }) => type === 'moov')
  if (!meta) return broken
  const sizes = itemSizesIn(await contentOf(source, meta))
  if (moov) sizes.push(...sizesIn(await contentOf(source, moov)))
  const size = largest(sizes)
  return size ? sized(size.width, size.height, isWhole) : { measures: unmeasured, isWhole }
}

interface Size {
  readonly width: number
  readonly height: number
}

/** The largest by pixels: with several sizes in a file, a decoder may pick any. */
function largest(sizes: readonly Size[]): Size | null {
  return sizes.reduce<Size | null>(
    (most, size) => (most && most.width * most.height >= size.width * size.height ? most : size),
    null,
  )
}

function itemSizesIn(meta: Buffer): Size[] {
  const sizes: Size[] = []
  for (let at = meta.indexOf('ispe'); at >= 0 && at + 16 <= meta.length; at = meta.indexOf('ispe', at + 4)) {
    const size = { width: meta.readUInt32BE(at + 8), height: meta.readUInt32BE(at + 12) }
    if (size.width > 0 && size.height > 0) sizes.push(size)
  }
  return sizes
}

/** Not whole where a box extends past the file's end: the file is truncated. */
async function topBoxes(source: ByteSource): Promise<{ boxes: Box[]; isWhole: boolean }> {
  const boxes: Box[] = []
  for (let at = 0; at < source.bytes && boxes.length < mostBoxes; ) {
    const box = readBox(await source.read(at, 16), at, source.bytes)
    if (box) boxes.push(box)
    if (!box || box.end > source.bytes) return { boxes, isWhole: false }
    at = box.end
  }
  return { boxes, isWhole: true }
}

function boxesIn(bytes: Buffer, from = 0, to = bytes.length): Box[] {
  const boxes: Box[] = []
  for (let at = from; at + 8 <= to && boxes.length < mostBoxes; ) {
    const box = readBox(bytes.subarray(at, at + 16), at, to)
    if (!box || box.end > to) break
    boxes.push(box)
    at = box.end
  }
  return boxes
}

/** A size of 1 means a 64-bit one after the type, 0 means the rest of the file. */
function readBox(head: Buffer, start: number, rest: number): Box | null {
  if (head.length < 8) return null
  const short = head.readUInt32BE(0)
  if (short === 1 && head.length < 16) return null
  const size = short === 0 ? rest - start : short === 1 ? Number(head.readBigUInt64BE(8)) : short
  const content = start + (short === 1 ? 16 : 8)
  if (!Number.isSafeInteger(size) || start + size < content) return null
  return { type: head.toString('latin1', 4, 8), start, content, end: start + size }
}

async function contentOf(source: ByteSource, { content, end }: Box): Promise<Buffer> {
  return source.read(content, Math.min(end - content, insideMaxBytes))
}

/** Seconds by the movie header; NaN where there is none. */
function readDuration(moov: Buffer, children: readonly Box[]): number {
  const header = children.find(({ type }) => type === 'mvhd')
  if (!header) return Number.NaN
  const isLong = moov[header.content] === 1
  const at = header.content + (isLong ? 20 : 12)
  if (at + (isLong ? 12 : 8) > header.end) return Number.NaN
  const ticks = isLong ? Number(moov.readBigUInt64BE(at + 4)) : moov.readUInt32BE(at + 4)
  return ticks / moov.readUInt32BE(at)
}

/** The sizes in the track headers and in their sample entries. */
function sizesIn(moov: Buffer): Size[] {
  const tracks = boxesIn(moov).filter(({ type }) => type === 'trak')
  return tracks
    .flatMap((trak) => [...trackSize(moov, trak), ...entrySizes(moov, trak)])
    .filter(({ width, height }) => width > 0 && height > 0)
}

/** By the handler that each track names (8.4.3). */
function hasAudioTrack(moov: Buffer): boolean {
  return boxesIn(moov)
    .filter(({ type }) => type === 'trak')
    .some((trak) => {
      const media = boxesIn(moov, trak.content, trak.end).find(({ type }) => type === 'mdia')
      const handler = media && boxesIn(moov, media.content, media.end).find(({ type }) => type === 'hdlr')
      return (
        handler !== undefined && moov.toString('latin1', handler.content + 8, handler.content + 12) === 'soun'
      )
    })
}

/** A track's width and height, 16.16 fixed point, at the end of its header. */
function trackSize(moov: Buffer, trak: Box): Size[] {
  const header = boxesIn(moov, trak.content, trak.end).find(({ type }) => type === 'tkhd')
  if (!header || header.end - header.content < 84) return []
  return [
    { width: moov.readUInt32BE(header.end - 8) >>> 16, height: moov.readUInt32BE(header.end - 4) >>> 16 },
  ]
}

/** The sample descriptions of a track. */
const pathToEntries = ['mdia', 'minf', 'stbl', 'stsd']

/** The sizes of visual sample entries (12.1.3); an audio track has none. */
function entrySizes(moov: Buffer, trak: Box): Size[] {
  let inside: Box | undefined = trak
  for (const type of pathToEntries)
    inside = inside && boxesIn(moov, inside.content, inside.end).find((box) => box.type === type)
  // Limited to its own track: otherwise ten thousand tracks would each search the rest of the file.
  if (!inside || !moov.subarray(trak.content, trak.end).includes('vmhd')) return []
  return boxesIn(moov, inside.content + 8, inside.end)
    .filter(({ content, end }) => end - content >= 28)
    .map(({ content }) => ({
      width: moov.readUInt16BE(content + 24),
      height: moov.readUInt16BE(content + 26),
    }))
}
