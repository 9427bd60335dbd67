import type { BridgeCarrier } from '../../shared/bridge/carrier.ts'
import type { BridgeFailure } from '../../shared/bridge/error-codes.ts'
import { readSessionOpened, sessionRoute } from '../../shared/bridge/page-session.ts'
import { createSignal } from './signal.ts'

/** A stream of server-sent events, like EventSource. */
export interface EventStream {
  onopen: (() => void) | null
  /** With the status of the response where the host refused to open it. */
  onerror: ((status: number | null) => void) | null
  onmessage: ((event: { data: string }) => void) | null
  close(): void
}

export interface HttpCarrierPorts {
  readonly fetch: (path: string, init: RequestInit) => Promise<Response>
  readonly openEvents: (path: string) => EventStream
  /** Runs a task after some milliseconds; returns a cancel function. */
  readonly later: (task: () => void, milliseconds: number) => () => void
  /** The token of the address the page was opened with; null where there is none. */
  readonly token: string | null
  /** Keeps the session traded for the token, so that `fetch` and `openEvents` send it. */
  readonly keepSecret: (secret: string) => void
}

/** The host's response to a page without a session. */
const strangers: ReadonlySet<number> = new Set([401, 403])

const firstRetryMs = 500
const longestRetryMs = 8000

export interface HttpCarrier extends BridgeCarrier {
  /** Trades a token that arrives later: an address opened in an existing tab loads nothing again. */
  takeToken(token: string): Promise<void>
  close(): void
}

/**
 * The carrier over HTTP and one stream of events. The token becomes a session before the first call; the stream
 * is opened again, with growing pauses, whenever it breaks.
 */
export function createHttpCarrier(ports: HttpCarrierPorts): HttpCarrier {
  let session = openSession(ports, ports.token)
  const events = keepEvents(ports, session)
  return {
    async takeToken(token) {
      session = openSession(ports, token)
      await session
      events.openNow()
    },
    async call(procedure, input) {
      await session
      return post(ports, `/bridge/${procedure}`, input)
    },
    subscribe: events.subscribe,
    onConnected: events.onConnected,
    close: events.close,
  }
}

/**
 * Trades the token for a session. Where that fails, the calls report why: an earlier session may still be
 * valid, or there is none, or no response.
 */
async function openSession({ fetch, keepSecret }: HttpCarrierPorts, token: string | null): Promise<void> {
  if (token === null) return
  const opened = await fetch(sessionRoute, jsonPost({ token })).then(readOpened, () => null)
  if (opened) keepSecret(opened.secret)
}

async function readOpened(response: Response) {
  return response.ok ? readSessionOpened(await response.json().catch(() => null)) : null
}

async function post({ fetch }: HttpCarrierPorts, path: string, input: unknown): Promise<unknown> {
  try {
    const response = await fetch(path, jsonPost(input))
    if (response.ok) return await response.json()
    return { ok: false, error: readRefusal(response.status, response.statusText) }
  } catch (cause) {
    return { ok: false, error: { code: 'disconnected', message: String(cause) } }
  }
}

function readRefusal(status: number, words = ''): BridgeFailure {
  const code = strangers.has(status) ? 'no_session' : 'disconnected'
  return { code, message: `${status} ${words}`.trim() }
}

function jsonPost(body: unknown): RequestInit {
  return {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
    credentials: 'same-origin',
  }
}

interface Connection {
  readonly isConnected: boolean
  readonly failure?: BridgeFailure
}

function keepEvents(ports: HttpCarrierPorts, session: Promise<unknown>) {
  const messages = createSignal<{ name: string; payload: unknown }>()
  const connections = createSignal<Connection>()
  let stream: EventStream | null = null
  let cancelRetry: (() => void) | null = null
  let retryMs = firstRetryMs
  let last: Connection | null = null
  let closed = false

  /** Reports each state once; that the host is there but does not know this session is a state of its own. */
  function setConnection(now: Connection) {
    if (last?.isConnected === now.isConnected && last.failure?.code === now.failure?.code) return
    last = now
    connections.emit(now)
  }

  function open() {
    if (closed) return
    cancelRetry = null
    const opened = ports.openEvents('/bridge/events')
    stream = opened
    opened.onopen = () => {
      retryMs = firstRetryMs
      setConnection({ isConnected: true })
    }
    opened.onmessage = ({ data }) => {
      const event = readEvent(data)
      if (event) messages.emit(event)
    }
    opened.onerror = (status) => {
      opened.close()
      setConnection({ isConnected: false, ...(status !== null && { failure: readRefusal(status) }) })
      cancelRetry = ports.later(open, retryMs)
      retryMs = Math.min(longestRetryMs, retryMs * 2)
    }
  }

  void session.then(open)
  return {
    subscribe: messages.listen,
    onConnected(listener: (connected: boolean, failure?: BridgeFailure) => void) {
      const notify = ({ isConnected, failure }: Connection) => listener(isConnected, failure)
      if (last !== null) notify(last)
      return connections.listen(notify)
    },
    /** Does not wait for the next try. */
    openNow() {
      if (cancelRetry === null) return
      cancelRetry()
      open()
    },
    close() {
      closed = true
      cancelRetry?.()
      stream?.close()
    },
  }
}

function readEvent(data: string): { name: string; payload: unknown } | null {
  try {
    const event: unknown = JSON.parse(data)
    if (typeof event !== 'object' || event === null || !('name' in event)) return null
    return typeof event.name === 'string'
      ? { name: event.name, payload: 'payload' in event ? event.payload : undefined }
      : null
  } catch {
    return null
  }
}
