import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A request or a response passing through. */
export interface Passing {
  readonly method: string
  readonly path: string
  readonly headers: Headers
  readonly body: string
}

export interface Responded extends Passing {
  readonly status: number
}

/** One thing that a service does wrong. */
export interface InjectFault {
  /** Changes what the service receives. */
  readonly request?: (passing: Passing) => Passing
  /** Changes what it sends. */
  readonly response?: (responded: Responded) => Responded
}

export interface FaultProxy {
  readonly url: string
  /** How many requests of this method arrived. */
  count(method: string): number
  close(): void
}

/** A proxy that makes a correct service break one rule. */
export async function startFaultProxy(
  target: string,
  { request: receive = same, response: say = same }: InjectFault,
): Promise<FaultProxy> {
  const methods: string[] = []
  async function pass(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    methods.push(incoming.method ?? '')
    const sent = receive(await readPassing(incoming))
    const { method, path } = sent
    const response = await fetch(`${target}${path}`, {
      method,
      headers: sent.headers,
      ...(method === 'GET' ? {} : { body: sent.body }),
    })
    const { status, headers } = response
    const said = say({ method, path, status, headers: new Headers(headers), body: await response.text() })
    said.headers.delete('content-length')
    said.headers.delete('transfer-encoding')
    outgoing.writeHead(said.status, Object.fromEntries(said.headers)).end(said.body)
  }

  const server = createServer((incoming, outgoing) => {
    pass(incoming, outgoing).catch(() => outgoing.destroy())
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    count: (method) => methods.filter((one) => one === method).length,
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}

function same<Value>(value: Value): Value {
  return value
}

async function readPassing(incoming: IncomingMessage): Promise<Passing> {
  const chunks: Buffer[] = []
  for await (const chunk of incoming as AsyncIterable<Buffer>) chunks.push(chunk)
  const headers = new Headers()
  for (const [name, value] of Object.entries(incoming.headers)) {
    if (name !== 'host' && name !== 'connection' && name !== 'content-length' && typeof value === 'string')
      headers.set(name, value)
  }
  const body = Buffer.concat(chunks).toString('utf8')
  return { method: incoming.method ?? 'GET', path: incoming.url ?? '/', headers, body }
}
