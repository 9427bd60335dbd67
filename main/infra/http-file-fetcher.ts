import { createHash } from 'node:crypto'
import { mkdir, open, readdir, rm } from 'node:fs/promises'
import type { LookupFunction } from 'node:net'
import { join } from 'node:path'
import { sniffLength, sniffMedia } from '../engine/inputs/sniff-media.ts'
import type { FetchOutcome, FileFetcher } from '../engine/library/ports.ts'
import type { DataFolder } from './data-folder.ts'
import { moveIntoPlace } from './durable-files.ts'
import { type HttpAnswer, httpGet } from './http-get.ts'
import { explainNetworkError } from './http-post-once.ts'
import { createGuardedLookup, InwardAddressError, isOnLoopback, refuseInward } from './inward-addresses.ts'

const incomingFolder = 'incoming'
const longestSilenceMs = 60_000
const redirectsAtMost = 5
const bytesAtMost = 16 * 1024 ** 3

/** Why a download can't go on; `isFinal` where trying again would bring the same. */
class DownloadError extends Error {
  override readonly name = 'DownloadError'
  readonly isFinal: boolean
  constructor(message: string, isFinal = false) {
    super(message)
    this.isFinal = isFinal
  }
}

interface FetcherWorld {
  readonly folder: DataFolder
  /** The key for a URL of the service's own origin; null for every other (LIB6). */
  keyFor(url: URL): string | null
  /** Where the service is; null while none is connected. Results lead nowhere inward but to its own host (LIB10). */
  service(): URL | null
  /** Milliseconds without a byte before a download is given up; only tests ask for another time. */
  readonly silenceMs?: number
}

/** Downloads over HTTP into `incoming/`, flushed and checked by length before anything else sees them (LIB2). */
export function createHttpFileFetcher({
  folder,
  keyFor,
  service,
  silenceMs = longestSilenceMs,
}: FetcherWorld): FileFetcher {
  /** How names may be resolved for this URL; throws where it leads inward. The service's own host is trusted. */
  function guard(url: URL): LookupFunction | undefined {
    const own = service()
    if (own?.hostname === url.hostname) return undefined
    const reach = own && isOnLoopback(own) ? 'public-and-loopback' : 'public'
    refuseInward(url, reach)
    return createGuardedLookup(reach)
  }

  async function follow(start: string, signal: AbortSignal): Promise<HttpAnswer> {
    let url = parseUrl(start)
    for (let hop = 0; hop <= redirectsAtMost; hop += 1) {
      const lookup = guard(url)
      const key = keyFor(url)
      const answer = await httpGet(url, {
        headers: key === null ? {} : { Authorization: `Bearer ${key}` },
        signal,
        lookup,
      })
      const location = answer.header('location')
      if (answer.status < 300 || answer.status >= 400 || location === null) return answer
      answer.body.destroy()
      url = parseUrl(new URL(location, url).href)
    }
    throw new DownloadError('The file’s address redirects in circles.', true)
  }

  return {
    async fetch({ fileId, url, signal, onProgress }): Promise<FetchOutcome> {
      const temporary = folder.resolve(join(incomingFolder, `${fileId}.part`))
      const silence = new AbortController()
      let silenceTimer = setTimeout(() => silence.abort(), silenceMs)
      try {
        await mkdir(folder.resolve(incomingFolder), { recursive: true })
        const answer = await follow(url, AbortSignal.any([signal, silence.signal]))
        if (answer.status !== 200) {
          answer.body.destroy()
          throw new DownloadError(`The file’s address answered ${answer.status}.`)
        }
        const total = answer.bytes
        const received = await receive(temporary, answer.body, (bytes) => {
          clearTimeout(silenceTimer)
          silenceTimer = setTimeout(() => silence.abort(), silenceMs)
          onProgress(bytes, total)
        })
        if (total !== null && received.bytes !== total)
          throw new DownloadError(`${received.bytes} of ${total} bytes came.`)
        const media = sniffMedia(received.head)
        if (!media) throw new DownloadError('What came is no picture, film or sound.', true)
        const { bytes, sha256 } = received
        return {
          type: 'fetched',
          bytes,
          sha256,
          media,
          commit: (path) => commit(temporary, folder.resolve(path)),
        }
      } catch (error) {
        await rm(temporary, { force: true })
        const isFinal =
          error instanceof InwardAddressError || (error instanceof DownloadError && error.isFinal)
        return {
          type: 'failed',
          cause: silence.signal.aborted ? 'Nothing came for a minute.' : explainNetworkError(error),
          isFinal,
        }
      } finally {
        clearTimeout(silenceTimer)
      }
    },
    async sweep() {
      const incoming = folder.resolve(incomingFolder)
      const left = await readdir(incoming).catch(() => [])
      await Promise.all(left.map((name) => rm(join(incoming, name), { force: true })))
    },
  }
}

async function commit(temporary: string, target: string): Promise<void> {
  try {
    await moveIntoPlace(temporary, target)
  } finally {
    await rm(temporary, { force: true })
  }
}

async function receive(path: string, body: AsyncIterable<Uint8Array>, onBytes: (bytes: number) => void) {
  const hash = createHash('sha256')
  const file = await open(path, 'w', 0o600)
  const head = Buffer.alloc(sniffLength)
  let bytes = 0
  try {
    for await (const chunk of body) {
      if (bytes < sniffLength) head.set(chunk.subarray(0, sniffLength - bytes), bytes)
      await writeWhole(file, chunk)
      hash.update(chunk)
      bytes += chunk.length
      if (bytes > bytesAtMost) throw new DownloadError('The file is larger than 16 GiB.', true)
      onBytes(bytes)
    }
    await file.sync()
  } finally {
    await file.close()
  }
  return { bytes, sha256: hash.digest('hex'), head: head.subarray(0, Math.min(bytes, sniffLength)) }
}

async function writeWhole(file: Awaited<ReturnType<typeof open>>, chunk: Uint8Array): Promise<void> {
  for (let written = 0; written < chunk.length; ) {
    written += (await file.write(chunk, written, chunk.length - written)).bytesWritten
  }
}

function parseUrl(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : null
  if (!url || !['http:', 'https:'].includes(url.protocol))
    throw new DownloadError('The file’s address is no web address.', true)
  return url
}
