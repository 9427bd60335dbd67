import { createHash } from 'node:crypto'
import { closeSync, fdatasyncSync, openSync, writeSync } from 'node:fs'
import { connect } from 'node:net'

/**
 * One GET over a bare socket: each chunk is hashed, then written, and the file is flushed at the end. Returns
 * its SHA-256.
 */
export function downloadByHand(url: URL, path: string): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  const hash = createHash('sha256')
  const file = openSync(path, 'w')
  let isHead = true
  const socket = connect({
    host: url.hostname,
    port: Number(url.port),
    onread: {
      buffer: Buffer.alloc(1024 ** 2),
      callback(count, buffer) {
        // The head is short and complete in the first read; everything after it is the file.
        const start = isHead ? Buffer.from(buffer.buffer, 0, count).indexOf('\r\n\r\n') + 4 : 0
        isHead = false
        const bytes = new Uint8Array(buffer.buffer, start, count - start)
        hash.update(bytes)
        writeSync(file, bytes)
        return true
      },
    },
  })
  socket.on('error', reject)
  socket.on('end', () => {
    fdatasyncSync(file)
    closeSync(file)
    resolve(hash.digest('hex'))
  })
  socket.write(`GET / HTTP/1.1\r\nHost: ${url.host}\r\nConnection: close\r\n\r\n`)
  return promise
}
