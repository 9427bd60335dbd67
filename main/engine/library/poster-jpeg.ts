import { Buffer } from 'node:buffer'
import { readStructure } from '../media-types/read-structure.ts'
import type { ByteSource } from '../media-types/structure/byte-source.ts'

/** The maximum long side of a thumbnail, in pixels; pages make them of 512. */
const longestSide = 1024
const startOfJpeg = [0xff, 0xd8, 0xff]

/** Whether these bytes are a whole JPEG small enough to be a thumbnail. */
export function isPosterJpeg(bytes: Uint8Array): Promise<boolean> {
  const all = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  return isPosterFile({
    bytes: all.length,
    read: async (offset, length) => all.subarray(offset, offset + length),
  })
}

/** The same for a file: a truncated one would be shown half. */
export async function isPosterFile(source: ByteSource): Promise<boolean> {
  const head = await source.read(0, startOfJpeg.length)
  if (!startOfJpeg.every((byte, index) => head[index] === byte)) return false
  const measures = await readStructure('image/jpeg', source)
  return measures !== null && Math.max(measures.width ?? 0, measures.height ?? 0) <= longestSide
}
