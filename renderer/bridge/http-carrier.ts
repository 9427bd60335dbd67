import type { BridgeCarrier } from '../../shared/bridge/carrier.ts'
import type { BridgeFailure } from '../../shared/bridge/error-codes.ts'
import { createSignal } from './signal.ts'

/** A stream of server-sent events, as EventSource has it. */
export interface EventStream {
  onopen: (() => void) | null
  onerror: (() => void) | null
  onmessage: ((event: { data: string }) => void) | null
  close(): void
}

export interface HttpCarrierPorts {
  readonly fetch: (path: string, init: RequestInit) => Promise<Response>
  readonly openEvents: (path: string) => EventStream
  /** Runs a task after some milliseconds; answers its undo. */
  readonly later: (task: () => void, milliseconds: number) => () => void
  /** The one-time token of the address the page was opened with; null where a cookie is there already. */
  readonly token: string | null
}

/** How the host answers a page that has no session. */
const strangers: ReadonlySet<number> = new Set([401, 403])

const firstRetryMs = 500
const longestRetryMs = 8000

/**
 * The carrier over HTTP and one stream of events. The token becomes a cookie before the first call; the stream is
 * opened again, ever more slowly, whenever it breaks.
 */
export function createHttpCarrier(ports: HttpCarrierPorts): BridgeCarrier & { close(): void } {
  const session = openSession(ports)
  const events = keepEvents(ports, session)
  return {
    async call(procedure, input) {
      const refusal = await session
      if (refusal) return { ok: false, error: refusal }
      return post(ports, `/bridge/${procedure}`, input)
    },
    subscribe: events.subscribe,
    onConnected: events.onConnected,
    close: events.close,
  }
}

/** Trades the token for the cookie. A used token is no failure: the cookie from its first use may be there. */
async function openSession({ fetch, token }: HttpCarrierPorts): Promise<BridgeFailure | null> {
  if (token === null) return null
  try {
    await fetch('/session', jsonPost({ token }))
    return null
  } catch (cause) {
    return { code: 'disconnected', message: String(cause) }
  }
}

async function post({ fetch }: HttpCarrierPorts, path: string, input: unknown): Promise<unknown> {
  try {
    const response = await fetch(path, jsonPost(input))
    if (response.ok) return await response.json()
    const code = strangers.has(response.status) ? 'no_session' : 'disconnected'
    const message = `${response.status} ${response.statusText}`.trim()
    return { ok: false, error: { code, message } }
  } catch (cause) {
    return { ok: false, error: { code: 'disconnected', message: String(cause) } }
  }
}

function jsonPost(body: unknown): RequestInit {
  return {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
    credentials: 'same-origin',
  }
}

function keepEvents(ports: HttpCarrierPorts, session: Promise<unknown>) {
  const messages = createSignal<{ name: string; payload: unknown }>()
  const connections = createSignal<boolean>()
  let stream: EventStream | null = null
  let cancelRetry: (() => void) | null = null
  let retryMs = firstRetryMs
  let connected: boolean | null = null
  let closed = false

  function setConnected(now: boolean) {
    if (connected === now) return
    connected = now
    connections.emit(now)
  }

  function open() {
    if (closed) return
    const opened = ports.openEvents('/bridge/events')
    stream = opened
    opened.onopen = () => {
      retryMs = firstRetryMs
      setConnected(true)
    }
    opened.onmessage = ({ data }) => {
      const event = readEvent(data)
      if (event) messages.emit(event)
    }
    opened.onerror = () => {
      opened.close()
      setConnected(false)
      cancelRetry = ports.later(open, retryMs)
      retryMs = Math.min(longestRetryMs, retryMs * 2)
    }
  }

  void session.then(open)
  return {
    subscribe: messages.listen,
    onConnected(listener: (connected: boolean) => void) {
      if (connected !== null) listener(connected)
      return connections.listen(listener)
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
