import type { Look } from './look.ts'
import type { Poster } from './poster-queue.ts'

type WorkerResponse =
  | {
      readonly id: number
      readonly ok: true
      readonly jpeg: Blob
      readonly width: number
      readonly height: number
      readonly look: Look
    }
  | { readonly id: number; readonly ok: false; readonly message: string }

/** The worker that draws images' thumbnails, started on first use. */
export function createImageWorker(): { make(url: string): Promise<Poster> } {
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

  return {
    make(url) {
      worker ??= start()
      lastId += 1
      const requested = Promise.withResolvers<Poster>()
      waiting.set(lastId, requested)
      worker.postMessage({ id: lastId, url: new URL(url, location.href).href })
      return requested.promise
    },
  }
}
