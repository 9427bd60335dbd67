import { type ClientRequest, type IncomingMessage, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { answerBounds } from '../../shared/json/read-bounded-json.ts'
import type { PostOutcome } from '../engine/submissions/ports.ts'

const connectTimeoutMs = 15_000
const answerTimeoutMs = 120_000
const goneStatus = 410

export interface PostOnceRequest {
  readonly url: URL
  readonly body: Uint8Array
  readonly headers: Readonly<Record<string, string>>
  readonly signal?: AbortSignal
  /** Milliseconds; only tests ask for other limits. */
  readonly limits?: { readonly connectMs: number; readonly answerMs: number }
}

interface Attempt extends PostOnceRequest {
  end(outcome: PostOutcome): void
}

/**
 * One POST on a fresh connection that is not kept, followed nowhere and never repeated. Until the connection
 * stands (for https: until TLS stands) nothing of the request has been written, so a failure before is proof
 * that nothing left; any failure after may have arrived. A request that can't be put on a wire at all, such as
 * one whose key holds a character that no header takes, is `not_sent` as well.
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
  const { connectMs, answerMs } = limits ?? { connectMs: connectTimeoutMs, answerMs: answerTimeoutMs }
  const isSecure = url.protocol === 'https:'
  let mayHaveLeft = false
  /** A 410 is final by its status alone (interface: Versioning 8); any other answer counts whole or not at all. */
  let gone: PostOutcome | null = null
  const request = (isSecure ? requestHttps : requestHttp)(url, {
    method: 'POST',
    agent: false,
    headers: {
      ...headers,
      'Accept-Encoding': 'identity',
      'Content-Length': body.byteLength,
      Connection: 'close',
    },
  })
  const giveUp = () => request.destroy(new Error('No answer in time.'))
  const connectTimer = setTimeout(() => request.destroy(new Error('No connection in time.')), connectMs)
  let answerTimer: NodeJS.Timeout | undefined
  const hangUp = () => request.destroy(new Error('Atelier was closed before the answer came.'))
  signal?.addEventListener('abort', hangUp, { once: true })
  if (signal?.aborted) hangUp()

  function settle(outcome: PostOutcome): void {
    clearTimeout(connectTimer)
    clearTimeout(answerTimer)
    signal?.removeEventListener('abort', hangUp)
    end(gone !== null && outcome.type !== 'answered' ? gone : outcome)
  }

  function fail(error: Error): void {
    settle({ type: mayHaveLeft ? 'lost' : 'not_sent', cause: explainNetworkError(error) })
  }

  request.on('socket', (socket) => {
    socket.once(isSecure ? 'secureConnect' : 'connect', () => {
      mayHaveLeft = true
      clearTimeout(connectTimer)
      // A large body takes as long as the line needs; only a line on which nothing moves is given up.
      socket.setTimeout(answerMs, giveUp)
    })
  })
  request.on('error', fail)
  request.on('close', () => fail(new Error('The connection ended without an answer.')))
  request.on('response', (response) => {
    answerTimer = setTimeout(giveUp, answerMs)
    if (response.statusCode === goneStatus) gone = answerOf(response, '')
    takeAnswer(request, response, fail, settle)
  })
  request.end(body)
}

function takeAnswer(
  request: ClientRequest,
  response: IncomingMessage,
  fail: (error: Error) => void,
  settle: (outcome: PostOutcome) => void,
): void {
  const chunks: Buffer[] = []
  let size = 0
  response.on('data', (chunk: Buffer) => {
    size += chunk.length
    if (size <= answerBounds.bytes) {
      chunks.push(chunk)
      return
    }
    settle({ type: 'unreadable', status: response.statusCode ?? 0, cause: 'The answer is too large.' })
    request.destroy()
  })
  response.on('error', fail)
  response.on('end', () => {
    if (!response.complete) return fail(new Error('The answer was cut.'))
    settle(answerOf(response, Buffer.concat(chunks).toString('utf8')))
  })
}

function answerOf(response: IncomingMessage, body: string): PostOutcome {
  const header = (name: string) => firstOf(response.headers[name])
  return { type: 'answered', status: response.statusCode ?? 0, body, header }
}

function firstOf(value: string | string[] | undefined): string | null {
  return (Array.isArray(value) ? value[0] : value) ?? null
}

const plainCauses: Readonly<Record<string, string>> = {
  ENOTFOUND: 'The service’s address can’t be found.',
  EAI_AGAIN: 'The service’s address can’t be looked up now.',
  ECONNREFUSED: 'The service refuses connections.',
  ECONNRESET: 'The connection was reset.',
  ETIMEDOUT: 'No connection in time.',
  EHOSTUNREACH: 'The service can’t be reached.',
  ENETUNREACH: 'There is no network.',
  ERR_INVALID_CHAR: 'The key or the address holds a character that can’t be sent.',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'The service’s certificate is one that nobody vouches for.',
  ERR_TLS_CERT_ALTNAME_INVALID: 'The service’s certificate is another address’s.',
  CERT_HAS_EXPIRED: 'The service’s certificate has run out.',
  EPROTO: 'The service speaks no TLS at this address.',
}

/** A network failure in a sentence. */
export function explainNetworkError(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  if (!(cause instanceof Error)) return 'The connection failed.'
  if (cause.name === 'TimeoutError') return 'No answer in time.'
  const { code } = cause as NodeJS.ErrnoException
  const plain = typeof code === 'string' && Object.hasOwn(plainCauses, code) ? plainCauses[code] : undefined
  return plain ?? (cause.message || 'The connection failed.')
}
