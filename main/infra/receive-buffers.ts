import type { OnReadOpts } from 'node:net'
import type { Readable } from 'node:stream'

/** Large, so that few reads and few writes carry a file. */
const bufferBytes = 512 * 1024
/** A read into less would be a small one; what is left of a buffer then stays empty. */
const readAtLeastBytes = 64 * 1024
/** More than can wait to be written; where bytes are never returned, the oldest are left to the collector. */
const buffersAtMost = 16

/** Memory that a socket receives into, used again when its bytes were written. */
export interface ReceiveBuffers {
  /** Options of the socket's connection. */
  readonly onread: OnReadOpts
  /** The socket whose stream gets the bytes; to be called once connected. */
  feed(socket: Pick<Readable, 'push'>): void
  /** The caller no longer needs these bytes, nor any that arrived before them; those of other memory are ignored. */
  release(chunks: readonly Uint8Array[]): void
}

/**
 * Receives one connection into a few large buffers. Left alone, Node allocates 64 KiB for each read, and a large file
 * costs more in collecting them than in hashing.
 */
export function createReceiveBuffers(): ReceiveBuffers {
  const free: Buffer[] = []
  /** Those that hold bytes, the oldest first; the last is being filled. */
  const filled: Buffer[] = []
  let filledTo = bufferBytes
  let stream: Pick<Readable, 'push'> | null = null

  function nextBuffer(): Uint8Array {
    if (bufferBytes - filledTo < readAtLeastBytes) {
      filled.push(free.pop() ?? Buffer.allocUnsafeSlow(bufferBytes))
      if (filled.length > buffersAtMost) filled.shift()
      filledTo = 0
    }
    return (filled.at(-1) as Buffer).subarray(filledTo)
  }

  return {
    onread: {
      buffer: nextBuffer,
      callback(bytes, buffer) {
        filledTo += bytes
        return stream?.push(buffer.subarray(0, bytes)) ?? false
      },
    },
    feed(socket) {
      stream = socket
    },
    release(chunks) {
      const last = chunks.findLast(({ buffer }) => filled.some((own) => own.buffer === buffer))
      // The buffer of the last one may hold bytes that still wait, those before it don't.
      while (last && filled[0] && filled[0].buffer !== last.buffer) free.push(filled.shift() as Buffer)
    },
  }
}
