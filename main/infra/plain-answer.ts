/** An answer that was read whole. */
export interface PlainAnswer {
  readonly status: number
  /** Reads a header by its lower-case name; null where it is not there exactly once. */
  header(name: string): string | null
  readonly body: string
  /** Whether the connection may be asked again. */
  readonly isKept: boolean
}

/**
 * What the bytes on a connection are so far: a part of an answer, of which so many bytes are there at least; the whole
 * of one; or nothing that is read here: a version, a framing or a packing that the full client has to see to, or bytes
 * beyond the answer's end.
 */
export type Parsed = number | 'unusual' | PlainAnswer

const headMaxBytes = 16 * 1024
const statusLine = /^HTTP\/1\.1 ([2-5]\d\d)[ \r]/
const headEnd = Buffer.from('\r\n\r\n')

/** Reads an answer to a GET in its plainest forms: HTTP/1.1, unpacked, by Content-Length or in chunks. */
export function parsePlainAnswer(bytes: Buffer): Parsed {
  const end = bytes.indexOf(headEnd)
  if (end < 0) return bytes.length > headMaxBytes ? 'unusual' : bytes.length + 1
  const head = bytes.toString('latin1', 0, end + 2)
  const status = statusLine.exec(head)?.[1]
  if (status === undefined || status === '204' || status === '304') return 'unusual'
  const header = (name: string) => readHeader(head, name)
  const body = readBody(bytes.subarray(end + 4), head)
  if (body === 'unusual') return body
  if (typeof body === 'number') return end + 4 + body
  const isKept = !/\r\nconnection:[^\r]*close/i.test(head)
  return { status: Number(status), header, body: body.text, isKept }
}

type Body = number | 'unusual' | { readonly text: string }

function readBody(rest: Buffer, head: string): Body {
  const lengths = head.match(/\r\ncontent-length:[^\r]*/gi)
  const isFramed = /\r\ntransfer-encoding:/i.test(head)
  if (/\r\ncontent-encoding:(?!\s*identity\s*\r)/i.test(head)) return 'unusual'
  if (isFramed) return lengths ? 'unusual' : readChunks(rest, head)
  const length = lengths?.length === 1 ? /:[ \t]*(\d{1,9})[ \t]*$/.exec(lengths[0])?.[1] : undefined
  if (length === undefined || rest.length > Number(length)) return 'unusual'
  return rest.length < Number(length) ? Number(length) : { text: rest.toString('utf8') }
}

function readChunks(rest: Buffer, head: string): Body {
  if (!/\r\ntransfer-encoding:[ \t]*chunked[ \t]*\r/i.test(head)) return 'unusual'
  const chunks: Buffer[] = []
  for (let at = 0; ; ) {
    const lineEnd = rest.indexOf('\r\n', at)
    if (lineEnd < 0) return rest.length - at > 16 ? 'unusual' : rest.length + 1
    const line = rest.toString('latin1', at, lineEnd)
    if (!/^[0-9a-f]{1,7}$/i.test(line)) return 'unusual'
    const size = Number.parseInt(line, 16)
    const next = lineEnd + 2 + size
    if (rest.length < next + 2) return next + 2
    if (rest.toString('latin1', next, next + 2) !== '\r\n') return 'unusual'
    if (size === 0)
      return rest.length > next + 2 ? 'unusual' : { text: Buffer.concat(chunks).toString('utf8') }
    chunks.push(rest.subarray(lineEnd + 2, next))
    at = next + 2
  }
}

function readHeader(head: string, name: string): string | null {
  const found = head.match(new RegExp(`\\r\\n${name}:[^\\r]*`, 'gi'))
  return found?.length === 1 ? found[0].slice(name.length + 3).trim() : null
}
