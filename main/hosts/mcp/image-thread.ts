import { existsSync } from 'node:fs'
import { Worker } from 'node:worker_threads'
import type { Pixels } from './png.ts'

/** Beside this file as it is written, and beside the bundle or above its chunks. */
const places = ['./image-worker.ts', './image-worker.js', '../image-worker.js']

interface ThreadOptions {
  /** Milliseconds; a file that takes longer is one that can't be drawn. */
  readonly longestRead: number
  /** Where the thread's code is; only tests set another. */
  readonly code?: () => URL
  /** A thread has ended. */
  readonly onEnded?: () => void
}

const usual: ThreadOptions = { longestRead: 20_000 }

function findCode(): URL {
  const file = places.map((place) => new URL(place, import.meta.url)).find((url) => existsSync(url))
  if (!file) throw new Error('The thread that reads images is not where it belongs.')
  return file
}

/** Reads images off the main thread. One that breaks the thread, or takes too long, costs only itself. */
export function openImageThread(
  signal: AbortSignal,
  { longestRead, code = findCode, onEnded }: ThreadOptions = usual,
) {
  let current: Worker | null = null
  const cancel = () => void current?.terminate()
  signal.addEventListener('abort', cancel)

  function start(): Worker {
    // It reads no environment, so it gets no copy of ours with the person's keys.
    const worker = new Worker(code(), { env: {}, resourceLimits: { maxOldGenerationSizeMb: 512 } })
    worker.on('error', () => undefined)
    // One that ends between two reads takes no other.
    worker.on('exit', () => {
      if (current === worker) current = null
      onEnded?.()
    })
    return worker
  }

  return {
    /** One at a time; null where it can't be drawn, and once it is canceled. */
    async read(path: string, side: number): Promise<Pixels | null> {
      if (signal.aborted) return null
      current ??= start()
      const worker = current
      return new Promise((resolve) => {
        const settle = (image: Pixels | null) => {
          clearTimeout(timer)
          worker.off('message', settle).off('exit', broken)
          resolve(image)
        }
        const broken = () => {
          current = null
          void worker.terminate()
          settle(null)
        }
        const timer = setTimeout(broken, longestRead)
        worker.on('message', settle).on('exit', broken)
        worker.postMessage({ path, side })
      })
    },
    async close(): Promise<void> {
      signal.removeEventListener('abort', cancel)
      await current?.terminate()
      current = null
    },
  }
}
