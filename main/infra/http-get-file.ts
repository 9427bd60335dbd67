import type { LookupFunction } from 'node:net'
import type { Dispatcher } from 'undici'
import { type BodyIntake, createIntakeQueue } from './body-intake.ts'
import { DownloadError } from './download-error.ts'
import { type AnswerHead, type AnswerHeaders, createUnpacker, toAnswerHead } from './http-answer.ts'
import { openConnection, pathOf, toRequest, withReason } from './http-connection.ts'

/** The head of an answer, and what comes of its body, unpacked; the intake is to be closed. */
export interface FileHead extends AnswerHead {
  readonly intake: BodyIntake
}

interface Asking {
  readonly headers: Readonly<Record<string, string>>
  readonly signal: AbortSignal
  readonly lookup: LookupFunction | undefined
  /** Told whenever bytes of the body come. */
  onBytes(): void
}

/**
 * One GET of something large on a connection of its own, followed nowhere; rejects with a sentence or with what Node
 * says of the network.
 */
export async function getFile(url: URL, { headers, signal, lookup, onBytes }: Asking): Promise<FileHead> {
  signal.throwIfAborted()
  const { promise, resolve, reject } = Promise.withResolvers<FileHead>()
  const connection = await openConnection(url, { signal, lookup })
  let body: Body | null = null
  connection.dispatch(toRequest(pathOf(url), headers), {
    onRequestStart() {},
    onResponseStart(controller, status, lines) {
      // Early hints and the like come before the answer.
      if (status < 200) return
      const taken = openBody(lines, controller)
      body = taken
      const close = () => {
        taken.end()
        void connection.destroy()
      }
      resolve({ ...toAnswerHead(status, lines), intake: { take: taken.take, close } })
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

/** Where a body's bytes go, by way of what unpacks them where they are packed. */
function openBody(headers: AnswerHeaders, flow: Dispatcher.DispatchController): Body {
  const unpacker = createUnpacker(headers)
  if (!unpacker) return createIntakeQueue({ pause: () => flow.pause(), resume: () => flow.resume() })
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

/** Media are packed already: what becomes this much larger, and larger than a small file, is made to fill the disk. */
const mostSwelling = 100
const alwaysFineBytes = 64 * 1024 ** 2

/** Holds what was unpacked against what came (LIB44). */
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
