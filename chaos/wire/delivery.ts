import { Agent, request } from 'node:http'
import type { Signed } from './signed.ts'

/** A request to the receiver, header by header, as it is sent. */
export interface Delivery {
  readonly method: string
  readonly path: string
  readonly headers: readonly (readonly [name: string, value: string])[]
  readonly body: Uint8Array
  /** Sent in chunks, without a length; headers may follow the body. */
  readonly chunked?: { readonly trailers: readonly [name: string, value: string][] }
}

export const headerNames = {
  requestId: 'X-Service-Webhook-Request-Id',
  timestamp: 'X-Service-Webhook-Timestamp',
  signature: 'X-Service-Webhook-Signature',
  keyId: 'X-Service-Webhook-Key-Id',
} as const

export type HeaderRole = keyof typeof headerNames
export const headerRoles = Object.keys(headerNames) as HeaderRole[]

/** The four headers of a delivery; null ones are omitted. */
export function headersOf(signed: Pick<Signed, HeaderRole>): [string, string][] {
  return headerRoles.flatMap((role): [string, string][] => {
    const value = signed[role]
    return value === null ? [] : [[headerNames[role], value]]
  })
}

export function toDelivery(signed: Signed): Delivery {
  return { method: 'POST', path: signed.path, headers: headersOf(signed), body: signed.body }
}

/** Larger bodies use a connection of their own; in bytes. */
const keptAtMost = 65_536

/** How a studio's receiver is reached. */
export interface Sender {
  /** The status of the response; 0 where the connection ended without one. */
  send(delivery: Delivery): Promise<number>
  close(): void
}

export function createSender(port: number): Sender {
  const agent = new Agent({ keepAlive: true, maxSockets: 64 })

  return {
    send({ method, path, headers, body, chunked }) {
      const host = [['Host', `127.0.0.1:${port}`]] as const
      const framing = chunked
        ? [
            ['Transfer-Encoding', 'chunked'] as const,
            ['Trailer', Object.values(headerNames).join(', ')] as const,
          ]
        : [['Content-Length', String(body.byteLength)] as const]
      return new Promise((resolve) => {
        const sent = request(
          {
            host: '127.0.0.1',
            port,
            method,
            path,
            // A receiver that refuses a body closes the connection, which must not affect other deliveries.
            agent: body.byteLength > keptAtMost ? false : agent,
            headers: [...host, ...framing, ...headers].flat(),
          },
          (response) => {
            response.resume().on('close', () => resolve(response.statusCode ?? 0))
          },
        )
        sent.on('error', () => resolve(0))
        if (chunked) sent.addTrailers(chunked.trailers)
        sent.end(body)
      })
    },
    close: () => agent.destroy(),
  }
}
