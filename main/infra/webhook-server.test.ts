import { once } from 'node:events'
import { connect } from 'node:net'
import { networkInterfaces } from 'node:os'
import { expect, onTestFinished, test } from 'vitest'
import { readBody } from '../engine/webhooks/read-body.ts'
import { openSpyHttpServer } from '../testing/spy-http-server.ts'
import { webhookServer } from './webhook-server.ts'

async function open(receive: (request: Request) => Promise<Response>) {
  const opened = await webhookServer.open(0, receive)
  if (!opened.ok) throw new Error(opened.error.message)
  onTestFinished(() => opened.value.close())
  return opened.value
}

test('hands over whatever comes, and answers what it is told', async () => {
  const seen: string[] = []
  const { port } = await open(async (request) => {
    seen.push(`${request.method} ${new URL(request.url).pathname} ${await request.text()}`)
    return new Response(null, { status: 204 })
  })
  const { status } = await fetch(`http://127.0.0.1:${port}/hooks/a`, { method: 'POST', body: 'told' })
  expect([status, seen]).toEqual([204, ['POST /hooks/a told']])
})

test('a port that another program uses is said, and nothing throws', async () => {
  const other = await openSpyHttpServer((_, response) => response.end())
  onTestFinished(() => other.close())
  const port = Number(new URL(other.url).port)
  expect(await webhookServer.open(port, async () => new Response())).toMatchObject({
    ok: false,
    error: { code: 'port_in_use' },
  })
})

test('listens on this machine’s own address alone', async () => {
  const { port } = await open(async () => new Response())
  const outside = Object.values(networkInterfaces())
    .flatMap((all) => all ?? [])
    .find(({ internal, family }) => !internal && family === 'IPv4')
  if (!outside) return
  const socket = connect(port, outside.address)
  const [error] = await once(socket, 'error')
  expect((error as NodeJS.ErrnoException).code).toBe('ECONNREFUSED')
})

test('[HOOK3] an endless body over a real connection gets 413 and is not read on', async () => {
  const { port } = await open(async (request) => {
    const body = await readBody(request)
    return new Response(null, { status: body === 'too_large' ? 413 : 204 })
  })
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => undefined)
  socket.write('POST /hooks/a HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n')
  const chunk = `10000\r\n${'x'.repeat(65_536)}\r\n`
  const { promise: head, resolve } = Promise.withResolvers<string>()
  socket.once('data', (data) => resolve(data.toString('latin1')))
  let isAnswered = false
  void head.then(() => {
    isAnswered = true
  })
  let sent = 0
  while (!isAnswered && sent < 64 * 1024 * 1024) {
    sent += 65_536
    if (!socket.write(chunk)) await Promise.race([head, once(socket, 'drain'), once(socket, 'close')])
  }
  expect(await head).toMatch(/^HTTP\/1\.1 413 /)
  socket.destroy()
})
