import type { IncomingMessage, Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { HttpBindings } from '@hono/node-server'
import { Hono } from 'hono'
import { fail, succeed } from '../../shared/result.ts'
import type { ArrivedRequest, RequestResponse, WebhookServer } from '../engine/webhooks/ports.ts'
import { type ConnectionCaps, capConnections } from './connection-caps.ts'
import { readArrivingBody } from './read-arriving-body.ts'
import { createStrictServer } from './strict-http-server.ts'

type Receive = (request: ArrivedRequest) => Promise<RequestResponse>

/** Limits on what strangers may use of this machine. Times in milliseconds. */
export interface ReceiverLimits extends ConnectionCaps {
  /** Until the headers are complete, from the connection's beginning. */
  readonly headersTimeout: number
  /** Until the whole request is complete, from its first byte. */
  readonly requestTimeout: number
  readonly connectionsCheckingInterval: number
  /**
   * How long a body that was refused unread may still arrive, so that the client sees the response and not a
   * reset.
   */
  readonly restTimeout: number
}

const usualLimits: ReceiverLimits = {
  headersTimeout: 3_000,
  requestTimeout: 10_000,
  connectionsCheckingInterval: 500,
  maxConnections: 128,
  maxPerAddress: 96,
  restTimeout: 1_000,
}
const maxHeaderSize = 16_384
/** How many bytes of a body that was refused unread are let through. */
const restBytes = 256 * 1024

/** The receiver's own HTTP server on 127.0.0.1. Every request goes to `receive`. */
export function createWebhookServer(changes: Partial<ReceiverLimits> = {}): WebhookServer {
  const { maxConnections, maxPerAddress, restTimeout, ...times } = { ...usualLimits, ...changes }
  return {
    open(port, receive) {
      const server = createStrictServer({
        fetch: createApp(receive, restTimeout).fetch,
        serverOptions: { ...times, maxHeaderSize },
        // Bodies refused unread are limited below, in bytes and in time.
        autoCleanupIncoming: false,
      }) as Server
      capConnections(server, { maxConnections, maxPerAddress })
      // Node drops headers beyond a number of them, so that a second signature could hide; their size is
      // limited instead.
      server.maxHeadersCount = 0
      // A client that waits for `100 Continue` gets it when the body is read.
      server.on('checkContinue', (request, response) => server.emit('request', request, response))
      return listen(server, port)
    },
  }
}

type Bindings = { Bindings: HttpBindings }

/** Every method and path goes to `receive`, which parses them. */
function createApp(receive: Receive, restTimeout: number): Hono<Bindings> {
  const app = new Hono<Bindings>()
  app.all('*', ({ env }) => reply(receive, env, restTimeout))
  return app
}

async function reply(
  receive: Receive,
  { incoming, outgoing }: HttpBindings,
  restTimeout: number,
): Promise<Response> {
  let isAwaitingGo = incoming.headers.expect !== undefined
  const arrived: ArrivedRequest = {
    method: incoming.method ?? '',
    url: incoming.url ?? '',
    headers: { get: (name) => headerOf(incoming, name) },
    readBody(maxBytes) {
      const announced = Number(incoming.headers['content-length'] ?? 0)
      if (announced > maxBytes) return Promise.resolve('too_large')
      if (isAwaitingGo) outgoing.writeContinue()
      isAwaitingGo = false
      return readArrivingBody(incoming, maxBytes)
    },
  }
  const { status, headers } = await receive(arrived).catch(() => ({ status: 500, headers: {} }))
  if (!incoming.complete && !isAwaitingGo) letRestPass(incoming, restTimeout)
  // Whether an unrequested body will follow is unknown, so the connection ends with the response.
  return new Response(null, { status, headers: isAwaitingGo ? { ...headers, Connection: 'close' } : headers })
}

/** Every value of a header as it was on the wire: Node itself drops all but the first of some. */
function headerOf({ rawHeaders }: IncomingMessage, name: string): string | null {
  const wanted = name.toLowerCase()
  let found: string | null = null
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const given = rawHeaders[index] ?? ''
    if (given.length !== wanted.length || given.toLowerCase() !== wanted) continue
    const value = rawHeaders[index + 1] ?? ''
    found = found === null ? value : `${found}, ${value}`
  }
  return found
}

function letRestPass(request: IncomingMessage, restTimeout: number): void {
  let passed = 0
  const timer = setTimeout(() => request.socket.destroy(), restTimeout)
  request.once('close', () => clearTimeout(timer))
  request.on('data', (chunk: Buffer) => {
    passed += chunk.length
    if (passed > restBytes) request.socket.destroy()
  })
  request.resume()
}

function listen(server: Server, port: number): ReturnType<WebhookServer['open']> {
  return new Promise((resolve) => {
    server.once('error', ({ code }: NodeJS.ErrnoException) => {
      resolve(fail({ code: code === 'EADDRINUSE' ? 'port_in_use' : 'port_refused' }))
    })
    server.listen(port, '127.0.0.1', () => {
      const { port: taken } = server.address() as AddressInfo
      resolve(succeed({ port: taken, close: () => close(server) }))
    })
  })
}

/** Lets requests under way end, for a moment. */
function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => server.closeAllConnections(), 1_000)
    server.close(() => {
      clearTimeout(timer)
      resolve()
    })
    server.closeIdleConnections()
  })
}
