import type { Poster } from './poster-queue.ts'

type Answer =
  | {
      readonly id: number
      readonly ok: true
      readonly jpeg: Blob
      readonly width: number
      readonly height: number
    }
  | { readonly id: number; readonly ok: false; readonly message: string }

/** The worker that draws images' thumbnails, started on first use. */
export function createImageWorker(): { make(url: string): Promise<Poster> } {
  let worker: Worker | null = null
  let lastId = 0
  const waiting = new Map<number, PromiseWithResolvers<Poster>>()

  function start(): Worker {
    const started = new Worker(new URL('./image-worker.ts', import.meta.url), { type: 'module' })
    started.onmessage = ({ data }: MessageEvent<Answer>) => {
      const asked = waiting.get(data.id)
      waiting.delete(data.id)
      if (data.ok) {
        asked?.resolve({ jpeg: data.jpeg, width: data.width, height: data.height, durationSeconds: null })
      } else asked?.reject(new Error(data.message))
    }
    started.onerror = () => {
      for (const asked of waiting.values()) asked.reject(new Error('The worker broke.'))
      waiting.clear()
      worker = null
    }
    return started
  }

  return {
    make(url) {
      worker ??= start()
      lastId += 1
      const asked = Promise.withResolvers<Poster>()
      waiting.set(lastId, asked)
      worker.postMessage({ id: lastId, url: new URL(url, location.href).href })
      return asked.promise
    },
  }
}
