import type { LookupFunction } from 'node:net'
import type { buildConnector, Client } from 'undici'
import type { CodedReason } from '../../shared/failures/reason.ts'
import { ReasonError } from '../engine/reason-error.ts'
import type { ReceiveBuffers } from './receive-buffers.ts'

const connectTimeoutMs = 15_000

/**
 * Options of every connection: HTTP/1.1 only. undici's own timeouts are off: they are checked twice a second
 * and limit a silence, not a response; callers pass a signal or a limit of their own.
 */
export const connecting = { allowH2: false, timeout: connectTimeoutMs } as const
export const untimed = { headersTimeout: 0, bodyTimeout: 0 } as const

/** One connection of undici. */
export type Connection = Pick<Client, 'dispatch' | 'close' | 'destroy'>

export interface Undici {
  readonly Client: new (...given: ConstructorParameters<typeof Client>) => Connection
  readonly buildConnector: typeof buildConnector
}

interface Connecting {
  /** Ends the connection, or its setup. */
  readonly signal: AbortSignal
  /** Resolves the host's name, where it is one. */
  readonly lookup?: LookupFunction | undefined
  readonly maxBytes?: number
  /** Where the bytes are received; without it, into memory that Node allocates for each read. */
  readonly buffers?: ReceiveBuffers
}

/**
 * What is used of undici, without what it adds to a client only as a whole (`request`, `stream`, ...): its two
 * modules load 18 of the 109 files, and the first request loads them.
 */
export async function loadUndici(): Promise<Undici> {
  const [client, connector] = await Promise.all([
    import('undici/lib/dispatcher/client.js'),
    import('undici/lib/core/connect.js'),
  ])
  return { Client: client.default, buildConnector: connector.default }
}

/** A connection for one request, to be destroyed afterwards: nothing is requested twice, and nothing is kept. */
export async function openConnection(
  url: URL,
  { signal, lookup, maxBytes, buffers }: Connecting,
): Promise<Connection> {
  const undici = await loadUndici()
  const options = { ...connecting, signal, ...(lookup && { lookup }) }
  return new undici.Client(url.origin, {
    ...untimed,
    allowH2: false,
    pipelining: 0,
    ...(maxBytes !== undefined && { maxResponseSize: maxBytes }),
    connect: createConnector(undici, options, buffers),
  })
}

function createConnector(
  { buildConnector }: Undici,
  options: typeof connecting & { readonly signal: AbortSignal },
  buffers: ReceiveBuffers | undefined,
): buildConnector.connector {
  const connect = buildConnector(buffers ? { ...options, onread: buffers.onread } : options)
  return (to, callback) => {
    // Node's `net.connect` opens a socket for an aborted signal, too, and never closes it.
    if (options.signal.aborted) return void callback(options.signal.reason, null)
    connect(to, (...opened) => {
      const [, socket] = opened
      if (socket) buffers?.feed(socket)
      callback(...opened)
    })
  }
}

/** One GET of this path with its query, sent as it is and without content encoding. */
export function toRequest(path: string, headers: Readonly<Record<string, string>>) {
  return { method: 'GET', path, headers: { ...headers, 'Accept-Encoding': 'identity' } } as const
}

/** The part of a URL that is sent in a request. */
export function pathOf({ pathname, search }: URL): string {
  return pathname + search
}

const clientReasons: ReadonlyMap<string | undefined, CodedReason> = new Map<string | undefined, CodedReason>([
  ['UND_ERR_CONNECT_TIMEOUT', { code: 'connection_timeout' }],
  ['UND_ERR_HEADERS_OVERFLOW', { code: 'answer_head_too_long' }],
  ['UND_ERR_INVALID_ARG', { code: 'request_unsendable' }],
  ['UND_ERR_RES_CONTENT_LENGTH_MISMATCH', { code: 'connection_ended' }],
  ['UND_ERR_RES_EXCEEDED_MAX_SIZE', { code: 'answer_too_large' }],
  ['UND_ERR_SOCKET', { code: 'connection_ended' }],
])

/** An error of undici with its reason; Node's network errors are returned unchanged. */
export function withReason(error: Error & { readonly code?: string }): Error {
  const reason = clientReasons.get(error.code)
  return reason === undefined ? error : Object.assign(new ReasonError(reason), { code: error.code })
}
