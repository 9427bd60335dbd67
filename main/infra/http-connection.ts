import type { LookupFunction } from 'node:net'
import type { Client } from 'undici'

const connectTimeoutMs = 15_000

/**
 * What every connection is opened with: HTTP/1.1 alone. undici's own limits on time are left out: they are looked at
 * twice a second and bound a silence, not an answer; whoever asks gives a signal or a limit of its own.
 */
export const connecting = { allowH2: false, timeout: connectTimeoutMs } as const
export const untimed = { headersTimeout: 0, bodyTimeout: 0 } as const

interface Connecting {
  /** Ends the connection, and the making of it. */
  readonly signal: AbortSignal
  /** Resolves the host's name, where it is one. */
  readonly lookup?: LookupFunction | undefined
  readonly maxBytes?: number
}

/** Loading undici takes as long as half a start, so the first who asks for something loads it. */
export function loadUndici(): Promise<typeof import('undici')> {
  return import('undici')
}

/** A connection of its own for one request, to be destroyed: nothing is asked twice, and nothing is kept. */
export async function openConnection(url: URL, { signal, lookup, maxBytes }: Connecting): Promise<Client> {
  const undici = await loadUndici()
  return new undici.Client(url.origin, {
    ...untimed,
    allowH2: false,
    pipelining: 0,
    ...(maxBytes !== undefined && { maxResponseSize: maxBytes }),
    connect: { ...connecting, signal, ...(lookup && { lookup }) },
  })
}

/** One GET of this path with its query, as it is and not packed. */
export function toRequest(path: string, headers: Readonly<Record<string, string>>) {
  return { method: 'GET', path, headers: { ...headers, 'Accept-Encoding': 'identity' } } as const
}

/** What of a URL goes into a request. */
export function pathOf({ pathname, search }: URL): string {
  return pathname + search
}

const sentences: Readonly<Record<string, string>> = {
  UND_ERR_CONNECT_TIMEOUT: 'No connection in time.',
  UND_ERR_HEADERS_OVERFLOW: 'The answer’s head is too long.',
  UND_ERR_INVALID_ARG: 'The key or the address holds a character that can’t be sent.',
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: 'The connection ended amid the answer.',
  UND_ERR_RES_EXCEEDED_MAX_SIZE: 'The answer is too large.',
  UND_ERR_SOCKET: 'The connection ended without a whole answer.',
}

/** An error of undici's own with a sentence for the person; Node's errors of the network as they are. */
export function toSentence(error: Error & { readonly code?: string }): Error {
  const sentence = sentences[error.code ?? '']
  return sentence === undefined ? error : Object.assign(new Error(sentence), { code: error.code })
}
