import { createServer, type Socket } from 'node:net'

/** A TCP server that handles each connection as the test says, and counts. */
export interface RawServer {
  /** `http://127.0.0.1:PORT`. */
  readonly url: string
  /** The first received bytes of every connection, in the order of the connections. */
  readonly received: string[]
  close(): Promise<void>
}

export interface RawHandlers {
  /** When a connection is open. */
  onConnect?(socket: Socket): void
  /** When a request's headers are here; `head` is their text, with any part of the body received so far. */
  onHead?(socket: Socket, head: string): void
  /** When a whole request with a Content-Length is here. */
  onRequest?(socket: Socket, request: string): void
}

const received = 64 * 1024

/** Listens on 127.0.0.1; connections are cut when it closes. */
export async function openRawServer(handlers: RawHandlers): Promise<RawServer> {
  const sockets = new Set<Socket>()
  const texts: string[] = []
  const server = createServer((socket) => {
    const index = texts.push('') - 1
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    // Errors at the client's end are the client's test.
    socket.on('error', () => socket.destroy())
    handlers.onConnect?.(socket)
    let hasHead = false
    let isWhole = false
    socket.on('data', (chunk) => {
      const text = (texts[index] ?? '') + chunk.toString('latin1')
      texts[index] = text.slice(0, received)
      if (!hasHead && text.includes('\r\n\r\n')) {
        hasHead = true
        handlers.onHead?.(socket, text)
      }
      if (!isWhole && isRequestWhole(text)) {
        isWhole = true
        handlers.onRequest?.(socket, text)
      }
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  return {
    url: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`,
    received: texts,
    close() {
      for (const socket of sockets) socket.destroy()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}

function isRequestWhole(text: string): boolean {
  const end = text.indexOf('\r\n\r\n')
  if (end < 0) return false
  const length = Number(/^content-length: *(\d+)/im.exec(text.slice(0, end))?.[1] ?? 0)
  return text.length >= end + 4 + length
}

/** An HTTP response as it is on the wire, with a Content-Length unless the headers say otherwise. */
export function rawResponse(
  status: string,
  body: string,
  headers: Readonly<Record<string, string | number>> = { 'Content-Length': Buffer.byteLength(body) },
): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  return `HTTP/1.1 ${status}\r\n${lines.join('')}\r\n${body}`
}
