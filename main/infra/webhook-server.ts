import type { Server } from 'node:http'
import { type ServerType, serve } from '@hono/node-server'
import { Hono } from 'hono'
import { fail, type Result, succeed } from '../../shared/result.ts'
import type { OpenWebhookServer, WebhookServer } from '../engine/webhooks/ports.ts'

/** How long a stranger may take, in milliseconds: for the headers, and for the whole request. */
const limits = { headersTimeout: 10_000, requestTimeout: 15_000, maxHeaderSize: 16_384 }

/** The receiver's own HTTP server on 127.0.0.1. Whatever comes goes to `receive`. */
export const webhookServer: WebhookServer = {
  open(port, receive) {
    const app = new Hono()
    app.all('*', ({ req }) => receive(req.raw))
    app.onError(() => new Response(null, { status: 500 }))
    return listen(app, port)
  },
}

function listen(app: Hono, port: number): Promise<Result<OpenWebhookServer, 'port_in_use' | 'port_refused'>> {
  return new Promise((resolve) => {
    const server: ServerType = serve(
      { fetch: app.fetch, hostname: '127.0.0.1', port, serverOptions: limits },
      (address) => resolve(succeed({ port: address.port, close: () => close(server) })),
    )
    server.once('error', ({ code }: NodeJS.ErrnoException) => {
      const isTaken = code === 'EADDRINUSE'
      const reason = isTaken ? 'another program uses it' : 'the system refuses it'
      const message = `Webhooks can’t be received on port ${port}: ${reason}. Results are asked for instead.`
      resolve(fail({ code: isTaken ? 'port_in_use' : 'port_refused', message }))
    })
  })
}

/** Lets what is being received end, for a moment. */
function close(server: ServerType): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => (server as Server).closeAllConnections(), 1_000)
    server.close(() => {
      clearTimeout(timer)
      resolve()
    })
    ;(server as Server).closeIdleConnections()
  })
}
