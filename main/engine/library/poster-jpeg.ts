import { Buffer } from 'node:buffer'
import { readStructure } from '../media-types/read-structure.ts'

/** The maximum long side of a thumbnail, in pixels; pages make them of 512. */
const longestSide = 1024
const startOfJpeg = [0xff, 0xd8, 0xff]

/** Whether these bytes are a whole JPEG small enough to be a thumbnail. */
export function isPosterJpeg(bytes: Uint8Array): Promise<boolean> {
  return isJpegWithin(bytes, longestSide)
}

/** The same for another longest side. */
export async function isJpegWithin(bytes: Uint8Array, longest: number): Promise<boolean> {
  if (!startOfJpeg.every((byte, index) => bytes[index] === byte)) return false
  const all = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const measures = await readStructure('image/jpeg', {
    bytes: all.length,
    read: async (offset, length) => all.subarray(offset, offset + length),
  })
  return measures !== null && Math.max(measures.width ?? 0, measures.height ?? 0) <= longest
}
