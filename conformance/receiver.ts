import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sampleImage } from './sample-media.ts'

/** A delivery as it arrived, before verification. */
export interface Delivery {
  readonly method: string
  readonly headers: IncomingHttpHeaders
  readonly body: Buffer
  /** Milliseconds, as `performance.now()` counts them. */
  readonly receivedAt: number
}

/** A server of ours that the service can reach: it receives webhooks and serves an image. */
export interface Receiver {
  /** A new address to send deliveries to. */
  hook(): { readonly url: string; readonly deliveries: readonly Delivery[] }
  /** Everything that arrived at any address. */
  all(): readonly Delivery[]
  /** The address of an image, this many characters long. */
  imageUrl(length: number): string
  close(): void
}

export interface ReceiverOptions {
  /** 0 for a free one. */
  readonly port: number
  /** The address under which the service reaches that port; null where both are on this machine. */
  readonly publicUrl: string | null
}

const bodyMaxBytes = 1024 * 1024

/** Listens on the loopback interface; rejects where the port is taken. */
export async function openReceiver({ port, publicUrl }: ReceiverOptions): Promise<Receiver> {
  const hooks = new Map<string, Delivery[]>()
  const all: Delivery[] = []

  async function take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (request.method === 'GET') {
      response.writeHead(200, { 'Content-Type': 'image/png' }).end(sampleImage)
      return
    }
    const body = await readBody(request)
    const delivery = {
      method: request.method ?? '',
      headers: request.headers,
      body,
      receivedAt: performance.now(),
    }
    all.push(delivery)
    const token = request.url?.split('/').at(-1) ?? ''
    hooks.get(token)?.push(delivery)
    response.writeHead(204).end()
  }

  const server = createServer((request, response) => {
    take(request, response).catch(() => response.destroy())
  }).listen(port, '127.0.0.1')
  await once(server, 'listening')
  const origin = (publicUrl ?? `http://127.0.0.1:${(server.address() as AddressInfo).port}`).replace(
    /\/+$/,
    '',
  )
  return {
    all: () => all,
    hook() {
      const token = randomUUID()
      const deliveries: Delivery[] = []
      hooks.set(token, deliveries)
      return { url: `${origin}/hook/${token}`, deliveries }
    },
    imageUrl: (length) => `${`${origin}/image/`.padEnd(length - 4, 'a')}.png`,
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (bytes > bodyMaxBytes) throw new RangeError('A delivery over 1 MiB.')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
