import type { Hash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'

const batchBytes = 1024 ** 2
/** Bytes that come slowly are written at least so often, so that a killed process loses little. */
const batchMs = 100

interface Writing {
  readonly body: AsyncIterable<Uint8Array>
  readonly file: FileHandle
  /** Where in the file the first byte goes. */
  readonly position: number
  /** Take every byte that comes. */
  readonly hashes: readonly Hash[]
  /** Told of every byte that came, before it is written; may throw. */
  onReceived(bytes: number): void
  /** Awaited before each write, with where it begins; may reject. */
  beforeWrite(position: number): Promise<void>
}

/**
 * Writes a body into a file while the next of it is read and hashed; answers where the file ends. What came before the
 * body broke is in the file, too. Flushes nothing.
 */
export async function writeBody({
  body,
  file,
  position,
  hashes,
  onReceived,
  beforeWrite,
}: Writing): Promise<number> {
  let batch: Uint8Array[] = []
  let batched = 0
  let batchedAt = performance.now()
  let end = position
  let writing: Promise<void> = Promise.resolve()

  async function flush(): Promise<void> {
    await writing
    const [chunks, at] = [batch, end - batched]
    batch = []
    batched = 0
    batchedAt = performance.now()
    writing = writeAll(chunks, at)
    // Seen where it is awaited: before the next write, or at the end.
    writing.catch(() => undefined)
  }

  async function writeAll(chunks: Uint8Array[], at: number): Promise<void> {
    await beforeWrite(at)
    await writeWhole(file, chunks, at)
  }

  try {
    for await (const chunk of body) {
      onReceived(chunk.length)
      for (const hash of hashes) hash.update(chunk)
      batch.push(chunk)
      batched += chunk.length
      end += chunk.length
      if (batched >= batchBytes || performance.now() - batchedAt >= batchMs) await flush()
    }
  } finally {
    if (batched > 0) await flush()
    await writing
  }
  return end
}

async function writeWhole(file: FileHandle, chunks: Uint8Array[], position: number): Promise<void> {
  let at = position
  let left: Uint8Array[] = chunks
  while (left.length > 0) {
    const { bytesWritten } = await file.writev(left, at)
    at += bytesWritten
    left = withoutFirst(left, bytesWritten)
  }
}

/** What a disk that took only so many bytes has still to take. */
function withoutFirst(chunks: readonly Uint8Array[], bytes: number): Uint8Array[] {
  const left: Uint8Array[] = []
  let skip = bytes
  for (const chunk of chunks) {
    if (skip < chunk.length) left.push(skip > 0 ? chunk.subarray(skip) : chunk)
    skip = Math.max(0, skip - chunk.length)
  }
  return left
}

/** Hashes the first so many bytes of a file; answers how many there were. */
export async function hashFile(path: string, bytes: number, hash: Hash, onRead: () => void): Promise<number> {
  let done = 0
  const stream = createReadStream(path, { end: bytes - 1, highWaterMark: batchBytes / 4 })
  for await (const chunk of stream as AsyncIterable<Uint8Array>) {
    hash.update(chunk)
    done += chunk.length
    onRead()
  }
  return done
}

/** A file's first bytes, so many at most. */
export async function readHead(path: string, bytes: number): Promise<Uint8Array> {
  const file = await open(path, 'r')
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(bytes), 0, bytes, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}
