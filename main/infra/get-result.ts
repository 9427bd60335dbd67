import { isIP, type LookupFunction } from 'node:net'
import type { FileFetcher } from '../engine/library/ports.ts'
import { resultUrlMaxLength } from '../engine/library/result-bounds.ts'
import { type KeyMask, maskedKey } from '../engine/service/key-mask.ts'
import { DownloadError } from './download-error.ts'
import { type FileHead, getFile } from './http-get-file.ts'
import { createGuardedLookup, hostOf, InwardAddressError, refuseInward } from './inward-addresses.ts'

const redirectsAtMost = 5

type Request = Pick<Parameters<FileFetcher['fetch']>[0], 'url' | 'reach' | 'refused'>

interface GetOptions {
  readonly signal: AbortSignal
  /** Removes the key from what a server says of a file. */
  readonly keyMask: KeyMask | undefined
  onBytes(): void
}

/**
 * One GET of a result, along its redirects, each checked anew; throws `DownloadError` and `InwardAddressError`.
 */
export async function getResult(
  { url: start, reach, refused }: Request,
  headers: Readonly<Record<string, string>>,
  { signal, keyMask, onBytes }: GetOptions,
): Promise<FileHead> {
  let url = parseUrl(start)
  for (let hop = 0; hop <= redirectsAtMost; hop += 1) {
    const wasRefused = refused.includes(keyMask ? keyMask.text(url.href) : url.href)
    const lookup = guard(url, reach, wasRefused)
    const key = url.origin === reach.origin ? reach.key : null
    const response = await getFile(key === null ? url : withKey(url, key), {
      headers: { ...headers, ...(key !== null && { Authorization: `Bearer ${key}` }) },
      signal,
      lookup,
      onBytes,
    })
    const location = response.header('location')
    if (response.status < 300 || response.status >= 400 || location === null)
      return keyMask ? { ...response, header: (name) => keyMask.value(response.header(name)) } : response
    response.intake.close()
    url = parseUrl(new URL(location, url).href)
  }
  throw new DownloadError({ code: 'file_redirects' }, { isFinal: true })
}

/** An address that held the key was kept without it; the service's own origin gets it as it was. */
function withKey(url: URL, key: string): URL {
  if (!url.href.includes(maskedKey)) return url
  return new URL(url.href.replaceAll(maskedKey, encodeURIComponent(key.toWellFormed())))
}

/**
 * The resolver for this URL; throws where it leads inward (LIB10). Only the exact origin of the run's own
 * service may have the class that it had when the person connected it (LIB27); a refused address stays refused
 * (LIB28).
 */
function guard(url: URL, { origin, addressClass }: Request['reach'], wasRefused: boolean) {
  if (wasRefused) throw new InwardAddressError('file_refused', url)
  if (url.origin !== origin) return guardAs(url, 'public')
  // An address that the person connected is used as it is.
  if (isIP(hostOf(url))) return undefined
  if (addressClass === null) throw new DownloadError({ code: 'file_host_unknown', host: url.host })
  return guardAs(url, addressClass)
}

function guardAs(url: URL, reach: Parameters<typeof refuseInward>[1]): LookupFunction {
  refuseInward(url, reach)
  return createGuardedLookup(url, reach)
}

/** Without a fragment, which is never sent to a server. */
function parseUrl(text: string): URL {
  if (text.length > resultUrlMaxLength)
    throw new DownloadError({ code: 'file_address_too_long' }, { isFinal: true })
  const url = URL.parse(text)
  if (!url || !['http:', 'https:'].includes(url.protocol))
    throw new DownloadError({ code: 'file_address_invalid' }, { isFinal: true })
  url.hash = ''
  return url
}
