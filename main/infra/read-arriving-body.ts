import type { Readable } from 'node:stream'

/**
 * Reads a whole body, counted while it arrives, whatever length was announced; or returns what is wrong with
 * it. Never rejects.
 */
export function readArrivingBody(
  body: Readable,
  maxBytes: number,
): Promise<Uint8Array | 'too_large' | 'body_cut'> {
  return new Promise((resolve) => {
    const chunks: Uint8Array[] = []
    let size = 0
    function take(chunk: Uint8Array): void {
      size += chunk.byteLength
      if (size <= maxBytes) {
        chunks.push(chunk)
        return
      }
      body.off('data', take)
      body.pause()
      chunks.length = 0
      resolve('too_large')
    }
    body.on('data', take)
    body.once('end', () => resolve(Buffer.concat(chunks)))
    body.once('error', () => resolve('body_cut'))
    body.once('close', () => resolve('body_cut'))
  })
}
