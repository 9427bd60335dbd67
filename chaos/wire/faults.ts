import { createHash } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import type { ServedFile } from './served-file.ts'

/** A GET as far as it matters for a response. */
export interface Requested {
  readonly path: string
  readonly token: number
  /** Where the requested rest begins; null where the whole is requested. */
  readonly from: number | null
  readonly ifRange: string | null
}

/** The bytes on the wire. */
export interface Reply {
  /** Null: no head. */
  readonly status: string | null
  readonly headers: Readonly<Record<string, string | number>>
  readonly body: Buffer
  /** How many bytes of the body are sent; by default all. */
  readonly sent?: number
  readonly after?: 'end' | 'reset' | 'stay'
  /** Sent in so many pieces, with a moment between them. */
  readonly pieces?: number
  /** The file is a different one from then on. */
  readonly changes?: boolean
  /** Done when that is sent. */
  readonly amid?: () => void
}

export interface Fault {
  /** Whether it applies to this request; by default to each. */
  fits?(requested: Requested, file: ServedFile): boolean
  response(requested: Requested, file: ServedFile, random: () => number): Reply
}

/** According to RFC 9110, with a tag and a length. */
export function genuineResponse({ from, ifRange }: Requested, file: ServedFile): Reply {
  const { bytes, tag, carelessly } = file
  file.carelessly = null
  const isCareless = carelessly !== null && from !== null
  const said = isCareless && carelessly === 'without a tag' ? {} : { ETag: tag }
  const holds = isCareless || ifRange === null || ifRange === tag
  if (from === null || !holds) return whole(file)
  if (from >= bytes.length)
    return {
      status: '416 Range Not Satisfiable',
      headers: { 'Content-Range': `bytes */${bytes.length}`, 'Content-Length': 0 },
      body: Buffer.alloc(0),
    }
  return rest(bytes, from, said)
}

function whole({ bytes, tag }: ServedFile, headers: Reply['headers'] = {}): Reply {
  return { status: '200 OK', headers: { ETag: tag, 'Content-Length': bytes.length, ...headers }, body: bytes }
}

function rest(
  bytes: Buffer,
  from: number,
  headers: Reply['headers'],
  total: number | string = bytes.length,
): Reply {
  const body = bytes.subarray(from)
  return {
    status: '206 Partial Content',
    headers: {
      ...headers,
      'Content-Range': `bytes ${from}-${bytes.length - 1}/${total}`,
      'Content-Length': body.length,
    },
    body,
  }
}

function somewhere(random: () => number, { body }: Reply): number {
  return Math.floor(random() * body.length)
}

/** The genuine response, cut off somewhere. */
function cut(after: Reply['after'], more: Partial<Reply> = {}): Fault {
  return {
    response(requested, file, random) {
      const reply = genuineResponse(requested, file)
      return { ...reply, sent: somewhere(random, reply), after: after ?? 'end', ...more }
    },
  }
}

/** A cut-off, after which the file is a different one that is served carelessly. */
function cutAndChange(carelessly: ServedFile['carelessly']): Fault {
  return {
    response(requested, file, random) {
      const reply = genuineResponse(requested, file)
      file.carelessly = carelessly
      // Late enough that there is something to continue.
      const sent = Math.floor(reply.body.length * (0.2 + 0.7 * random()))
      return { ...reply, sent, pieces: 3, changes: true }
    },
  }
}

function status(line: string, body = ''): Fault {
  return {
    response: () => ({ status: line, headers: { 'Content-Length': body.length }, body: Buffer.from(body) }),
  }
}

const asksForRest: Fault['fits'] = ({ from }) => from !== null

function sha256(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('base64')
}

/** One byte of it differs. */
function injectFault(bytes: Buffer, random: () => number): Buffer {
  const copy = Buffer.from(bytes)
  const at = Math.floor(random() * copy.length)
  copy[at] = (copy[at] ?? 0) ^ 0x01
  return copy
}

/** In chunks; without the last one it has no end. */
function inChunks(bytes: Buffer): Buffer {
  const size = 8_192
  const chunks: Buffer[] = []
  for (let start = 0; start < bytes.length; start += size) {
    const chunk = bytes.subarray(start, start + size)
    chunks.push(Buffer.from(`${chunk.length.toString(16)}\r\n`), chunk, Buffer.from('\r\n'))
  }
  return Buffer.concat(chunks)
}

/** Everything that can go wrong with a result in transit, by name. */
export const faults: Readonly<Record<string, Fault>> = {
  'reset amid': cut('reset'),
  'closed amid': cut('end'),
  'slow, then reset': cut('reset', { pieces: 4 }),
  'slow, then closed': cut('end', { pieces: 4 }),
  'closed before the response': { response: () => ({ status: null, headers: {}, body: Buffer.alloc(0) }) },
  'reset before the response': {
    response: () => ({ status: null, headers: {}, body: Buffer.alloc(0), after: 'reset' }),
  },
  'head cut': {
    response: () => ({ status: null, headers: {}, body: Buffer.from('HTTP/1.1 200 OK\r\nContent-Le') }),
  },
  'no HTTP': {
    response: () => ({ status: null, headers: {}, body: Buffer.from('SSH-2.0-OpenSSH_9.9\r\n') }),
  },
  'longer length': {
    response: (_, file) => whole(file, { 'Content-Length': file.bytes.length + 77 }),
  },
  'shorter length': {
    response: (_, file) =>
      whole(file, {
        'Content-Length': file.bytes.length - 77,
        'Repr-Digest': `sha-256=:${sha256(file.bytes)}:`,
      }),
  },
  'two lengths': {
    response: (_, { bytes, tag }) => ({
      status: `200 OK\r\nContent-Length: ${bytes.length - 9}`,
      headers: { ETag: tag, 'Content-Length': bytes.length },
      body: bytes,
    }),
  },
  'changed after a cut': cutAndChange(null),
  'changed, the new one’s rest': cutAndChange('with the new tag'),
  'changed, its rest without a tag': cutAndChange('without a tag'),
  'cut with a weak tag, then changed': {
    response: (_, file, random) => ({
      ...whole(file, { ETag: `W/${file.tag}` }),
      sent: Math.floor(file.bytes.length * (0.2 + 0.7 * random())),
      pieces: 3,
      changes: true,
    }),
  },
  '416 to the rest': { ...status('416 Range Not Satisfiable'), fits: asksForRest },
  '416 to the whole': status('416 Range Not Satisfiable'),
  'the whole for the rest, cut': {
    fits: asksForRest,
    response(_, file, random) {
      const reply = whole(file)
      return { ...reply, sent: somewhere(random, reply) }
    },
  },
  'another rest': {
    fits: asksForRest,
    response: ({ from }, { bytes, tag }) => rest(bytes, Math.max(0, (from ?? 0) - 5), { ETag: tag }),
  },
  'a rest under another range': {
    fits: asksForRest,
    response({ from }, { bytes, tag }) {
      const right = rest(bytes, from ?? 0, { ETag: tag })
      return {
        ...right,
        body: bytes.subarray(0, right.body.length),
        headers: { ...right.headers, 'Content-Range': `bytes 0-${right.body.length - 1}/${bytes.length}` },
      }
    },
  },
  'a rest of another length': {
    fits: asksForRest,
    response: ({ from }, { bytes, tag }) => rest(bytes, from ?? 0, { ETag: tag }, bytes.length + 9),
  },
  'a part of the rest': {
    fits: asksForRest,
    response({ from }, { bytes, tag }) {
      const start = from ?? 0
      const body = bytes.subarray(start, start + Math.ceil((bytes.length - start) / 2))
      const range = `bytes ${start}-${start + body.length - 1}/${bytes.length}`
      return {
        status: '206 Partial Content',
        headers: { ETag: tag, 'Content-Range': range, 'Content-Length': body.length },
        body,
      }
    },
  },
  'a rest without a range': {
    fits: asksForRest,
    response({ from }, { bytes, tag }) {
      const body = bytes.subarray(from ?? 0)
      return { status: '206 Partial Content', headers: { ETag: tag, 'Content-Length': body.length }, body }
    },
  },
  'a rest, cut': {
    fits: asksForRest,
    response({ from }, { bytes, tag }, random) {
      const reply = rest(bytes, from ?? 0, { ETag: tag })
      return { ...reply, sent: somewhere(random, reply), after: 'reset' }
    },
  },
  'a part that nobody asked for': {
    fits: ({ from }) => from === null,
    response(_, { bytes, tag }) {
      const body = bytes.subarray(0, bytes.length >> 1)
      return {
        status: '206 Partial Content',
        headers: {
          ETag: tag,
          'Content-Range': `bytes 0-${body.length - 1}/${bytes.length}`,
          'Content-Length': body.length,
        },
        body,
      }
    },
  },
  'chunks that end too soon': {
    response(_, { bytes, tag }, random) {
      const body = inChunks(bytes)
      return {
        status: '200 OK',
        headers: { ETag: tag, 'Transfer-Encoding': 'chunked' },
        body,
        sent: Math.floor(random() * body.length),
      }
    },
  },
  'chunks without the last': {
    response: (_, { bytes, tag }) => ({
      status: '200 OK',
      headers: { ETag: tag, 'Transfer-Encoding': 'chunked' },
      body: inChunks(bytes),
    }),
  },
  'no length, closed too soon': {
    response: (_, { bytes, tag }, random) => ({
      status: '200 OK',
      headers: { ETag: tag },
      body: bytes,
      sent: 64 + Math.floor(random() * (bytes.length - 64)),
    }),
  },
  'packed and cut': {
    response(_, { bytes, tag }, random) {
      const body = gzipSync(bytes, { level: 1 })
      return {
        status: '200 OK',
        headers: { ETag: tag, 'Content-Encoding': 'gzip', 'Content-Length': body.length },
        body,
        sent: Math.floor(random() * body.length),
      }
    },
  },
  'another byte, the right digest': {
    response: (_, file, random) => ({
      ...whole(file, { 'Repr-Digest': `sha-256=:${sha256(file.bytes)}:` }),
      body: injectFault(file.bytes, random),
    }),
  },
  'another byte in the rest, its right digest': {
    fits: asksForRest,
    response({ from }, { bytes, tag }, random) {
      const reply = rest(bytes, from ?? 0, { ETag: tag })
      const digest = `sha-256=:${sha256(reply.body)}:`
      return {
        ...reply,
        headers: { ...reply.headers, 'Content-Digest': digest },
        body: injectFault(reply.body, random),
      }
    },
  },
  'the URL has run out': {
    response(_, file) {
      file.token += 1
      return { status: '403 Forbidden', headers: { 'Content-Length': 0 }, body: Buffer.alloc(0) }
    },
  },
  'in circles': {
    response: ({ path, token }) => ({
      status: '302 Found',
      headers: { Location: `${path}?token=${token}&again=1`, 'Content-Length': 0 },
      body: Buffer.alloc(0),
    }),
  },
  nothing: status('200 OK'),
  'no content': { response: () => ({ status: '204 No Content', headers: {}, body: Buffer.alloc(0) }) },
  'a page': status('200 OK', '<!doctype html><title>Sign in</title>'),
  'not found': status('404 Not Found', 'Not here.'),
  'not modified': {
    response: (_, { tag }) => ({ status: '304 Not Modified', headers: { ETag: tag }, body: Buffer.alloc(0) }),
  },
  'too many': status('429 Too Many Requests', 'Later.'),
  broken: status('500 Internal Server Error', 'Oh.'),
  away: status('503 Service Unavailable', 'Soon.'),
}
