/** Where a stream's bytes come from. */
export interface RangeSource {
  /** Bytes from an offset on, fewer than `length` only where the source ends. */
  read(offset: number, length: number): Promise<Uint8Array>
  /** May be called again. */
  close(): Promise<void>
}

const pieceBytes = 64 * 1024

/**
 * The bytes from `start` to `end`, both inclusive, read as they are asked for. The source is closed once they have ended, failed or
 * been canceled. Node's `Readable.toWeb` throws where nobody can catch it if a slow reader cancels, as a video that is sought does.
 */
export function streamRange(source: RangeSource, start: number, end: number): ReadableStream<Uint8Array> {
  let at = start

  async function next(): Promise<Uint8Array> {
    try {
      return await source.read(at, Math.min(pieceBytes, end + 1 - at))
    } catch (error) {
      await source.close()
      throw error
    }
  }

  return new ReadableStream<Uint8Array>({
    /** Once canceled, the controller refuses what was still being read, which rejects this alone. */
    async pull(controller) {
      const piece = await next()
      at += piece.length
      if (piece.length > 0) controller.enqueue(piece)
      if (piece.length > 0 && at <= end) return
      await source.close()
      controller.close()
    },
    cancel: () => source.close(),
  })
}
