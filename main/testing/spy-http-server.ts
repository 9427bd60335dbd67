import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'

/** A request, as far as tests need it. */
export interface SeenRequest {
  readonly method: string
  readonly path: string
  readonly authorization: string | null
}

/** An HTTP server on 127.0.0.1 that records its requests. */
export interface SpyHttpServer {
  readonly url: string
  readonly requests: SeenRequest[]
  close(): Promise<void>
}

export async function openSpyHttpServer(
  reply: (request: IncomingMessage, response: ServerResponse) => void,
): Promise<SpyHttpServer> {
  const requests: SeenRequest[] = []
  const server = createServer((request, response) => {
    requests.push({
      method: request.method ?? '',
      path: request.url ?? '',
      authorization: request.headers.authorization ?? null,
    })
    reply(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  return {
    url: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`,
    requests,
    close() {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}
