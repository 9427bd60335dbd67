import type { Socket } from 'node:net'
import { openRawServer, rawResponse } from './raw-server.ts'

/** A GET of a result, as far as it matters here. */
export interface ResultRequest {
  readonly path: string
  /** Where the requested range begins; null where the whole is requested. */
  readonly from: number | null
  readonly ifRange: string | null
}

export interface ResultResponse {
  readonly status: string
  readonly headers?: Readonly<Record<string, string | number>>
  readonly body?: Uint8Array
  /** How many bytes of the body are sent; by default all. */
  readonly sent?: number
  /** How the connection then ends; by default in order. */
  readonly after?: 'end' | 'reset' | 'stay'
}

export interface ResultServer {
  readonly url: string
  readonly requests: ResultRequest[]
  close(): Promise<void>
}

/** A server of results that handles each GET as the test says, byte by byte. */
export async function openResultServer(
  respond: (request: ResultRequest, count: number) => ResultResponse,
): Promise<ResultServer> {
  const requests: ResultRequest[] = []
  const raw = await openRawServer({
    onRequest(socket, text) {
      const range = /^range: *bytes=(\d+)-\r$/im.exec(text)?.[1]
      const request = {
        path: text.split(' ')[1] ?? '',
        from: range === undefined ? null : Number(range),
        ifRange: /^if-range: *(.*)\r$/im.exec(text)?.[1] ?? null,
      }
      send(socket, respond(request, requests.push(request)))
    },
  })
  return { url: raw.url, requests, close: raw.close }
}

function send(
  socket: Socket,
  { status, headers = {}, body = new Uint8Array(), sent, after }: ResultResponse,
): void {
  socket.write(rawResponse(status, '', { 'Content-Length': body.length, Connection: 'close', ...headers }))
  socket.write(body.subarray(0, sent ?? body.length), () => {
    if (after === 'reset') socket.resetAndDestroy()
    else if (after !== 'stay') socket.end()
  })
}

/** The response of a server that supports ranges to this request, according to RFC 9110. */
export function respondWithRange(
  bytes: Uint8Array,
  { from, ifRange }: ResultRequest,
  validator: Readonly<Record<string, string>>,
): ResultResponse & { readonly body: Uint8Array } {
  const holds = ifRange === null || Object.values(validator).includes(ifRange)
  if (from === null || !holds) return { status: '200 OK', headers: validator, body: bytes }
  if (from >= bytes.length)
    return {
      status: '416 Range Not Satisfiable',
      headers: { 'Content-Range': `bytes */${bytes.length}` },
      body: new Uint8Array(),
    }
  const headers = { ...validator, 'Content-Range': `bytes ${from}-${bytes.length - 1}/${bytes.length}` }
  return { status: '206 Partial Content', headers, body: bytes.subarray(from) }
}
