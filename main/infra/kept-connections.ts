import type { Dispatcher, Pool } from 'undici'
import { connecting, loadUndici, toRequest, untimed } from './http-connection.ts'
import { collect, httpGet, type SmallAnswer } from './http-get.ts'

/** As many as the poller has under way. */
const connections = 6
/** A connection that is older may be dead without knowing it: a machine slept, a router forgot. */
const longestLifeMs = 30_000

interface KeptConnectionsOptions {
  /** Only its origin counts. */
  readonly url: URL
  readonly headers: Readonly<Record<string, string>>
  /** Milliseconds for one answer, from the asking to the last byte that is read. */
  readonly timeoutMs: number
  readonly maxBytes: number
}

export interface KeptConnections {
  /**
   * One GET of this path with its query, followed nowhere; rejects with a sentence or with what Node says of the
   * network. Asked for anew, once, where a kept connection was just being given up: for what changes nothing only.
   */
  get(path: string, signal?: AbortSignal): Promise<SmallAnswer>
}

/** How a kept connection fails that the server was just giving up: nothing is wrong with the service. */
const givenUp: ReadonlySet<unknown> = new Set(['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET'])

/** Small GETs of one service, thousands of them. */
export function createKeptConnections({
  url,
  headers,
  timeoutMs,
  maxBytes,
}: KeptConnectionsOptions): KeptConnections {
  const request = toRequest('', headers)
  /** The request that starts meanwhile is the first of its connection. */
  let isOpening = false
  let pool: Promise<Pool> | null = null

  async function openPool(): Promise<Pool> {
    const undici = await loadUndici()
    const connect = undici.buildConnector(connecting)
    return new undici.Pool(url.origin, {
      ...untimed,
      allowH2: false,
      connections,
      pipelining: 1,
      clientTtl: longestLifeMs,
      keepAliveTimeout: longestLifeMs,
      keepAliveMaxTimeout: longestLifeMs,
      maxResponseSize: maxBytes,
      connect(options, callback) {
        connect(options, (...opened) => {
          isOpening = true
          callback(...opened)
          isOpening = false
        })
      },
    })
  }

  /** On a connection that is new: the one case in which a request is repeated can't arise. */
  function askOnce(path: string, signal: AbortSignal | undefined): Promise<SmallAnswer> {
    const inTime = AbortSignal.timeout(timeoutMs)
    const either = signal ? AbortSignal.any([inTime, signal]) : inTime
    return httpGet(new URL(url.origin + path), { headers, signal: either, maxBytes })
  }

  function ask(kept: Pool, path: string, signal: AbortSignal | undefined): Promise<SmallAnswer> {
    const { promise, resolve, reject } = Promise.withResolvers<SmallAnswer>()
    let controller: Dispatcher.DispatchController | null = null
    let stopped: Error | null = null
    let mayBeGivenUp = true
    const timer = setTimeout(late, timeoutMs)
    signal?.addEventListener('abort', hangUp)

    function late(): void {
      stop(new DOMException('No answer in time.', 'TimeoutError'))
    }

    function hangUp(): void {
      stop(signal?.reason)
    }

    function stop(reason: Error): void {
      stopped = reason
      controller?.abort(reason)
      fail(reason)
    }

    function leave(): void {
      clearTimeout(timer)
      signal?.removeEventListener('abort', hangUp)
    }

    function fail(error: NodeJS.ErrnoException): void {
      leave()
      if (mayBeGivenUp && !stopped && givenUp.has(error.code)) resolve(askOnce(path, signal))
      else reject(error)
    }

    const handler = collect({
      maxBytes,
      resolve(answer) {
        leave()
        resolve(answer)
      },
      reject: fail,
      onRequestStart(started) {
        controller = started
        if (isOpening) mayBeGivenUp = false
        if (stopped) started.abort(stopped)
      },
      onBegin() {
        mayBeGivenUp = false
      },
    })
    if (signal?.aborted) hangUp()
    else kept.dispatch({ ...request, path }, handler)
    return promise
  }

  return {
    async get(path, signal) {
      pool ??= openPool()
      return ask(await pool, path, signal)
    },
  }
}
