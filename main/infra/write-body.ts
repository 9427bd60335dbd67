import type { Hash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import type { BodyIntake } from './body-intake.ts'

const readBytes = 256 * 1024

interface Writing {
  readonly intake: Pick<BodyIntake, 'take'>
  readonly file: Pick<FileHandle, 'writev'>
  /** The position of the first byte in the file. */
  readonly position: number
  /** Updated with every byte that arrives. */
  readonly hashes: readonly Hash[]
  /** Awaited before each write, with its start and end; may reject. */
  beforeWrite(start: number, end: number): Promise<void> | void
}

/**
 * Writes a body into a file, hashing each chunk while it is written and the next arrives; returns where the
 * file ends. Bytes received before the body broke are in the file, too. Flushes nothing.
 */
export async function writeBody({ intake, file, position, hashes, beforeWrite }: Writing): Promise<number> {
  let end = position
  for (let chunks = await intake.take(); chunks; chunks = await intake.take()) {
    const start = end
    for (const chunk of chunks) end += chunk.length
    await beforeWrite(start, end)
    const written = writeWhole(file, chunks, start)
    for (const hash of hashes) for (const chunk of chunks) hash.update(chunk)
    await written
  }
  return end
}

async function writeWhole(
  file: Writing['file'],
  chunks: readonly Uint8Array[],
  position: number,
): Promise<void> {
  let at = position
  let left = [...chunks]
  while (left.length > 0) {
    const { bytesWritten } = await file.writev(left, at)
    at += bytesWritten
    left = withoutFirst(left, bytesWritten)
  }
}

/** The rest of a buffer of which the disk took only a part. */
function withoutFirst(chunks: readonly Uint8Array[], bytes: number): Uint8Array[] {
  const left: Uint8Array[] = []
  let skip = bytes
  for (const chunk of chunks) {
    if (skip < chunk.length) left.push(skip > 0 ? chunk.subarray(skip) : chunk)
    skip = Math.max(0, skip - chunk.length)
  }
  return left
}

/** Hashes the first so many bytes of a file, reporting progress; returns how many there were. */
export async function hashFile(
  path: string,
  bytes: number,
  hash: Hash,
  onRead: (bytes: number) => void,
): Promise<number> {
  let done = 0
  const stream = createReadStream(path, { end: bytes - 1, highWaterMark: readBytes })
  for await (const chunk of stream as AsyncIterable<Uint8Array>) {
    hash.update(chunk)
    done += chunk.length
    onRead(done)
  }
  return done
}

/** A file's first bytes, at most so many. */
export async function readHead(path: string, bytes: number): Promise<Uint8Array> {
  const file = await open(path, 'r')
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(bytes), 0, bytes, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}
