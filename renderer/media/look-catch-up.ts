import type { Look } from './look.ts'

interface Unseen {
  readonly key: number
  readonly fileId: string
}

export interface LookCatchUpPorts {
  /** The newest files whose thumbnail has no look, of those before a key; null where that can't be read now. */
  readonly next: (before: number | undefined) => Promise<readonly Unseen[] | null>
  /** Rejects where the thumbnail can't be read. */
  readonly look: (fileId: string) => Promise<Look>
  readonly keep: (fileId: string, look: Look) => Promise<void>
  /** Calls back when the page is idle; returns a cancel function. */
  readonly whenIdle: (task: () => void) => () => void
}

/**
 * Looks at the thumbnails of an earlier version: one at a time, whenever the page is idle, each once. What fails is tried
 * again at the next start.
 */
export function startLookCatchUp({ next, look, keep, whenIdle }: LookCatchUpPorts): { close(): void } {
  let isClosed = false
  let cancel = () => {}

  const idle = () =>
    new Promise<void>((resolve) => {
      cancel = whenIdle(resolve)
    })

  async function run(): Promise<void> {
    for (let before: number | undefined; !isClosed; ) {
      const files = await next(before)
      if (!files || files.length === 0) return
      for (const { fileId } of files) {
        await idle()
        if (isClosed) return
        await look(fileId)
          .then((seen) => keep(fileId, seen))
          .catch(() => undefined)
      }
      before = files.at(-1)?.key
    }
  }

  void run().catch(() => undefined)
  return {
    close() {
      isClosed = true
      cancel()
    },
  }
}
