import { connect as connectPlain, isIP, type LookupFunction, type OnReadOpts, type Socket } from 'node:net'
import { Duplex } from 'node:stream'
import { connect as connectSecure } from 'node:tls'
import { type BodyIntake, createIntakeQueue } from './body-intake.ts'
import { createSlabs } from './slabs.ts'

/** A connection whose answer's head is read by Node's HTTP client, and whose body may be taken past it. */
export interface Wire {
  /** For Node's HTTP client. */
  readonly stream: Duplex
  /** Takes a body of so many bytes straight from the socket; to be called when its head was read. */
  divert(bodyBytes: number, onBytes: () => void): BodyIntake
  /** Lets Node's client read the body; to be called when its head was read. */
  passOn(): void
}

const headEnd = Buffer.from('\r\n\r\n')
const interim = /^HTTP\/1\.\d 1/

/**
 * Connects to where a URL is. Node's parser copies each piece of a body into new memory, which costs more than reading,
 * hashing and writing it; a body of known length needs no parser, and is read into memory that is used again.
 */
export function openWire(url: URL, lookup: LookupFunction | undefined): Wire {
  const slabs = createSlabs()
  const queue = createIntakeQueue({
    pause: () => socket.pause(),
    resume() {
      slabs.turn()
      socket.resume()
    },
  })
  /** Takes what was read; the head goes first, to the parser, and nothing behind it. */
  let take = readHead
  let head = Buffer.alloc(0)
  /** What came behind the head until it is said where it goes. */
  let early = Buffer.alloc(0)

  const socket = connectTo(url, lookup, {
    buffer: slabs.window,
    callback(count, window) {
      take(count, window)
      return true
    },
  })
  const stream = new Duplex({
    read: () => void socket.resume(),
    write: (chunk, _encoding, done) => void socket.write(chunk, done),
    final: (done) => void socket.end(done),
    destroy(error, done) {
      socket.destroy()
      done(error)
    },
  })
  socket.on('end', () => {
    queue.finish(new Error('The connection ended amid the file.'))
    stream.push(null)
  })
  socket.on('error', (error) => {
    queue.finish(error)
    stream.destroy(error)
  })
  socket.on('close', () => {
    queue.finish(new Error('The connection ended amid the file.'))
    stream.destroy()
  })

  function readHead(count: number, window: Uint8Array): void {
    const begun = head.length
    head = Buffer.concat([head, window.subarray(0, count)])
    const end = head.indexOf(headEnd)
    if (end < 0) {
      pass(head.subarray(begun))
      return
    }
    const whole = head.subarray(0, end + headEnd.length)
    const rest = head.subarray(whole.length)
    const isInterim = interim.test(whole.toString('latin1'))
    head = Buffer.alloc(0)
    if (!isInterim) {
      take = holdBack
      early = rest
    }
    pass(whole.subarray(begun))
    if (isInterim && rest.length > 0) readHead(rest.length, rest)
  }

  function holdBack(count: number, window: Uint8Array): void {
    early = Buffer.concat([early, window.subarray(0, count)])
    socket.pause()
  }

  function pass(bytes: Uint8Array): void {
    if (!stream.push(bytes)) socket.pause()
  }

  return {
    stream,
    divert(bodyBytes, onBytes) {
      let left = bodyBytes
      const put = (bytes: Uint8Array) => {
        onBytes()
        const part = bytes.subarray(0, left)
        left -= part.length
        if (part.length > 0) queue.push(part)
        if (left === 0) queue.finish(null)
      }
      take = (count) => put(slabs.fill(count))
      put(early)
      socket.resume()
      return {
        take: queue.take,
        close() {
          queue.end()
          stream.destroy()
        },
      }
    },
    passOn() {
      // The parser is still at the head's last byte and must not be entered again.
      process.nextTick(() => {
        take = (count, window) => pass(Buffer.from(window.subarray(0, count)))
        if (early.length > 0) pass(early)
        socket.resume()
      })
    },
  }
}

function connectTo(url: URL, lookup: LookupFunction | undefined, onread: OnReadOpts): Socket {
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const options = { host, onread, ...(lookup && { lookup }) }
  if (url.protocol === 'http:') return connectPlain({ ...options, port: Number(url.port || 80) })
  const servername = isIP(host) ? '' : host
  return connectSecure({ ...options, port: Number(url.port || 443), servername, ALPNProtocols: ['http/1.1'] })
}
