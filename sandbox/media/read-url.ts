import { readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { ReadUrl } from './collect-inputs.ts'
import { RenderRefusal } from './render-refusal.ts'

const fetchTimeoutMs = 20_000
const largestBytes = 64 * 1024 * 1024

export interface UrlFolders {
  readonly assetsFolder: string
  readonly resultsFolder: string
}

/** Reads the sandbox's own assets and results from their folders, and everything else over the network. */
export function createUrlReader({ assetsFolder, resultsFolder }: UrlFolders): ReadUrl {
  const folders: Readonly<Record<string, string>> = { assets: assetsFolder, results: resultsFolder }
  return async (url, job) => {
    const parsed = URL.parse(url)
    const [, route, name] = /^\/(assets|results)\/([^/]+)$/.exec(parsed?.pathname ?? '') ?? []
    const folder = parsed?.origin === job.origin && route !== undefined ? folders[route] : undefined
    try {
      return folder && name ? await readFile(join(folder, basename(name))) : await fetchBytes(url)
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      throw new RenderRefusal(
        'input_unavailable',
        `${url} could not be fetched: ${reason}. The job was not billed.`,
      )
    }
  }
}

async function fetchBytes(url: string): Promise<Uint8Array> {
  const response = await fetch(url, { signal: AbortSignal.timeout(fetchTimeoutMs) })
  if (!response.ok) throw new Error(`it returned ${response.status}`)
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength
    if (bytes > largestBytes) throw new Error(`it is larger than ${largestBytes / 1024 / 1024} MiB`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
