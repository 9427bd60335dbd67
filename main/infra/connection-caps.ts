import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

export interface ConnectionCaps {
  readonly maxConnections: number
  /** Behind a tunnel all connections come from one address, so this is close to the other. */
  readonly maxPerAddress: number
}

interface Line {
  readonly address: string | undefined
  /** Its newest request, with the response. */
  exchange: { readonly request: IncomingMessage; readonly response: ServerResponse } | null
}

/**
 * Limits a server's connections, per address and in total. At a limit the connection that has waited longest
 * without a whole request is closed for the new one, so that silent connections keep nobody out; a connection
 * with a whole request is never closed, and where all have one, the new connection is. There is no limit on how
 * long one may wait.
 */
export function capConnections(server: Server, { maxConnections, maxPerAddress }: ConnectionCaps): void {
  /** Those that have waited longest come first. */
  const lines = new Map<Socket, Line>()

  function makeRoom(address: string | undefined): boolean {
    const all = [...lines]
    const own = all.filter(([, line]) => line.address === address)
    const crowd = own.length >= maxPerAddress ? own : all.length >= maxConnections ? all : null
    if (crowd === null) return true
    const [longest] = crowd.find(([, line]) => !isResponding(line)) ?? []
    if (!longest) return false
    lines.delete(longest)
    longest.destroy()
    return true
  }

  server.on('connection', (socket) => {
    const address = socket.remoteAddress
    if (!makeRoom(address)) return void socket.destroy()
    lines.set(socket, { address, exchange: null })
    socket.once('close', () => lines.delete(socket))
  })
  server.on('request', (request, response) => {
    const { socket } = request
    const line = lines.get(socket)
    if (!line) return
    line.exchange = { request, response }
    // From now on it waits for its next request.
    response.once('close', () => {
      if (lines.delete(socket)) lines.set(socket, line)
    })
  })
}

function isResponding({ exchange }: Line): boolean {
  return exchange?.request.complete === true && !exchange.response.closed
}
