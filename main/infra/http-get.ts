import { pipeline, Readable, type Transform } from 'node:stream'
import type { Dispatcher } from 'undici'
import { ReasonError } from '../engine/reason-error.ts'
import { openConnection, pathOf, toRequest, withReason } from './http-connection.ts'
import { createUnpacker, isSealed, type ResponseHeaders, readHeader } from './http-response.ts'
import { readLimitedBytes } from './read-limited.ts'

interface WholeResponse<Body> {
  readonly status: number
  /** Reads a header by its lower-case name. */
  header(name: string): string | null
  readonly body: Body
}

/** A response that was read whole; its body is decoded. */
export type SmallResponse = WholeResponse<string>

/** The same, its body as it came; the buffer is nobody else's. */
export type BytesResponse = WholeResponse<Uint8Array<ArrayBuffer>>

interface Asking {
  readonly headers: Readonly<Record<string, string>>
  readonly signal: AbortSignal
  readonly maxBytes: number
}

/**
 * One GET on a connection of its own, without redirects or retries; rejects with Node's network error or with a
 * sentence.
 */
export function httpGet(url: URL, asking: Asking): Promise<SmallResponse> {
  return getWith(url, asking, collect)
}

/** The same for a large body that another thread decodes. */
export function httpGetBytes(url: URL, asking: Asking): Promise<BytesResponse> {
  return getWith(url, asking, (collecting) => collectBody(collecting, ownBytes))
}

async function getWith<Body>(
  url: URL,
  { headers, signal, maxBytes }: Asking,
  collector: (collecting: Collecting<Body>) => Dispatcher.DispatchHandler,
): Promise<WholeResponse<Body>> {
  signal.throwIfAborted()
  const { promise, resolve, reject } = Promise.withResolvers<WholeResponse<Body>>()
  const connection = await openConnection(url, { signal, maxBytes })
  connection.dispatch(toRequest(pathOf(url), headers), collector({ maxBytes, resolve, reject }))
  try {
    return await promise
  } finally {
    void connection.destroy()
  }
}

interface Collecting<Body> {
  /** The limit applies to the decoded body; the connection itself limits the bytes on the wire. */
  readonly maxBytes: number
  resolve(response: WholeResponse<Body> | Promise<WholeResponse<Body>>): void
  reject(error: Error): void
  onRequestStart?(controller: Dispatcher.DispatchController): void
  /** The response's first byte has arrived. */
  onBegin?(): void
}

/** Reads one whole response. */
export function collect(collecting: Collecting<string>): Dispatcher.DispatchHandler {
  return collectBody(collecting, (chunks) => toBuffer(chunks).toString('utf8'))
}

function collectBody<Body>(
  { maxBytes, resolve, reject, onRequestStart, onBegin }: Collecting<Body>,
  read: (chunks: readonly Buffer[]) => Body,
): Dispatcher.DispatchHandler {
  const chunks: Buffer[] = []
  let status = 0
  let headers: ResponseHeaders = {}
  return {
    onRequestStart: (controller) => onRequestStart?.(controller),
    onResponseStarted: () => onBegin?.(),
    onResponseStart(_, code, lines) {
      status = code
      headers = lines
    },
    onResponseData: (_, chunk) => void chunks.push(chunk),
    onResponseEnd() {
      const header = (name: string) => readHeader(headers, name)
      if (isSealed(headers)) return reject(new ReasonError({ code: 'file_packed' }))
      const unpacker = createUnpacker(headers)
      if (unpacker)
        resolve(unpack(chunks, unpacker, maxBytes).then((bytes) => ({ status, header, body: read([bytes]) })))
      else resolve({ status, header, body: read(chunks) })
    },
    onResponseError: (_, error) => reject(withReason(error)),
  }
}

function unpack(chunks: readonly Buffer[], unpacker: Transform, maxBytes: number): Promise<Buffer> {
  // An error at one end of the pipeline surfaces at the other.
  return readLimitedBytes(
    pipeline(Readable.from(chunks), unpacker, () => undefined),
    maxBytes,
  )
}

/** In memory that can be given to another thread. */
function ownBytes(chunks: readonly Buffer[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(chunks.reduce((sum, chunk) => sum + chunk.length, 0))
  let at = 0
  for (const chunk of chunks) {
    bytes.set(chunk, at)
    at += chunk.length
  }
  return bytes
}

/** Most responses are one chunk, which needs no copy. */
function toBuffer(chunks: readonly Buffer[]): Buffer {
  const [first] = chunks
  return first && chunks.length === 1 ? first : Buffer.concat(chunks)
}
