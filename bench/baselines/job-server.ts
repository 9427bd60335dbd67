import { createServer } from 'node:net'

/** Returns one pending job to every request on a kept connection; prints its port. */
const body = JSON.stringify({
  job_id: '0190a1b2-c3d4-4e5f-8a6b-7c8d9e0f1a2b',
  status: 'processing',
  created_at: '2026-11-20T12:00:00.000Z',
  completed_at: null,
  result: null,
  progress: 0.4,
})
const response = `HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\nConnection: keep-alive\r\nKeep-Alive: timeout=60\r\n\r\n${body}`

const server = createServer((socket) => {
  socket.setNoDelay(true)
  socket.on('error', () => socket.destroy())
  let text = ''
  socket.on('data', (chunk) => {
    text += chunk.toString('latin1')
    for (let end = text.indexOf('\r\n\r\n'); end >= 0; end = text.indexOf('\r\n\r\n')) {
      text = text.slice(end + 4)
      socket.write(response)
    }
  })
})
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  process.stdout.write(`${typeof address === 'object' && address ? address.port : 0}\n`)
})
