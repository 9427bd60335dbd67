import { crc32, deflateSync } from 'node:zlib'

const signature = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
const headerLength = 33
const endLength = 12

/**
 * A structurally valid PNG (header, one data chunk, end) of the given number of bytes, at least 57; each `fill`
 * makes a different file. Its pixels can't be decoded.
 */
export function samplePng({ bytes = 400, fill = 7 }: { bytes?: number; fill?: number } = {}): Uint8Array {
  const content = Buffer.alloc(bytes, fill)
  content.set(signature)
  if (bytes < headerLength + endLength + 12) return new Uint8Array(content)
  writeChunk(content, 8, 'IHDR', 13)
  content.writeUInt32BE(640, 16)
  content.writeUInt32BE(360, 20)
  writeChunk(content, headerLength, 'IDAT', bytes - headerLength - endLength - 12)
  writeChunk(content, bytes - endLength, 'IEND', 0)
  return new Uint8Array(content)
}

function writeChunk(content: Buffer, at: number, type: string, length: number): void {
  content.writeUInt32BE(length, at)
  content.write(type, at + 4, 'latin1')
}

/** A grey PNG that any program can show. */
export function plainPng({ width = 64, height = 48 } = {}): Uint8Array {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  // Eight bits of grey per pixel; each row begins with its filter, none.
  header[8] = 8
  const rows = Buffer.alloc(height * (width + 1), 0x80)
  for (let row = 0; row < height; row += 1) rows[row * (width + 1)] = 0
  const chunks = [chunk('IHDR', header), chunk('IDAT', deflateSync(rows)), chunk('IEND', Buffer.alloc(0))]
  return new Uint8Array(Buffer.concat([Buffer.from(signature), ...chunks]))
}

function chunk(type: string, content: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), content])
  const ends = Buffer.alloc(8)
  ends.writeUInt32BE(content.length, 0)
  ends.writeUInt32BE(crc32(named), 4)
  return Buffer.concat([ends.subarray(0, 4), named, ends.subarray(4)])
}

/** A structurally valid JPEG: a frame header, a scan, the end mark. Its pixels can't be decoded. */
export function sampleJpeg({ width = 512, height = 288 } = {}): Uint8Array {
  const [wide, high] = [width, height].map((side) => [side >> 8, side & 255])
  return Uint8Array.from([
    ...[0xff, 0xd8, 0xff, 0xc0, 0, 11, 8, ...(high ?? []), ...(wide ?? []), 1, 1, 0x11, 0],
    ...[0xff, 0xda, 0, 8, 1, 1, 0, 0, 63, 0],
    ...Array<number>(100).fill(9),
    ...[0xff, 0xd9],
  ])
}

/** The head of a PNG with the given size, and its end. */
export function claimingPng(width: number, height: number): Uint8Array {
  const bytes = Buffer.from(samplePng())
  bytes.writeUInt32BE(width, 16)
  bytes.writeUInt32BE(height, 20)
  return new Uint8Array(bytes)
}
