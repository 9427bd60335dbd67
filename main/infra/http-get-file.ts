import type { LookupFunction } from 'node:net'
import type { Dispatcher } from 'undici'
import { type BodyIntake, createIntakeQueue } from './body-intake.ts'
import { DownloadError } from './download-error.ts'
import { openConnection, pathOf, toRequest, withReason } from './http-connection.ts'
import { createUnpacker, type ResponseHead, type ResponseHeaders, toResponseHead } from './http-response.ts'
import { createReceiveBuffers, type ReceiveBuffers } from './receive-buffers.ts'

/** The head of a response, and its decoded body; the caller closes the intake. */
export interface FileHead extends ResponseHead {
  readonly intake: BodyIntake
}

interface Asking {
  readonly headers: Readonly<Record<string, string>>
  readonly signal: AbortSignal
  readonly lookup: LookupFunction | undefined
  /** Called whenever bytes of the body arrive. */
  onBytes(): void
}

/**
 * One GET of a large file on a connection of its own, without redirects; rejects with a sentence or with Node's
 * network error.
 */
export async function getFile(url: URL, { headers, signal, lookup, onBytes }: Asking): Promise<FileHead> {
  signal.throwIfAborted()
  const { promise, resolve, reject } = Promise.withResolvers<FileHead>()
  const buffers = createReceiveBuffers()
  const connection = await openConnection(url, { signal, lookup, buffers })
  let body: Body | null = null
  connection.dispatch(toRequest(pathOf(url), headers), {
    onRequestStart() {},
    onResponseStart(controller, status, lines) {
      // Informational responses such as early hints come first.
      if (status < 200) return
      const taken = openBody(lines, controller, buffers)
      body = taken
      const close = () => {
        taken.end()
        void connection.destroy()
      }
      resolve({ ...toResponseHead(status, lines), intake: { take: taken.take, close } })
    },
    onResponseData(_, chunk) {
      onBytes()
      body?.push(chunk)
    },
    onResponseEnd: () => body?.finish(null),
    onResponseError(_, error) {
      const said = withReason(error)
      body?.finish(said)
      reject(said)
      if (!body) void connection.destroy()
    },
  })
  return promise
}

type Body = ReturnType<typeof createIntakeQueue>

/** Where a body's bytes are sent, through the decoder where they are encoded. */
function openBody(
  headers: ResponseHeaders,
  flow: Dispatcher.DispatchController,
  { release }: ReceiveBuffers,
): Body {
  const unpacker = createUnpacker(headers)
  if (!unpacker) return createIntakeQueue({ pause: () => flow.pause(), resume: () => flow.resume(), release })
  const queue = createIntakeQueue({ pause: () => unpacker.pause(), resume: () => unpacker.resume() })
  const guard = createSwellGuard()
  unpacker
    .on('data', (chunk: Uint8Array) => {
      if (guard.mayUnpack(chunk.length)) return queue.push(chunk)
      queue.finish(new DownloadError({ code: 'file_swells' }, { isFinal: true }))
      unpacker.destroy()
    })
    .on('end', () => queue.finish(null))
    .on('error', queue.finish)
    .on('drain', () => flow.resume())
  return {
    take: queue.take,
    push(chunk) {
      guard.came(chunk.length)
      if (!unpacker.destroyed && !unpacker.write(chunk)) flow.pause()
    },
    finish(error) {
      if (unpacker.destroyed) return
      if (error) unpacker.destroy(error)
      else unpacker.end()
    },
    end() {
      queue.end()
      unpacker.destroy()
    },
  }
}

/**
 * Media are compressed already: a body that grows this much, and beyond a small file, is an attack on the disk.
 */
const mostSwelling = 100
const alwaysFineBytes = 64 * 1024 ** 2

/** Compares the decoded size with the received size (LIB44). */
function createSwellGuard() {
  let packed = 0
  let unpacked = 0
  return {
    came(bytes: number): void {
      packed += bytes
    },
    mayUnpack(bytes: number): boolean {
      unpacked += bytes
      return unpacked <= Math.max(alwaysFineBytes, packed * mostSwelling)
    },
  }
}
