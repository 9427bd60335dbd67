import type { Log } from '../engine/ports.ts'
import type { KeyMask } from '../engine/service/key-mask.ts'
import type { PreviewFetcher } from '../engine/styles/ports.ts'
import { getResult } from './get-result.ts'

const longestMs = 20_000

/** One GET along its redirects, each within the reach of the account; the body in memory. */
export function createHttpPreviewFetcher({
  keyMask,
  log,
}: {
  readonly keyMask: KeyMask
  readonly log: Log
}): PreviewFetcher {
  return {
    async fetch({ url, reach, mostBytes }) {
      const signal = AbortSignal.timeout(longestMs)
      try {
        const response = await getResult(
          { url, reach, refused: [] },
          { Accept: 'image/*' },
          { signal, keyMask, onBytes() {} },
        )
        try {
          return response.status === 200 ? await readAtMost(response.intake, mostBytes) : null
        } finally {
          response.intake.close()
        }
      } catch (error) {
        log.warn(keyMask.text(`An image of a style could not be read: ${(error as Error).message}`))
        return null
      }
    },
  }
}

async function readAtMost(
  intake: Awaited<ReturnType<typeof getResult>>['intake'],
  mostBytes: number,
): Promise<Uint8Array<ArrayBuffer> | null> {
  const chunks: Uint8Array[] = []
  let size = 0
  for (let taken = await intake.take(); taken !== null; taken = await intake.take()) {
    // What is taken is valid until the next take.
    for (const chunk of taken) chunks.push(chunk.slice())
    size += taken.reduce((sum, chunk) => sum + chunk.length, 0)
    if (size > mostBytes) return null
  }
  const all = new Uint8Array(size)
  let at = 0
  for (const chunk of chunks) {
    all.set(chunk, at)
    at += chunk.length
  }
  return all
}
