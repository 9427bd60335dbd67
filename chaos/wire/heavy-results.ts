import { createHash, randomFillSync } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { brotliCompressSync, constants, deflateSync, gzipSync } from 'node:zlib'
import { rawResponse } from '../../main/testing/raw-server.ts'
import { claimingPng } from '../../main/testing/sample-media.ts'

/** The final outcome of a heavy result. */
export type HeavyEnd = 'saved' | 'saved, not shown' | 'failed' | 'on its way'

interface Requested {
  readonly socket: Socket
  /** Where the requested rest begins; null where the whole is requested. */
  readonly from: number | null
}

export interface HeavyKind {
  readonly name: string
  readonly end: HeavyEnd
  send(requested: Requested): unknown
}

const mebibyte = 1024 ** 2
const zeros = Buffer.alloc(80 * mebibyte)
const member = gzipSync(zeros.subarray(0, 16 * mebibyte))
const quickly = { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } }
const bombs = {
  gzip: { body: member, times: 640 },
  deflate: { body: deflateSync(zeros), times: 1 },
  br: { body: brotliCompressSync(zeros, quickly), times: 1 },
  'gzip, gzip': { body: gzipSync(member), times: 1 },
}
const large = pngOf(700_000)
/** Too slow to be complete before the trial ends. */
const drip = { bytes: 200, everyMs: 100 }

/** Results that take memory, disk, or a place for ever, in the order in which they are served. */
export const heavyKinds: readonly HeavyKind[] = [
  { name: 'a drip', end: 'saved', send: (requested) => sendDripping(requested) },
  ...Object.entries(bombs).map(
    ([encoding, { body, times }]): HeavyKind => ({
      name: `packed: ${encoding}`,
      end: 'failed',
      send: ({ socket }) =>
        sendAll(socket, body, times, {
          'Content-Encoding': encoding,
          'Content-Length': body.length * times,
        }),
    }),
  ),
  {
    name: 'an image of 20,000 × 20,000',
    end: 'saved, not shown',
    send: ({ socket }) => sendWhole(socket, claimingPng(20_000, 20_000)),
  },
  {
    name: 'a head without end',
    end: 'failed',
    send: ({ socket }) => sendAll(socket, Buffer.from(`X-More: ${'x'.repeat(1_000)}\r\n`), 1_000, null),
  },
]

/** An endless one that is not slow; it takes a place as long as it may. */
export const endless: HeavyKind = {
  name: 'a body without end',
  end: 'on its way',
  send({ socket }) {
    socket.write(rawResponse('200 OK', '', { 'Transfer-Encoding': 'chunked' }))
    const piece = Buffer.concat([Buffer.from('40000\r\n'), pngOf(256 * 1024), Buffer.from('\r\n')])
    every(socket, 50, () => socket.write(piece))
  },
}

export interface HeavyResults {
  /** How often each kind was requested, by name. */
  readonly served: ReadonlyMap<string, number>
  /** SHA-256 of genuine results by path, in hex. */
  digestOf(path: string): string
  /** Responds on the request's own connection, bypassing the server's parser. */
  respond(request: IncomingMessage): void
}

/** `/files/heavy/KIND/n` is one of the kinds by its place, `/files/fine/n` a genuine image. */
export function createHeavyResults(kinds: readonly HeavyKind[]): HeavyResults {
  const served = new Map<string, number>()
  const fine = new Map<string, Buffer>()

  function fineOf(path: string): Buffer {
    const bytes = fine.get(path) ?? pngOf(60_000)
    fine.set(path, bytes)
    return bytes
  }

  return {
    served,
    digestOf: (path) => sha256(path.startsWith('/files/heavy/0/') ? large : fineOf(path)),
    respond({ socket, url: path = '', headers }) {
      const kind = kinds[Number(/^\/files\/heavy\/(\d+)\//.exec(path)?.[1] ?? -1)]
      if (!kind) return sendWhole(socket, fineOf(path))
      served.set(kind.name, (served.get(kind.name) ?? 0) + 1)
      const range = /^bytes=(\d+)-$/.exec(headers.range ?? '')?.[1]
      kind.send({ socket, from: range === undefined ? null : Number(range) })
    },
  }
}

function pngOf(length: number): Buffer {
  const bytes = randomFillSync(Buffer.alloc(length))
  bytes.set(claimingPng(640, 360).subarray(0, 33))
  return bytes
}

function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}

function sendWhole(socket: Socket, bytes: Uint8Array): void {
  socket.write(rawResponse('200 OK', '', { 'Content-Length': bytes.length, Connection: 'close' }))
  socket.end(bytes)
}

/** So many bytes at a time at first; a request for the rest gets it at once. */
function sendDripping({ socket, from }: Requested): void {
  const same = { ETag: '"large"', 'Accept-Ranges': 'bytes', Connection: 'close' }
  if (from !== null) {
    const range = { 'Content-Range': `bytes ${from}-${large.length - 1}/${large.length}` }
    socket.write(
      rawResponse('206 Partial Content', '', { ...same, ...range, 'Content-Length': large.length - from }),
    )
    return void socket.end(large.subarray(from))
  }
  socket.write(rawResponse('200 OK', '', { ...same, 'Content-Length': large.length }))
  let at = 0
  every(socket, drip.everyMs, () => {
    socket.write(large.subarray(at, at + drip.bytes))
    at += drip.bytes
  })
}

/** The same chunk repeatedly, as fast as it is taken; without headers it is part of the head. */
async function sendAll(
  socket: Socket,
  piece: Uint8Array,
  times: number,
  headers: Readonly<Record<string, string | number>> | null,
): Promise<void> {
  socket.write(headers ? rawResponse('200 OK', '', headers) : 'HTTP/1.1 200 OK\r\n')
  const closed = new Promise((resolve) => socket.once('close', resolve))
  for (let count = 0; count < times && !socket.destroyed; count += 1)
    await Promise.race([closed, new Promise((resolve) => socket.write(piece, resolve))])
}

function every(socket: Socket, milliseconds: number, act: () => void): void {
  const timer = setInterval(act, milliseconds)
  socket.once('close', () => clearInterval(timer))
}
