import { parentPort } from 'node:worker_threads'
import { readScaled } from './read-image.ts'

// The thread of image-thread.ts: one image after the other.
parentPort?.on('message', ({ path, side }: { path: string; side: number }) => {
  void readScaled(path, side).then((image) => parentPort?.postMessage(image))
})
