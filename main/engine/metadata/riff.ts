import { Buffer } from 'node:buffer'
import type { ByteSource } from '../media-types/structure/byte-source.ts'
import { ascii, decodeUtf8, uint24LE, uint32LE } from './bytes.ts'
import {
  createTextBudget,
  mostParts,
  mostTextBytes,
  type Piece,
  type ReadContainer,
  windowed,
} from './container.ts'
import { readExifComment } from './exif-comment.ts'

const mostBytes = 0xff_ff_ff_ff

interface Chunk {
  readonly type: string
  readonly from: number
  /** Where its content begins, and how long that is. */
  readonly content: number
  readonly length: number
  /** With its padding. */
  readonly to: number
}

interface Riff {
  readonly chunks: readonly Chunk[]
  /** Where the container ends; what follows is none of it. */
  readonly end: number
}

/** Null where a chunk reaches beyond its container or the file. */
async function readRiff(source: ByteSource): Promise<Riff | null> {
  const head = await source.read(0, 12)
  if (head.length < 12 || head.toString('latin1', 0, 4) !== 'RIFF') return null
  const end = head.readUInt32LE(4) + 8
  // The padding of the last chunk may be missing.
  if (end > source.bytes + 1) return null
  const chunks: Chunk[] = []
  for (let at = 12; at + 8 <= Math.min(end, source.bytes); ) {
    const part = await source.read(at, 8)
    const length = part.readUInt32LE(4)
    const content = at + 8
    if (content + length > Math.min(end, source.bytes) || chunks.length >= mostParts) return null
    const to = Math.min(content + length + (length % 2), source.bytes)
    chunks.push({ type: part.toString('latin1', 0, 4), from: at, content, length, to })
    at = content + length + (length % 2)
  }
  return { chunks, end: Math.min(end, source.bytes) }
}

function contentOf(source: ByteSource, { content, length }: Chunk): Promise<Buffer> {
  return source.read(content, Math.min(length, mostTextBytes))
}

/** Null stands for one that is too much. */
async function packetsOf(source: ByteSource, chunks: readonly Chunk[]): Promise<(string | null)[]> {
  const budget = createTextBudget()
  const packets: (string | null)[] = []
  for (const chunk of chunks)
    packets.push(budget.take(chunk.length) ? decodeUtf8(trimZeros(await contentOf(source, chunk))) : null)
  return packets
}

function trimZeros(bytes: Buffer): Buffer {
  let end = bytes.length
  while (end > 0 && bytes[end - 1] === 0) end -= 1
  return bytes.subarray(0, end)
}

function chunk(type: string, data: Uint8Array): Buffer {
  return Buffer.concat([ascii(type), uint32LE(data.length), data, Buffer.alloc(data.length % 2)])
}

/** The container anew, with these parts as its content; null where it would be too long. */
function rewrite(form: string, parts: readonly Piece[], source: ByteSource, end: number): Piece[] | null {
  const padded = parts.flatMap((part) =>
    'from' in part && (part.to - part.from) % 2 === 1 ? [part, Buffer.alloc(1)] : [part],
  )
  const length =
    4 + padded.reduce((sum, part) => sum + ('from' in part ? part.to - part.from : part.length), 0)
  if (length > mostBytes) return null
  const after = end < source.bytes ? [{ from: end, to: source.bytes }] : []
  return [Buffer.concat([ascii('RIFF'), uint32LE(length), ascii(form)]), ...padded, ...after]
}

const xmpFlag = 0x04
const alphaFlag = 0x10

/** WebP: XMP in a chunk of its own, which takes the extended header (RFC 9649, 2.7). C2PA is a chunk, too. */
export const readWebpContainer: ReadContainer = async (plain) => {
  const source = windowed(plain)
  const riff = await readRiff(source)
  const first = riff?.chunks[0]
  if (!riff || !first) return null
  const found = riff.chunks.filter(({ type }) => type === 'XMP ')
  const exif = riff.chunks.find(({ type }) => type === 'EXIF')
  const comment = exif ? readExifComment(withoutHead(await contentOf(source, exif))) : null
  const header = await headerOf(source, first)
  return {
    packets: await packetsOf(source, found),
    texts: new Map(comment ? [['UserComment', comment]] : []),
    hasProvenance: riff.chunks.some(({ type }) => type === 'C2PA'),
    write({ packet }) {
      const made = header && found.length <= 1 ? packet(mostTextBytes) : null
      if (!header || !made || made.rest) return null
      const rest = riff.chunks.filter((one) => one.type !== 'XMP ' && one.type !== 'VP8X')
      return rewrite('WEBP', [header, ...rest, chunk('XMP ', made.main)], source, riff.end)
    },
  }
}

/** Some programs put Exif's own head before it. */
function withoutHead(exif: Buffer): Buffer {
  return exif.toString('latin1', 0, 4) === 'Exif' ? exif.subarray(6) : exif
}

/** The extended header with its flag for XMP, made for a simple image where it has none. */
async function headerOf(source: ByteSource, first: Chunk): Promise<Buffer | null> {
  const data = await source.read(first.content, 10)
  if (data.length < 10) return null
  if (first.type === 'VP8X')
    return chunk('VP8X', Buffer.concat([Buffer.from([(data[0] ?? 0) | xmpFlag]), data.subarray(1, 10)]))
  if (first.type === 'VP8 ') {
    const width = data.readUInt16LE(6) & 0x3fff
    return extended(0, width, data.readUInt16LE(8) & 0x3fff)
  }
  if (first.type !== 'VP8L') return null
  const bits = data.readUInt32LE(1)
  const alpha = (bits >>> 28) & 1 ? alphaFlag : 0
  return extended(alpha, (bits & 0x3fff) + 1, ((bits >>> 14) & 0x3fff) + 1)
}

function extended(flags: number, width: number, height: number): Buffer | null {
  if (width < 1 || height < 1) return null
  return chunk(
    'VP8X',
    Buffer.concat([Buffer.from([flags | xmpFlag, 0, 0, 0]), uint24LE(width - 1), uint24LE(height - 1)]),
  )
}

/** WAV: XMP as `_PMX` (XMP part 3, 1.1.5), and the texts of `LIST INFO`. */
export const readWavContainer: ReadContainer = async (plain) => {
  const source = windowed(plain)
  const riff = await readRiff(source)
  if (!riff?.chunks.some(({ type }) => type === 'data')) return null
  const found = riff.chunks.filter(({ type }) => type === '_PMX')
  const lists: Chunk[] = []
  const entries = new Map<string, Buffer>()
  for (const one of riff.chunks.filter(({ type }) => type === 'LIST')) {
    const content = await contentOf(source, one)
    if (content.toString('latin1', 0, 4) !== 'INFO') continue
    lists.push(one)
    for (const [type, text] of readEntries(content)) if (!entries.has(type)) entries.set(type, text)
  }
  const texts = [...entries].map(([type, text]) => [type, decodeUtf8(trimZeros(text)) ?? ''] as const)
  return {
    packets: await packetsOf(source, found),
    texts: new Map(texts.map(([type, text]) => [type === 'ICMT' ? 'Comment' : type, text])),
    hasProvenance: riff.chunks.some(({ type }) => type === 'C2PA'),
    write({ packet, prompt, tags, software, settings, isOwnBefore }) {
      const made = found.length <= 1 && lists.length <= 1 ? packet(mostTextBytes) : null
      if (!made || made.rest) return null
      const own = new Map([
        ['ICMT', settings || prompt],
        ['IKEY', tags.join('; ')],
        ['ISFT', software],
      ])
      const all = new Map(entries)
      for (const [type, text] of own)
        if (text !== '' && (isOwnBefore || !all.has(type))) all.set(type, Buffer.from(`${text}\0`))
      const info = [...all].map(([type, text]) => chunk(type, text))
      const rest = riff.chunks.filter((one) => one.type !== '_PMX' && !lists.includes(one))
      const added = [chunk('LIST', Buffer.concat([ascii('INFO'), ...info])), chunk('_PMX', made.main)]
      return rewrite('WAVE', [...rest, ...added], source, riff.end)
    },
  }
}

function readEntries(list: Buffer): [string, Buffer][] {
  const entries: [string, Buffer][] = []
  for (let at = 4; at + 8 <= list.length; ) {
    const length = list.readUInt32LE(at + 4)
    const content = list.subarray(at + 8, at + 8 + length)
    if (content.length < length) break
    entries.push([list.toString('latin1', at, at + 4), content])
    at += 8 + length + (length % 2)
  }
  return entries
}
