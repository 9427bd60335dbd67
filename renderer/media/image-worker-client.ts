import type { Look } from './look.ts'
import type { Poster } from './poster-queue.ts'

type WorkerResponse =
  | {
      readonly id: number
      readonly ok: true
      /** Null of a thumbnail, as its size is. */
      readonly jpeg: Blob | null
      readonly width: number | null
      readonly height: number | null
      readonly look: Look
    }
  | { readonly id: number; readonly ok: false; readonly message: string }

export interface ImageWorker {
  make(url: string): Promise<Poster>
  /** What a thumbnail looks like. */
  look(url: string): Promise<Look>
}

/** The worker that draws images' thumbnails, started on first use. */
export function createImageWorker(): ImageWorker {
  let worker: Worker | null = null
  let lastId = 0
  const waiting = new Map<number, PromiseWithResolvers<Poster>>()

  function start(): Worker {
    const started = new Worker(new URL('./image-worker.ts', import.meta.url), { type: 'module' })
    started.onmessage = ({ data }: MessageEvent<WorkerResponse>) => {
      const requested = waiting.get(data.id)
      waiting.delete(data.id)
      if (data.ok) {
        const { jpeg, width, height, look } = data
        requested?.resolve({ jpeg, width, height, durationSeconds: null, look })
      } else requested?.reject(new Error(data.message))
    }
    started.onerror = () => {
      for (const requested of waiting.values()) requested.reject(new Error('The worker broke.'))
      waiting.clear()
      worker = null
    }
    return started
  }

  function request(url: string, isThumbnail: boolean): Promise<Poster> {
    worker ??= start()
    lastId += 1
    const requested = Promise.withResolvers<Poster>()
    waiting.set(lastId, requested)
    worker.postMessage({ id: lastId, url: new URL(url, location.href).href, isThumbnail })
    return requested.promise
  }

  return {
    make: (url) => request(url, false),
    async look(url) {
      const { look } = await request(url, true)
      if (!look) throw new Error(`No look of ${url}`)
      return look
    },
  }
}
