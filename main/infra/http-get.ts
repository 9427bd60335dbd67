import { Agent as HttpAgent, type IncomingMessage, request as requestHttp } from 'node:http'
import { Agent as HttpsAgent, request as requestHttps } from 'node:https'
import type { LookupFunction } from 'node:net'
import { pipeline, type Readable, type Transform } from 'node:stream'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'

/** The head of an answer, and its body as a stream that must be read to its end or destroyed. */
export interface HttpAnswer {
  readonly status: number
  /** Reads a header by its lower-case name. */
  header(name: string): string | null
  /** Unpacked; fails where the body is cut. */
  readonly body: Readable
  /** Whether it was packed on its way; its headers then tell of other bytes than the body's. */
  readonly isPacked: boolean
  /** Whether a length, chunks or the packing tell where the body ends; else any close could be its end. */
  readonly isEndTold: boolean
  /** How many bytes the body has; null where that is not said, or said of its packed form. */
  readonly bytes: number | null
}

const httpAgent = new HttpAgent({ keepAlive: true })
const httpsAgent = new HttpsAgent({ keepAlive: true })

/** How a body may be packed although it was asked for as it is. */
const decoders: ReadonlyMap<string, () => Transform> = new Map([
  ['gzip', createGunzip],
  ['x-gzip', createGunzip],
  ['deflate', createInflate],
  ['br', createBrotliDecompress],
])

interface Asking {
  readonly headers: Readonly<Record<string, string>>
  readonly signal: AbortSignal
  /** Resolves names for a connection of its own, which is not kept; without it, kept connections serve. */
  readonly lookup?: LookupFunction | undefined
  /** On a new connection, which is not kept either: the one case in which a request is repeated can't arise. */
  readonly isOnce?: boolean
}

/** A kept connection that the server was just giving up: nothing is wrong with the service. */
class StaleConnectionError extends Error {
  override readonly name = 'StaleConnectionError'
}

/**
 * One GET, followed nowhere; rejects with what Node says of the network. Node's own client and not `fetch`: that
 * one's parser (undici 7.29) ends the whole process by a failed assertion where a server closes the connection
 * behind a body that is still being read.
 */
export async function httpGet(url: URL, asking: Asking): Promise<HttpAnswer> {
  try {
    return await ask(url, asking)
  } catch (error) {
    if (!(error instanceof StaleConnectionError)) throw error
    return await ask(url, asking, false)
  }
}

function ask(url: URL, { headers, signal, lookup, isOnce }: Asking, mayReuse = true): Promise<HttpAnswer> {
  const { promise, resolve, reject } = Promise.withResolvers<HttpAnswer>()
  const isSecure = url.protocol === 'https:'
  const request = (isSecure ? requestHttps : requestHttp)(url, {
    agent: mayReuse && !lookup && !isOnce && (isSecure ? httpsAgent : httpAgent),
    ...(lookup && { lookup }),
    headers: { ...headers, 'Accept-Encoding': 'identity' },
    signal,
  })
  request.on('error', (error: NodeJS.ErrnoException) => {
    const isStale = request.reusedSocket && error.code === 'ECONNRESET'
    reject(isStale ? new StaleConnectionError(error.message, { cause: error }) : error)
  })
  request.on('close', () => reject(new Error('The connection ended without an answer.')))
  request.on('response', (response) => resolve(toAnswer(response)))
  request.end()
  return promise
}

export function toAnswer(response: IncomingMessage): HttpAnswer {
  const header = (name: string) => firstOf(response.headers[name])
  const encoding = header('content-encoding')?.trim().toLowerCase() ?? 'identity'
  const decoder = decoders.get(encoding)?.()
  const length = header('content-length')
  return {
    status: response.statusCode ?? 0,
    header,
    // What breaks one end of the pipeline breaks the other, where it is seen.
    body: decoder ? pipeline(response, decoder, () => undefined) : response,
    isPacked: encoding !== 'identity',
    isEndTold:
      length !== null || decoder !== undefined || response.headers['transfer-encoding'] !== undefined,
    bytes: encoding === 'identity' && length !== null && /^\d+$/.test(length) ? Number(length) : null,
  }
}

function firstOf(value: string | string[] | undefined): string | null {
  return (Array.isArray(value) ? value[0] : value) ?? null
}
