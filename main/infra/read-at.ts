import { type FileHandle, open } from 'node:fs/promises'
import type { Measures } from '../engine/library/ports.ts'
import { readMeasures } from '../engine/media-types/read-structure.ts'
import type { ByteSource } from '../engine/media-types/structure/byte-source.ts'

/** A piece of a file; it ends where the file ends. */
export async function readAt(file: FileHandle, offset: number, length: number): Promise<Buffer> {
  const piece = Buffer.alloc(Math.max(0, length))
  const { bytesRead } = await file.read(piece, 0, piece.length, offset)
  return piece.subarray(0, bytesRead)
}

/** So many bytes of an open file as the readers of headers take them. */
export function toByteSource(file: FileHandle, bytes: number): ByteSource {
  return { bytes, read: (offset, length) => readAt(file, offset, Math.min(length, bytes - offset)) }
}

/** What the headers of a file of our own making say of it. */
export async function measureFile(path: string, mediaType: string): Promise<Measures> {
  const file = await open(path, 'r')
  try {
    return await readMeasures(mediaType, toByteSource(file, (await file.stat()).size))
  } finally {
    await file.close()
  }
}
