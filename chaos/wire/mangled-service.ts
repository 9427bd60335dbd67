import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { MangledAnswer } from './mangled-answers.ts'

/** A response as it is sent. */
export interface RawAnswer extends Pick<MangledAnswer, 'body' | 'headers'> {
  readonly status: number
}

export interface Asked {
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
  answers(): number
  close(): Promise<void>
}

export async function openMangledService(answer: (asked: Asked) => RawAnswer): Promise<MangledService> {
  let answers = 0

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const { status, headers, body } = answer({
      method: request.method ?? '',
      path: request.url ?? '',
      body: Buffer.concat(chunks).toString(),
      webhookUrl: request.headers['x-webhook-url']?.toString() ?? null,
    })
    answers += 1
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
    answers: () => answers,
    close() {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}

export function jsonAnswer(status: number, body: unknown): RawAnswer {
  return { status, headers: {}, body: Buffer.from(JSON.stringify(body)) }
}
