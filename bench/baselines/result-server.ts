import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Serves a result of so many bytes, as fast as a service on the same machine can. */
const length = Number(process.argv[2] ?? 0)
const piece = Buffer.alloc(1024 ** 2, 7)
piece.set([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

const server = createServer((_, response) => {
  response.writeHead(200, { 'Content-Length': length, ETag: '"one"' })
  let left = length
  function send(): void {
    while (left > 0) {
      const bytes = piece.subarray(0, left)
      left -= bytes.length
      if (!response.write(bytes)) return void response.once('drain', send)
    }
    response.end()
  }
  send()
})
server.listen(0, '127.0.0.1', () =>
  process.stdout.write(`http://127.0.0.1:${(server.address() as AddressInfo).port}\n`),
)
