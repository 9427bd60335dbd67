import {
  type IncomingMessage,
  type Server,
  type ServerOptions,
  ServerResponse,
  STATUS_CODES,
} from 'node:http'
import type { Duplex } from 'node:stream'
import { createAdaptorServer, type HttpBindings } from '@hono/node-server'
import { strictHeaders } from '../engine/strict-headers.ts'

/**
 * Every response of the server starts with the strict headers, including those that Node or the adapter write
 * before or instead of the app (a missing Host, an unknown Expect, a target that is no URL). The app's own
 * headers override them.
 */
class StrictResponse<Arrived extends IncomingMessage> extends ServerResponse<Arrived> {
  constructor(...given: ConstructorParameters<typeof ServerResponse<Arrived>>) {
    super(...given)
    for (const [name, value] of Object.entries(strictHeaders)) this.setHeader(name, value)
  }
}

export interface StrictServerOptions {
  fetch(request: Request, env: HttpBindings): Response | Promise<Response>
  readonly serverOptions?: Omit<ServerOptions, 'ServerResponse'>
  /** False: the app itself handles bodies that it does not read. */
  readonly autoCleanupIncoming?: boolean
}

/** An HTTP server for the app; responses to invalid HTTP get the strict headers as well. */
export function createStrictServer({ fetch, serverOptions, ...options }: StrictServerOptions): Server {
  const server = createAdaptorServer({
    ...options,
    fetch: (request, env) => fetch(request, env as HttpBindings),
    serverOptions: { ...serverOptions, ServerResponse: StrictResponse },
  }) as Server
  const current = new WeakMap<Duplex, ServerResponse>()
  server.prependListener('request', (request, response) => void current.set(request.socket, response))
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    const response = current.get(socket)
    const isAmid = response?.headersSent === true && !response.writableFinished
    if (socket.writable && !isAmid) socket.write(closingResponse(statusByError.get(error.code) ?? 400))
    socket.destroy()
  })
  // A CONNECT tunnel; Node would hang up without a response.
  server.on('connect', (_request, socket: Duplex) => void socket.end(closingResponse(400)))
  return server
}

/** As Node itself would. */
const statusByError: ReadonlyMap<string | undefined, number> = new Map([
  ['HPE_HEADER_OVERFLOW', 431],
  ['HPE_CHUNK_EXTENSIONS_OVERFLOW', 413],
  ['ERR_HTTP_REQUEST_TIMEOUT', 408],
])

function closingResponse(status: number): string {
  const headers = { ...strictHeaders, Connection: 'close', 'Content-Length': '0' }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  return `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n`
}
