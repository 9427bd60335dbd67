import { Buffer } from 'node:buffer'
import { readStructure } from '../media-types/read-structure.ts'
import type { ByteSource } from '../media-types/structure/byte-source.ts'

/** The maximum long side of a thumbnail, in pixels; pages make them of 512. */
const longestSide = 1024
const startOfJpeg = [0xff, 0xd8, 0xff]

/** Whether these bytes are a whole JPEG small enough to be a thumbnail. */
export function isPosterJpeg(bytes: Uint8Array): Promise<boolean> {
  return isJpegWithin(bytes, longestSide)
}

/** The same for another longest side. */
export function isJpegWithin(bytes: Uint8Array, longest: number): Promise<boolean> {
  const all = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const source = {
    bytes: all.length,
    read: async (offset: number, length: number) => all.subarray(offset, offset + length),
  }
  return isWholeJpeg(source, longest)
}

/** The same for a file: a truncated one would be shown half. */
export function isPosterFile(source: ByteSource): Promise<boolean> {
  return isWholeJpeg(source, longestSide)
}

async function isWholeJpeg(source: ByteSource, longest: number): Promise<boolean> {
  const head = await source.read(0, startOfJpeg.length)
  if (!startOfJpeg.every((byte, index) => head[index] === byte)) return false
  const measures = await readStructure('image/jpeg', source)
  return measures !== null && Math.max(measures.width ?? 0, measures.height ?? 0) <= longest
}
