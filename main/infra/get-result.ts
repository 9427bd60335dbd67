import type { LookupFunction } from 'node:net'
import { resultUrlMaxLength } from '../engine/library/result-bounds.ts'
import { DownloadError } from './download-error.ts'
import { type FileHead, getFile } from './http-get-file.ts'
import { createGuardedLookup, isOnLoopback, refuseInward } from './inward-addresses.ts'

const redirectsAtMost = 5

export interface ResultWorld {
  /** The key for a URL of the service's own origin; null for every other (LIB6). */
  keyFor(url: URL): string | null
  /** Where the service is; null while none is connected. Results lead nowhere inward but to its own host (LIB10). */
  service(): URL | null
}

/** One GET of a result, along its redirects, each judged anew; throws `DownloadError` and `InwardAddressError`. */
export async function getResult(
  { keyFor, service }: ResultWorld,
  start: string,
  headers: Readonly<Record<string, string>>,
  { signal, onBytes }: { readonly signal: AbortSignal; onBytes(): void },
): Promise<FileHead> {
  let url = parseUrl(start)
  for (let hop = 0; hop <= redirectsAtMost; hop += 1) {
    const lookup = guard(url, service())
    const key = keyFor(url)
    const answer = await getFile(url, {
      headers: { ...headers, ...(key !== null && { Authorization: `Bearer ${key}` }) },
      signal,
      lookup,
      onBytes,
    })
    const location = answer.header('location')
    if (answer.status < 300 || answer.status >= 400 || location === null) return answer
    answer.intake.close()
    url = parseUrl(new URL(location, url).href)
  }
  throw new DownloadError('The file’s address redirects in circles.', { isFinal: true })
}

/** How names may be resolved for this URL; throws where it leads inward. The service's own host is trusted. */
function guard(url: URL, own: URL | null): LookupFunction | undefined {
  if (own?.hostname === url.hostname) return undefined
  const reach = own && isOnLoopback(own) ? 'public-and-loopback' : 'public'
  refuseInward(url, reach)
  return createGuardedLookup(reach)
}

function parseUrl(text: string): URL {
  if (text.length > resultUrlMaxLength)
    throw new DownloadError('The file’s address is longer than 8,192 characters.', { isFinal: true })
  const url = URL.canParse(text) ? new URL(text) : null
  if (!url || !['http:', 'https:'].includes(url.protocol))
    throw new DownloadError('The file’s address is no web address.', { isFinal: true })
  return url
}
