import { validateHeaderValue } from 'node:http'
import { connect as connectPlain, isIP, type Socket } from 'node:net'
import { connect as connectSecure } from 'node:tls'
import { type PlainAnswer, parsePlainAnswer } from './plain-answer.ts'

/** A connection that rested for longer may be dead without knowing it: a machine slept, a router forgot. */
const longestRestMs = 30_000
const mostAtRest = 6

export interface KeptConnectionsOptions {
  /** Only its origin counts. */
  readonly url: URL
  readonly headers: Readonly<Record<string, string>>
  /** Milliseconds for one answer, from the first byte that is sent to the last that is read. */
  readonly timeoutMs: number
  readonly maxBytes: number
}

export interface KeptConnections {
  /**
   * One GET of this path with its query; rejects with what Node says of the network. Null where the answer is one
   * that only the full client reads, which then has to ask anew: for what changes nothing at the service only.
   */
  get(path: string, signal?: AbortSignal): Promise<PlainAnswer | null>
}

interface Resting {
  readonly socket: Socket
  readonly since: number
}

/** A kept connection that the server was just giving up. */
class GivenUpError extends Error {
  override readonly name = 'GivenUpError'
}

/**
 * Small GETs of one service, thousands of them: Node's own client spends ten times the processor time of the sockets
 * under it. A connection carries one request at a time, and what is not plain is left to the full client.
 */
export function createKeptConnections({
  url,
  headers,
  timeoutMs,
  maxBytes,
}: KeptConnectionsOptions): KeptConnections {
  const resting: Resting[] = []
  const isSecure = url.protocol === 'https:'
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const place = { host, port: Number(url.port) || (isSecure ? 443 : 80), noDelay: true }
  let head: string | null = null

  /** Throws where a header holds what no wire takes. */
  function tail(): string {
    if (head !== null) return head
    for (const [name, value] of Object.entries(headers)) validateHeaderValue(name, value)
    const lines = Object.entries({ Host: url.host, ...headers, 'Accept-Encoding': 'identity' })
    head = ` HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`
    return head
  }

  function take(): Socket | null {
    for (let kept = resting.pop(); kept; kept = resting.pop()) {
      if (!kept.socket.destroyed && Date.now() - kept.since < longestRestMs) return kept.socket
      kept.socket.destroy()
    }
    return null
  }

  function rest(socket: Socket): void {
    if (resting.length >= mostAtRest) socket.destroy()
    else resting.push({ socket, since: Date.now() })
    socket.unref()
  }

  function open(): Socket {
    const name = isIP(host) === 0 ? { servername: host } : {}
    const socket = isSecure
      ? connectSecure({ ...place, ...name, ALPNProtocols: ['http/1.1'] })
      : connectPlain(place)
    // What nobody asked for, and an end while nobody asks, end the connection.
    socket.on('error', () => socket.destroy())
    socket.on('data', () => {
      if (socket.listenerCount('data') === 1) socket.destroy()
    })
    return socket
  }

  function ask(socket: Socket, path: string, signal: AbortSignal | undefined): Promise<PlainAnswer | null> {
    const { promise, resolve, reject } = Promise.withResolvers<PlainAnswer | null>()
    const chunks: Buffer[] = []
    let size = 0
    let needed = 1
    const timer = setTimeout(() => fail(new DOMException('No answer in time.', 'TimeoutError')), timeoutMs)

    function onData(chunk: Buffer): void {
      chunks.push(chunk)
      size += chunk.length
      if (size < needed) return
      const bytes = chunks.length === 1 ? chunk : Buffer.concat(chunks)
      const parsed = parsePlainAnswer(bytes)
      if (typeof parsed !== 'number') end(parsed === 'unusual' ? null : parsed)
      else if (parsed > maxBytes) fail(new Error('The answer is too large.'))
      else {
        chunks.splice(0, chunks.length, bytes)
        needed = parsed
      }
    }

    function onError(error: NodeJS.ErrnoException): void {
      fail(
        error.code === 'ECONNRESET' && size === 0 ? new GivenUpError(error.message, { cause: error }) : error,
      )
    }

    function onClose(): void {
      const message = 'The connection ended without an answer.'
      fail(size > 0 ? new Error(message) : new GivenUpError(message))
    }

    function onAbort(): void {
      fail(signal?.reason)
    }

    function leave(): void {
      clearTimeout(timer)
      socket.off('data', onData).off('error', onError).off('close', onClose)
      signal?.removeEventListener('abort', onAbort)
    }

    function end(answer: PlainAnswer | null): void {
      leave()
      if (answer?.isKept) rest(socket)
      else socket.destroy()
      resolve(answer)
    }

    function fail(error: unknown): void {
      leave()
      socket.destroy()
      reject(error)
    }

    socket.ref()
    socket.on('data', onData).on('error', onError).on('close', onClose)
    signal?.addEventListener('abort', onAbort)
    if (signal?.aborted) onAbort()
    else socket.write(`GET ${path}${tail()}`)
    return promise
  }

  return {
    async get(path, signal) {
      tail()
      const kept = take()
      if (!kept) return ask(open(), path, signal)
      try {
        return await ask(kept, path, signal)
      } catch (error) {
        if (!(error instanceof GivenUpError)) throw error
        return ask(open(), path, signal)
      }
    },
  }
}
