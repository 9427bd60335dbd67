import { type FileHandle, open } from 'node:fs/promises'
import { readMeasures } from '../engine/media-types/read-structure.ts'
import type { ByteSource, Measures } from '../engine/media-types/structure/byte-source.ts'

/** A slice of a file; it ends where the file ends. */
export async function readAt(file: FileHandle, offset: number, length: number): Promise<Buffer> {
  const piece = Buffer.alloc(Math.max(0, length))
  const { bytesRead } = await file.read(piece, 0, piece.length, offset)
  return piece.subarray(0, bytesRead)
}

/** The first bytes of an open file, as a source for the header readers. */
export function toByteSource(file: FileHandle, bytes: number): ByteSource {
  return { bytes, read: (offset, length) => readAt(file, offset, Math.min(length, bytes - offset)) }
}

/** The header values of a file that Atelier wrote. */
export async function measureFile(path: string, mediaType: string): Promise<Measures> {
  const file = await open(path, 'r')
  try {
    return await readMeasures(mediaType, toByteSource(file, (await file.stat()).size))
  } finally {
    await file.close()
  }
}
