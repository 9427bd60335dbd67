import type { Measures } from '../../library/ports.ts'
import { type ByteSource, lasting, sized, unmeasured } from './byte-source.ts'

/** More boxes than any film has at one level: what has more is not read on. */
const mostBoxes = 10_000
/** The largest `moov` or `meta` that is looked into. */
const insideMaxBytes = 64 * 1024 * 1024

interface Box {
  readonly type: string
  readonly start: number
  /** Where its content begins. */
  readonly content: number
  readonly end: number
}

/** MP4 and QuickTime: whole boxes to the file's end, one of them `moov` (ISO/IEC 14496-12). */
export async function readFilm(source: ByteSource): Promise<Measures | null> {
  const moov = (await topBoxes(source))?.find(({ type }) => type === 'moov')
  if (!moov) return null
  const inside = await contentOf(source, moov)
  const children = boxesIn(inside)
  const { durationSeconds } = lasting(readDuration(inside, children))
  const track = children.filter(({ type }) => type === 'trak').flatMap((trak) => readTrackSize(inside, trak))
  const { width, height } = track[0] ?? unmeasured
  return { width, height, durationSeconds }
}

/** M4A: the same without pictures. */
export async function readIsoSound(source: ByteSource): Promise<Measures | null> {
  const film = await readFilm(source)
  return film && { ...unmeasured, durationSeconds: film.durationSeconds }
}

/** AVIF: whole boxes, and the size of its item (`ispe`). */
export async function readAvif(source: ByteSource): Promise<Measures | null> {
  const meta = (await topBoxes(source))?.find(({ type }) => type === 'meta')
  if (!meta) return null
  const inside = await contentOf(source, meta)
  const at = inside.indexOf('ispe')
  return at < 0 || at + 16 > inside.length
    ? unmeasured
    : sized(inside.readUInt32BE(at + 8), inside.readUInt32BE(at + 12))
}

/** Null where a box reaches past the file's end: then it is cut short. */
async function topBoxes(source: ByteSource): Promise<Box[] | null> {
  const boxes: Box[] = []
  for (let at = 0; at < source.bytes && boxes.length < mostBoxes; ) {
    const box = readBox(await source.read(at, 16), at, source.bytes)
    if (!box || box.end > source.bytes) return null
    boxes.push(box)
    at = box.end
  }
  return boxes
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

/** A size of 1 stands for a long one behind the type, 0 for all the rest. */
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

/** A track's width and height, 16.16 fixed point, at the end of its header. */
function readTrackSize(moov: Buffer, trak: Box): Measures[] {
  const header = boxesIn(moov, trak.content, trak.end).find(({ type }) => type === 'tkhd')
  if (!header || header.end - header.content < 84) return []
  const size = sized(moov.readUInt32BE(header.end - 8) >>> 16, moov.readUInt32BE(header.end - 4) >>> 16)
  return size ? [size] : []
}
