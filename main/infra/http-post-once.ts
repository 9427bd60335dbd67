import type { ClientRequest, IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import { type CodedReason, type Reason, reasonOf } from '../../shared/failures/reason.ts'
import { responseBounds } from '../../shared/json/read-bounded-json.ts'
import { ReasonError } from '../engine/reason-error.ts'
import type { OutgoingBody, PostOutcome, StreamedBody } from '../engine/service/ports.ts'
import { requestOver } from './node-http.ts'

const connectTimeoutMs = 15_000
const responseTimeoutMs = 120_000
const goneStatus = 410

export interface PostOnceRequest {
  readonly url: URL
  readonly body: OutgoingBody
  readonly headers: Readonly<Record<string, string>>
  readonly signal?: AbortSignal
  /** Milliseconds; only tests set other limits. */
  readonly limits?: { readonly connectMs: number; readonly responseMs: number }
}

interface Attempt extends PostOnceRequest {
  end(outcome: PostOutcome): void
}

/**
 * One POST on a fresh connection that is not reused, without redirects or retries. Until the connection is
 * established (for https: until the TLS handshake is done) nothing of the request has been written, so an
 * earlier failure proves that nothing was sent; after any later failure it may have arrived. A request that
 * can't be sent at all, such as one whose key holds a character that no header takes, is `not_sent` as well.
 */
export function postOnce(request: PostOnceRequest): Promise<PostOutcome> {
  const { promise, resolve } = Promise.withResolvers<PostOutcome>()
  try {
    send({ ...request, end: resolve })
  } catch (error) {
    resolve({ type: 'not_sent', cause: explainNetworkError(error) })
  }
  return promise
}

function send({ url, body, headers, signal, limits, end }: Attempt): void {
  const { connectMs, responseMs } = limits ?? { connectMs: connectTimeoutMs, responseMs: responseTimeoutMs }
  const isSecure = url.protocol === 'https:'
  let mayHaveLeft = false
  /**
   * A 410 is final by its status alone (interface: Versioning 8); any other response counts only if it is
   * whole.
   */
  let gone: PostOutcome | null = null
  const request = requestOver({ isSecure })(url, {
    method: 'POST',
    agent: false,
    headers: {
      ...headers,
      'Accept-Encoding': 'identity',
      'Content-Length': lengthOf(body),
      Connection: 'close',
    },
  })
  const giveUp = () => request.destroy(new ReasonError({ code: 'answer_timeout' }))
  const connectTimer = setTimeout(
    () => request.destroy(new ReasonError({ code: 'connection_timeout' })),
    connectMs,
  )
  let responseTimer: NodeJS.Timeout | undefined
  const hangUp = () => request.destroy(new ReasonError({ code: 'closed_while_sending' }))
  signal?.addEventListener('abort', hangUp, { once: true })
  if (signal?.aborted) hangUp()

  function settle(outcome: PostOutcome): void {
    clearTimeout(connectTimer)
    clearTimeout(responseTimer)
    signal?.removeEventListener('abort', hangUp)
    end(gone !== null && outcome.type !== 'responded' ? gone : outcome)
  }

  function fail(error: Error): void {
    settle({ type: mayHaveLeft ? 'lost' : 'not_sent', cause: explainNetworkError(error) })
  }

  request.on('socket', (socket) => {
    socket.once(isSecure ? 'secureConnect' : 'connect', () => {
      mayHaveLeft = true
      clearTimeout(connectTimer)
      // A large body takes as long as the connection needs; only one on which nothing moves is given up.
      socket.setTimeout(responseMs, giveUp)
      if (!(body instanceof Uint8Array)) stream(body, request)
    })
  })
  request.on('error', fail)
  request.on('close', () => fail(new ReasonError({ code: 'answer_missing' })))
  request.on('response', (response) => {
    responseTimer = setTimeout(giveUp, responseMs)
    if (response.statusCode === goneStatus) gone = responseOf(response, '')
    receiveResponse(request, response, fail, settle)
  })
  if (body instanceof Uint8Array) request.end(body)
}

function lengthOf(body: OutgoingBody): number {
  return body instanceof Uint8Array ? body.byteLength : body.bytes
}

/**
 * Writes a body as fast as the connection takes it. A file that fails meanwhile breaks the connection: the request may have
 * arrived, though never whole. A service may refuse before it has read everything: then its response counts.
 */
function stream(body: StreamedBody, request: ClientRequest): void {
  const content = Readable.from(body.open(), { objectMode: false })
  content.once('error', (error) => request.destroy(error))
  request.once('close', () => content.destroy())
  content.pipe(request)
}

function receiveResponse(
  request: ClientRequest,
  response: IncomingMessage,
  fail: (error: Error) => void,
  settle: (outcome: PostOutcome) => void,
): void {
  const chunks: Buffer[] = []
  let size = 0
  response.on('data', (chunk: Buffer) => {
    size += chunk.length
    if (size <= responseBounds.bytes) {
      chunks.push(chunk)
      return
    }
    settle({ type: 'unreadable', status: response.statusCode ?? 0, cause: reasonOf('answer_too_large') })
    request.destroy()
  })
  response.on('error', fail)
  response.on('end', () => {
    if (!response.complete) return fail(new ReasonError({ code: 'answer_cut' }))
    settle(responseOf(response, Buffer.concat(chunks).toString('utf8')))
  })
}

function responseOf(response: IncomingMessage, body: string): PostOutcome {
  const header = (name: string) => firstOf(response.headers[name])
  return { type: 'responded', status: response.statusCode ?? 0, body, header }
}

function firstOf(value: string | string[] | undefined): string | null {
  return (Array.isArray(value) ? value[0] : value) ?? null
}

/** The meaning of Node's and OpenSSL's codes for network failures. */
const networkReasons: ReadonlyMap<unknown, CodedReason> = new Map<unknown, CodedReason>([
  ['ENOTFOUND', { code: 'address_not_found' }],
  ['EAI_AGAIN', { code: 'address_lookup_failed' }],
  ['ECONNREFUSED', { code: 'connection_refused' }],
  ['ECONNRESET', { code: 'connection_reset' }],
  ['ETIMEDOUT', { code: 'connection_timeout' }],
  ['EHOSTUNREACH', { code: 'host_unreachable' }],
  ['ENETUNREACH', { code: 'network_missing' }],
  ['ERR_INVALID_CHAR', { code: 'request_unsendable' }],
  ['DEPTH_ZERO_SELF_SIGNED_CERT', { code: 'certificate_self_signed' }],
  ['ERR_TLS_CERT_ALTNAME_INVALID', { code: 'certificate_of_other_host' }],
  ['CERT_HAS_EXPIRED', { code: 'certificate_expired' }],
  ['CERT_NOT_YET_VALID', { code: 'certificate_not_yet_valid' }],
  ['EPROTO', { code: 'tls_missing' }],
])

/** Why a request failed on the network; the system's own words for an unknown code. */
export function explainNetworkError(error: unknown): Reason {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  if (cause instanceof ReasonError) return cause.reason
  if (!(cause instanceof Error)) return reasonOf('connection_failed')
  if (cause.name === 'TimeoutError') return reasonOf('answer_timeout')
  const known = networkReasons.get((cause as NodeJS.ErrnoException).code)
  return known ?? (cause.message || reasonOf('connection_failed'))
}
