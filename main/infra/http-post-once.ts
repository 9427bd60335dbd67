import { request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import type { PostOutcome } from '../engine/jobs/ports.ts'

const connectTimeoutMs = 15_000
const answerTimeoutMs = 120_000
const answerMaxBytes = 4 * 1024 * 1024

export interface PostOnceRequest {
  readonly url: URL
  readonly body: Uint8Array
  readonly headers: Readonly<Record<string, string>>
  readonly signal?: AbortSignal
  /** Milliseconds; only tests ask for other limits. */
  readonly limits?: { readonly connectMs: number; readonly answerMs: number }
}

/**
 * One POST on a fresh connection that is not kept, followed nowhere and never repeated. Until the connection
 * stands (for https: until TLS stands) nothing of the request has been written, so a failure before is proof
 * that nothing left; any failure after may have arrived.
 */
export function postOnce({ url, body, headers, signal, limits }: PostOnceRequest): Promise<PostOutcome> {
  const { promise, resolve } = Promise.withResolvers<PostOutcome>()
  const isSecure = url.protocol === 'https:'
  let mayHaveLeft = false
  const request = (isSecure ? requestHttps : requestHttp)(url, {
    method: 'POST',
    agent: false,
    headers: { ...headers, 'Content-Length': body.byteLength, Connection: 'close' },
  })
  const connectTimer = setTimeout(
    () => request.destroy(new Error('No connection in time.')),
    limits?.connectMs ?? connectTimeoutMs,
  )
  const answerTimer = setTimeout(
    () => request.destroy(new Error('No answer in time.')),
    limits?.answerMs ?? answerTimeoutMs,
  )

  const hangUp = () => request.destroy(new Error('Atelier was closed before the answer came.'))
  signal?.addEventListener('abort', hangUp, { once: true })

  function end(outcome: PostOutcome): void {
    clearTimeout(connectTimer)
    clearTimeout(answerTimer)
    signal?.removeEventListener('abort', hangUp)
    resolve(outcome)
  }

  function fail(error: Error): void {
    end({ type: mayHaveLeft ? 'lost' : 'not_sent', cause: explainNetworkError(error) })
  }

  request.on('socket', (socket) => {
    socket.once(isSecure ? 'secureConnect' : 'connect', () => {
      mayHaveLeft = true
      clearTimeout(connectTimer)
    })
  })
  request.on('error', fail)
  request.on('close', () => fail(new Error('The connection ended without an answer.')))
  request.on('response', (response) => {
    const chunks: Buffer[] = []
    let size = 0
    response.on('data', (chunk: Buffer) => {
      size += chunk.length
      if (size > answerMaxBytes) request.destroy(new Error('The answer is too large.'))
      else chunks.push(chunk)
    })
    response.on('error', fail)
    response.on('end', () => {
      if (!response.complete) return fail(new Error('The answer was cut.'))
      end({
        type: 'answered',
        status: response.statusCode ?? 0,
        body: Buffer.concat(chunks).toString('utf8'),
        header: (name) => firstOf(response.headers[name]),
      })
    })
  })
  request.end(body)
  return promise
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
}

/** A network failure in a sentence. */
export function explainNetworkError(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  if (!(cause instanceof Error)) return 'The connection failed.'
  const code = (cause as NodeJS.ErrnoException).code
  return (code === undefined ? undefined : plainCauses[code]) ?? cause.message
}
