import { crc32, deflateSync, inflateSync } from 'node:zlib'

/** Pixels, three bytes each, row by row. */
export interface Pixels {
  readonly width: number
  readonly height: number
  readonly rgb: Uint8Array
}

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
/** Larger ones aren't decoded: this is for thumbnails. */
const mostPixels = 40_000_000
/** Bytes of a pixel by colour type: grey, RGB, palette, grey with alpha, RGBA. */
const samples: ReadonlyMap<number, number> = new Map([
  [0, 1],
  [2, 3],
  [3, 1],
  [4, 2],
  [6, 4],
])

/** The pixels of a PNG of eight bits a channel, without interlacing; null for any other. */
export function decodePng(file: Buffer): Pixels | null {
  if (!file.subarray(0, 8).equals(signature)) return null
  const chunks = readChunks(file)
  const head = chunks.find(({ type }) => type === 'IHDR')?.data
  if (head?.length !== 13) return null
  const [width, height] = [head.readUInt32BE(0), head.readUInt32BE(4)]
  const [depth, colour, interlace] = [head[8], head[9] ?? -1, head[12]]
  const bytes = samples.get(colour)
  const fits = width > 0 && height > 0 && width * height <= mostPixels
  if (depth !== 8 || interlace !== 0 || bytes === undefined || !fits) return null
  const packed = Buffer.concat(chunks.filter(({ type }) => type === 'IDAT').map(({ data }) => data))
  const length = height * (width * bytes + 1)
  const raw = inflateSafely(packed, length)
  if (raw?.length !== length) return null
  const palette = chunks.find(({ type }) => type === 'PLTE')?.data ?? Buffer.alloc(0)
  return { width, height, rgb: toRgb(unfilter(raw, width, height, bytes), colour, bytes, palette) }
}

function readChunks(file: Buffer): { type: string; data: Buffer }[] {
  const chunks: { type: string; data: Buffer }[] = []
  let at = 8
  while (at + 12 <= file.length) {
    const length = file.readUInt32BE(at)
    if (at + 12 + length > file.length) break
    chunks.push({
      type: file.toString('latin1', at + 4, at + 8),
      data: file.subarray(at + 8, at + 8 + length),
    })
    at += 12 + length
  }
  return chunks
}

function inflateSafely(packed: Buffer, length: number): Buffer | null {
  try {
    return inflateSync(packed, { maxOutputLength: length })
  } catch {
    return null
  }
}

/** Each row is stored as its difference to what stands left of, above, or both. */
function unfilter(raw: Buffer, width: number, height: number, bytes: number): Buffer {
  const stride = width * bytes
  const out = Buffer.alloc(stride * height)
  for (let row = 0; row < height; row += 1) {
    const filter = raw[row * (stride + 1)] ?? 0
    const from = row * (stride + 1) + 1
    const to = row * stride
    for (let x = 0; x < stride; x += 1) {
      const left = x >= bytes ? (out[to + x - bytes] ?? 0) : 0
      const up = row > 0 ? (out[to + x - stride] ?? 0) : 0
      const corner = x >= bytes && row > 0 ? (out[to + x - stride - bytes] ?? 0) : 0
      out[to + x] = (raw[from + x] ?? 0) + predict(filter, left, up, corner)
    }
  }
  return out
}

function predict(filter: number, left: number, up: number, corner: number): number {
  if (filter === 1) return left
  if (filter === 2) return up
  if (filter === 3) return (left + up) >> 1
  if (filter !== 4) return 0
  const guess = left + up - corner
  const [a, b, c] = [Math.abs(guess - left), Math.abs(guess - up), Math.abs(guess - corner)]
  if (a <= b && a <= c) return left
  return b <= c ? up : corner
}

function toRgb(pixels: Buffer, colour: number, bytes: number, palette: Buffer): Uint8Array {
  const count = pixels.length / bytes
  const rgb = new Uint8Array(count * 3)
  for (let index = 0; index < count; index += 1) {
    const at = index * bytes
    for (let channel = 0; channel < 3; channel += 1) {
      const isColour = colour === 2 || colour === 6
      rgb[index * 3 + channel] =
        colour === 3
          ? (palette[(pixels[at] ?? 0) * 3 + channel] ?? 0)
          : (pixels[isColour ? at + channel : at] ?? 0)
    }
  }
  return rgb
}

/** Each row as its difference to the one above. */
const upFilter = 2
/** Six bits of each colour: of a small image nobody sees the rest, and it is most of the bytes. */
const keptBits = 0xfc

export function encodePng({ width, height, rgb }: Pixels): Buffer {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head.set([8, 2, 0, 0, 0], 8)
  const stride = width * 3
  const rows = Buffer.alloc(height * (stride + 1))
  for (let row = 0; row < height; row += 1) {
    const to = row * (stride + 1)
    rows[to] = upFilter
    for (let x = 0; x < stride; x += 1) {
      const above = row > 0 ? (rgb[(row - 1) * stride + x] ?? 0) & keptBits : 0
      rows[to + 1 + x] = ((rgb[row * stride + x] ?? 0) & keptBits) - above
    }
  }
  return Buffer.concat([
    signature,
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  const sum = Buffer.alloc(4)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}
