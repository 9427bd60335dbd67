import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { MangledResponse } from './mangled-responses.ts'

/** A response as it is sent. */
export interface RawResponse extends Pick<MangledResponse, 'body' | 'headers'> {
  readonly status: number
}

export interface Requested {
  readonly method: string
  readonly path: string
  readonly body: string
  /** The delivery address in a paid request. */
  readonly webhookUrl: string | null
}

/** A service on 127.0.0.1 that responds with the bytes that a trial gives it, and counts its responses. */
export interface MangledService {
  readonly url: string
  readonly key: string
  responses(): number
  close(): Promise<void>
}

export async function openMangledService(
  reply: (requested: Requested) => RawResponse,
): Promise<MangledService> {
  let responses = 0

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const { status, headers, body } = reply({
      method: request.method ?? '',
      path: request.url ?? '',
      body: Buffer.concat(chunks).toString(),
      webhookUrl: request.headers['x-webhook-url']?.toString() ?? null,
    })
    responses += 1
    response.writeHead(status, { 'Content-Type': 'application/json', ...headers }).end(body)
  }

  const server = createServer((request, response) => {
    response.on('error', () => undefined)
    serve(request, response).catch(() => response.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    key: 'chaos-key',
    responses: () => responses,
    close() {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}

export function jsonResponse(status: number, body: unknown): RawResponse {
  return { status, headers: {}, body: Buffer.from(JSON.stringify(body)) }
}
