import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import type { ArrivedRequest } from '../engine/webhooks/ports.ts'
import { readArrivingBody } from '../infra/read-arriving-body.ts'

/** A request as the receiver gets it, without a connection. */
export function arrivedRequest(request: Request): ArrivedRequest {
  const { method, url, headers, body } = request
  return {
    method,
    url,
    headers,
    readBody: (maxBytes) =>
      readArrivingBody(body ? Readable.fromWeb(body as ReadableStream) : Readable.from([]), maxBytes),
  }
}
