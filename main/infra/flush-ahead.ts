import type { FileHandle } from 'node:fs/promises'

/** How many bytes are written before they are flushed beside what comes next. */
const flushAheadBytes = 32 * 1024 ** 2

export interface FlushAhead {
  /**
   * The file is written up to here; begins a flush where enough came since the last, and never waits. Throws where a
   * flush has failed: what follows would be discarded.
   */
  written(end: number): void
  /**
   * Resolves when everything is flushed. Rejects where any flush failed, also where a later one succeeds: the system
   * reports lost bytes once.
   */
  end(): Promise<void>
  /** Resolves when no flush is under way, so that the file can be closed; with false where one has failed. */
  settled(): Promise<boolean>
}

/** Flushes a file while it is still written, so that its end waits for the last bytes alone. */
export function createFlushAhead(
  file: Pick<FileHandle, 'datasync'>,
  { from, everyBytes = flushAheadBytes }: { readonly from: number; readonly everyBytes?: number },
): FlushAhead {
  let begunAt = from
  let underWay: Promise<void> | null = null
  let failed: { readonly error: unknown } | null = null

  async function flush(): Promise<void> {
    try {
      await file.datasync()
    } catch (error) {
      failed ??= { error }
    }
    underWay = null
  }

  return {
    written(end) {
      if (failed) throw failed.error
      if (underWay || end - begunAt < everyBytes) return
      begunAt = end
      underWay = flush()
    },
    async end() {
      await underWay
      if (!failed) await flush()
      if (failed) throw failed.error
    },
    async settled() {
      await underWay
      return failed === null
    },
  }
}
