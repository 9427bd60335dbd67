import { pipeline, Readable, type Transform } from 'node:stream'
import type { Dispatcher } from 'undici'
import { ReasonError } from '../engine/reason-error.ts'
import { openConnection, pathOf, toRequest, withReason } from './http-connection.ts'
import { createUnpacker, isSealed, type ResponseHeaders, readHeader } from './http-response.ts'
import { readLimited } from './read-limited.ts'

/** A response that was read whole. */
export interface SmallResponse {
  readonly status: number
  /** Reads a header by its lower-case name. */
  header(name: string): string | null
  /** Decoded. */
  readonly body: string
}

interface Asking {
  readonly headers: Readonly<Record<string, string>>
  readonly signal: AbortSignal
  readonly maxBytes: number
}

/**
 * One GET on a connection of its own, without redirects or retries; rejects with Node's network error or with a
 * sentence.
 */
export async function httpGet(url: URL, { headers, signal, maxBytes }: Asking): Promise<SmallResponse> {
  signal.throwIfAborted()
  const { promise, resolve, reject } = Promise.withResolvers<SmallResponse>()
  const connection = await openConnection(url, { signal, maxBytes })
  connection.dispatch(toRequest(pathOf(url), headers), collect({ maxBytes, resolve, reject }))
  try {
    return await promise
  } finally {
    void connection.destroy()
  }
}

interface Collecting {
  /** The limit applies to the decoded body; the connection itself limits the bytes on the wire. */
  readonly maxBytes: number
  resolve(response: SmallResponse | Promise<SmallResponse>): void
  reject(error: Error): void
  onRequestStart?(controller: Dispatcher.DispatchController): void
  /** The response's first byte has arrived. */
  onBegin?(): void
}

/** Reads one whole response. */
export function collect({
  maxBytes,
  resolve,
  reject,
  onRequestStart,
  onBegin,
}: Collecting): Dispatcher.DispatchHandler {
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
      if (unpacker) resolve(unpack(chunks, unpacker, maxBytes).then((body) => ({ status, header, body })))
      else resolve({ status, header, body: toBuffer(chunks).toString('utf8') })
    },
    onResponseError: (_, error) => reject(withReason(error)),
  }
}

function unpack(chunks: readonly Buffer[], unpacker: Transform, maxBytes: number): Promise<string> {
  // An error at one end of the pipeline surfaces at the other.
  return readLimited(
    pipeline(Readable.from(chunks), unpacker, () => undefined),
    maxBytes,
  )
}

/** Most responses are one chunk, which needs no copy. */
function toBuffer(chunks: readonly Buffer[]): Buffer {
  const [first] = chunks
  return first && chunks.length === 1 ? first : Buffer.concat(chunks)
}
