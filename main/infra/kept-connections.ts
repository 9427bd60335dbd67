import type { Dispatcher } from 'undici'
import {
  type Connection,
  connecting,
  loadUndici,
  toRequest,
  type Undici,
  untimed,
} from './http-connection.ts'
import { collect, httpGet, type SmallResponse } from './http-get.ts'

/** As many as the poller's parallel readings. */
const connections = 6
/** An older connection may be dead without a sign: the machine slept, or a router forgot it. */
const longestLifeMs = 30_000

interface KeptConnectionsOptions {
  /** Only its origin counts. */
  readonly url: URL
  readonly headers: Readonly<Record<string, string>>
  /** Milliseconds for one response, from the request to the last byte. */
  readonly timeoutMs: number
  readonly maxBytes: number
}

export interface KeptConnections {
  /**
   * One GET of this path with its query, without redirects; rejects with a sentence or with Node's network
   * error. Repeated once where a kept connection was just being closed, so use it only for requests that change
   * nothing.
   */
  get(path: string, signal?: AbortSignal): Promise<SmallResponse>
}

/** At most one connection, and the requests over it. */
interface Lane {
  readonly client: Connection
  /** Milliseconds since 1970. */
  readonly openedAt: number
  asking: number
}

/** Errors of a kept connection that the server was just closing: nothing is wrong with the service. */
const givenUp: ReadonlySet<unknown> = new Set(['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET'])

/** Small GETs to one service, thousands of them. */
export function createKeptConnections({
  url,
  headers,
  timeoutMs,
  maxBytes,
}: KeptConnectionsOptions): KeptConnections {
  const request = toRequest('', headers)
  /** A request that starts meanwhile is the first of its connection. */
  let isOpening = false
  const lanes: Lane[] = []
  let undici: Undici | null = null

  function openLane({ Client, buildConnector }: Undici): Lane {
    const connect = buildConnector(connecting)
    const client = new Client(url.origin, {
      ...untimed,
      allowH2: false,
      pipelining: 1,
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
    return { client, openedAt: Date.now(), asking: 0 }
  }

  /** The first free one, so that a quiet period needs only one; one that is too old is replaced. */
  function chooseLane(library: Undici): Lane {
    const free = lanes.findIndex(({ asking }) => asking === 0)
    const found = lanes[free]
    if (found) {
      if (Date.now() - found.openedAt < longestLifeMs) return found
      void found.client.close()
      const fresh = openLane(library)
      lanes[free] = fresh
      return fresh
    }
    if (lanes.length < connections) {
      const fresh = openLane(library)
      lanes.push(fresh)
      return fresh
    }
    return lanes.reduce((least, lane) => (lane.asking < least.asking ? lane : least))
  }

  /** On a new connection, where the one reason to repeat a request can't occur. */
  function requestOnce(path: string, signal: AbortSignal | undefined): Promise<SmallResponse> {
    const inTime = AbortSignal.timeout(timeoutMs)
    const either = signal ? AbortSignal.any([inTime, signal]) : inTime
    return httpGet(new URL(url.origin + path), { headers, signal: either, maxBytes })
  }

  function ask(lane: Lane, path: string, signal: AbortSignal | undefined): Promise<SmallResponse> {
    const { promise, resolve, reject } = Promise.withResolvers<SmallResponse>()
    let controller: Dispatcher.DispatchController | null = null
    let stopped: Error | null = null
    let mayBeGivenUp = true
    let isOver = false
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
      if (isOver) return
      isOver = true
      lane.asking -= 1
      clearTimeout(timer)
      signal?.removeEventListener('abort', hangUp)
    }

    function fail(error: NodeJS.ErrnoException): void {
      leave()
      if (mayBeGivenUp && !stopped && givenUp.has(error.code)) resolve(requestOnce(path, signal))
      else reject(error)
    }

    const handler = collect({
      maxBytes,
      resolve(response) {
        leave()
        resolve(response)
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
    lane.asking += 1
    if (signal?.aborted) hangUp()
    else lane.client.dispatch({ ...request, path }, handler)
    return promise
  }

  return {
    get(path, signal) {
      if (undici) return ask(chooseLane(undici), path, signal)
      return loadUndici().then((loaded) => {
        undici = loaded
        return ask(chooseLane(loaded), path, signal)
      })
    },
  }
}
