import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { networkInterfaces } from 'node:os'
import { expect, onTestFinished, test } from 'vitest'
import type { ArrivedRequest, RequestResponse } from '../engine/webhooks/ports.ts'
import { openSpyHttpServer } from '../testing/spy-http-server.ts'
import { webhookServer } from './lazy-webhook-server.ts'
import { createWebhookServer, type ReceiverLimits } from './webhook-server.ts'

const mebibyte = 1024 * 1024

async function open(
  receive: (request: ArrivedRequest) => Promise<RequestResponse>,
  limits: Partial<ReceiverLimits> = {},
) {
  const opened = await createWebhookServer(limits).open(0, receive)
  if (!opened.ok) throw new Error(opened.error.message)
  onTestFinished(() => opened.value.close())
  return opened.value
}

/** Responds like a receiver that only checks the body; `bodies` is what was read. */
async function openReading(limits: Partial<ReceiverLimits> = {}) {
  const bodies: string[] = []
  const { port } = await open(async (request) => {
    const body = await request.readBody(mebibyte)
    bodies.push(typeof body === 'string' ? body : Buffer.from(body).toString())
    return { status: body === 'too_large' ? 413 : body === 'body_cut' ? 400 : 204, headers: {} }
  }, limits)
  return { port, bodies }
}

async function openRefusing(limits: Partial<ReceiverLimits> = {}) {
  return open(async () => ({ status: 404, headers: {} }), limits)
}

/** A connection with everything received over it. */
function dial(port: number, localAddress?: string) {
  const socket = connect({ port, host: '127.0.0.1', ...(localAddress && { localAddress }) })
  let text = ''
  // The test checks how a connection ends by what was received over it.
  socket.on('error', () => undefined)
  socket.on('data', (chunk) => {
    text += chunk.toString('latin1')
  })
  onTestFinished(() => void socket.destroy())
  const ended = new Promise<void>((resolve) => socket.once('close', () => resolve()))
  return {
    socket,
    /** Resolves with everything received once it matches, or the connection has ended. */
    async until(fits: (text: string) => boolean): Promise<string> {
      while (!fits(text) && !socket.closed)
        await Promise.race([new Promise((resolve) => socket.once('data', resolve)), ended])
      return text
    },
    ended: () => ended.then(() => text),
  }
}

/** Writes as fast as the other side reads, until it has hung up; returns how much was written. */
async function flood(socket: Socket, chunk: string, atMost: number): Promise<number> {
  let sent = 0
  while (socket.writable && sent < atMost) {
    sent += chunk.length
    if (socket.write(chunk)) continue
    await new Promise<void>((resolve) => {
      socket.once('drain', resolve)
      socket.once('close', () => resolve())
    })
  }
  return sent
}

test('passes requests on, and sends the given response', async () => {
  const seen: string[] = []
  const { port } = await open(async (request) => {
    const body = await request.readBody(mebibyte)
    seen.push(`${request.method} ${request.url} ${Buffer.from(body).toString()}`)
    return { status: 204, headers: { 'X-Told': 'so' } }
  })
  const { status, headers } = await fetch(`http://127.0.0.1:${port}/hooks/a`, {
    method: 'POST',
    body: 'told',
  })
  expect([status, headers.get('x-told'), seen]).toEqual([204, 'so', ['POST /hooks/a told']])
})

test('a port that another program uses is reported, and nothing throws', async () => {
  const other = await openSpyHttpServer((_, response) => response.end())
  onTestFinished(() => other.close())
  const port = Number(new URL(other.url).port)
  expect(await webhookServer.open(port, async () => ({ status: 204, headers: {} }))).toMatchObject({
    ok: false,
    error: { code: 'port_in_use' },
  })
})

test('listens on this machine’s own address only', async () => {
  const { port } = await openRefusing()
  const outside = Object.values(networkInterfaces())
    .flatMap((all) => all ?? [])
    .find(({ internal, family }) => !internal && family === 'IPv4')
  if (!outside) return
  const socket = connect(port, outside.address)
  const [error] = await once(socket, 'error')
  expect((error as NodeJS.ErrnoException).code).toBe('ECONNREFUSED')
})

test('an error while a request is handled gives 500', async () => {
  const { port } = await open(() => Promise.reject(new Error('broken')))
  expect((await fetch(`http://127.0.0.1:${port}/`)).status).toBe(500)
})

test('[HOOK4] each header arrives with all its values, also one that Node keeps the first of', async () => {
  const seen: (string | null)[] = []
  const { port } = await open(async ({ headers }) => {
    seen.push(headers.get('Authorization'), headers.get('x-signature'), headers.get('X-Other'))
    return { status: 204, headers: {} }
  })
  const { socket, until } = dial(port)
  // Beyond 2,000 of them Node would drop the rest.
  const many = Array.from({ length: 2_500 }, () => 'a:\r\n').join('')
  socket.write(
    `GET / HTTP/1.1\r\nHost: a\r\nAuthorization: 1\r\nauthorization: 2\r\nX-Signature: 3\r\n${many}x-signature: 4\r\n\r\n`,
  )
  expect(await until((text) => text.includes('\r\n\r\n'))).toMatch(/^HTTP\/1\.1 204 /)
  expect(seen).toEqual(['1, 2', '3, 4', null])
})

test('[HOOK3] an endless body over a real connection gets 413 and is not read further', async () => {
  const { port, bodies } = await openReading()
  const { socket, ended } = dial(port)
  socket.write('POST /hooks/a HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n')
  const sent = await flood(socket, `10000\r\n${'x'.repeat(65_536)}\r\n`, 64 * mebibyte)
  expect([(await ended()).slice(0, 12), bodies]).toEqual(['HTTP/1.1 413', ['too_large']])
  expect(sent).toBeLessThan(32 * mebibyte)
})

test('[HOOK3] a length over 1 MiB is refused before a byte of the body, one that is a lie while it arrives', async () => {
  const { port, bodies } = await openReading({ restTimeout: 50 })
  const { socket, until } = dial(port)
  socket.write(`POST /hooks/a HTTP/1.1\r\nHost: a\r\nContent-Length: ${mebibyte + 1}\r\n\r\n`)
  expect(await until((text) => text.includes('\r\n\r\n'))).toMatch(/^HTTP\/1\.1 413 /)
  const liar = dial(port)
  liar.socket.write('POST /hooks/a HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\nabcGARBAGE\r\n\r\n')
  expect(await liar.ended()).toMatch(/^HTTP\/1\.1 400 /)
  expect(bodies).toEqual(['too_large', 'abc'])
})

test('[HOOK3] a body of exactly 1 MiB is accepted, in one piece or in chunks of any size', async () => {
  const { port, bodies } = await openReading()
  const body = 'x'.repeat(mebibyte)
  await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', body })
  const { socket, until } = dial(port)
  const pieces = body.match(/x{1,9973}/g) ?? []
  const chunked = pieces.map((piece) => `${piece.length.toString(16)}\r\n${piece}\r\n`).join('')
  socket.write(`POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n${chunked}0\r\n\r\n`)
  await until((text) => text.includes('\r\n\r\n'))
  expect(bodies.map((one) => one.length)).toEqual([mebibyte, mebibyte])
})

test('a body that breaks off is reported as such', async () => {
  const { promise, resolve } = Promise.withResolvers<unknown>()
  const { port } = await open(async (request) => {
    resolve(await request.readBody(mebibyte))
    return { status: 400, headers: {} }
  })
  const { socket } = dial(port)
  socket.write('POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 100\r\n\r\nhalf', () => socket.destroy())
  expect(await promise).toBe('body_cut')
})

test('[HOOK30] headers that don’t arrive in time end the connection, also where nothing arrives at all', async () => {
  const { port } = await openRefusing({
    headersTimeout: 80,
    requestTimeout: 160,
    connectionsCheckingInterval: 20,
  })
  const slow = dial(port)
  slow.socket.write('POST / HTTP/1.1\r\nHost: a\r\nX-Slow')
  const silent = dial(port)
  expect(await slow.ended()).toMatch(/^HTTP\/1\.1 408 /)
  await silent.ended()
})

test('[HOOK30] a body that trickles ends with its timeout', async () => {
  const { port, bodies } = await openReading({
    headersTimeout: 500,
    requestTimeout: 1_000,
    connectionsCheckingInterval: 20,
  })
  const { socket, ended } = dial(port)
  socket.write('POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1000000\r\n\r\n')
  const trickle = setInterval(() => socket.write('x'), 20)
  onTestFinished(() => clearInterval(trickle))
  expect(await ended()).toMatch(/^HTTP\/1\.1 408 /)
  expect(bodies).toEqual(['body_cut'])
})

test('[HOOK20] a body that is refused unread may not continue to arrive', async () => {
  const { port } = await openRefusing({ restTimeout: 80 })
  const slow = dial(port)
  slow.socket.write('POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nx\r\n')
  expect(await slow.ended()).toMatch(/^HTTP\/1\.1 404 /)
  const fast = dial(port)
  fast.socket.write('POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n')
  const sent = await flood(fast.socket, `10000\r\n${'x'.repeat(65_536)}\r\n`, 64 * mebibyte)
  expect(await fast.ended()).toMatch(/^HTTP\/1\.1 404 /)
  expect(sent).toBeLessThan(32 * mebibyte)
})

test('[HOOK20] a short body that is refused unread leaves its connection for the next request', async () => {
  const { port } = await openRefusing()
  const { socket, until } = dial(port)
  socket.write('POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\n\r\ntold')
  await until((text) => text.includes('\r\n\r\n'))
  socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n')
  const both = /^HTTP\/1\.1 404 [\s\S]*HTTP\/1\.1 404 /
  expect(await until((text) => both.test(text))).toMatch(both)
})

const oneByte = 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\n\r\n'

test('[HOOK31] where every connection has a whole request, a further one is closed until one is free', async () => {
  const { promise: respondNow, resolve } = Promise.withResolvers<void>()
  const arrived = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  let count = 0
  const { port } = await open(
    async (request) => {
      await request.readBody(mebibyte)
      arrived[count]?.resolve()
      count += 1
      await respondNow
      return { status: 204, headers: {} }
    },
    { maxConnections: 2, maxPerAddress: 2 },
  )
  const busy = [dial(port), dial(port)]
  for (const { socket } of busy) socket.write(`${oneByte}x`)
  await Promise.all(arrived.map(({ promise }) => promise))
  const third = dial(port)
  third.socket.write(`${oneByte}x`)
  expect(await third.ended()).toBe('')
  resolve()
  for (const { until } of busy) expect(await until((text) => text.includes('\r\n\r\n'))).toMatch(/ 204 /)
  const fourth = dial(port)
  fourth.socket.write(`${oneByte}x`)
  expect(await fourth.until((text) => text.includes('\r\n\r\n'))).toMatch(/^HTTP\/1\.1 204 /)
})

test('[HOOK31] at a limit the connection that has waited longest is closed, however it waits', async () => {
  const { port } = await openReading({ maxConnections: 4, maxPerAddress: 4 })
  const silent = dial(port)
  await once(silent.socket, 'connect')
  const amidHead = dial(port)
  await once(amidHead.socket, 'connect')
  amidHead.socket.write('POST / HTTP/1.1\r\nX-Slow')
  const amidBody = dial(port)
  await once(amidBody.socket, 'connect')
  amidBody.socket.write(oneByte)
  const idle = dial(port)
  idle.socket.write(`${oneByte}x`)
  await idle.until((text) => text.includes('\r\n\r\n'))
  for (const waiting of [silent, amidHead, amidBody, idle]) {
    const next = dial(port)
    await waiting.ended()
    next.socket.write(`${oneByte}x`)
    expect(await next.until((text) => text.includes('\r\n\r\n'))).toMatch(/^HTTP\/1\.1 204 /)
  }
})

test('[HOOK31] after a response a connection waits least', async () => {
  const { port } = await openReading({ maxConnections: 2, maxPerAddress: 2 })
  const spoke = dial(port)
  await once(spoke.socket, 'connect')
  const silent = dial(port)
  await once(silent.socket, 'connect')
  spoke.socket.write(`${oneByte}x`)
  await spoke.until((text) => text.includes('\r\n\r\n'))
  dial(port)
  await silent.ended()
  spoke.socket.write(`${oneByte}x`)
  expect(await spoke.until((text) => text.split(' 204 ').length === 3)).toMatch(/ 204 [\s\S]* 204 /)
})

test('[HOOK31] one address can’t take the connections left for others', async () => {
  const { port } = await openReading({ maxConnections: 3, maxPerAddress: 2 })
  const other = dial(port, '127.0.0.2')
  await once(other.socket, 'connect')
  const crowd = [dial(port), dial(port)]
  await Promise.all(crowd.map(({ socket }) => once(socket, 'connect')))
  dial(port)
  await Promise.race(crowd.map(({ ended }) => ended()))
  other.socket.write(`${oneByte}x`)
  expect(await other.until((text) => text.includes('\r\n\r\n'))).toMatch(/^HTTP\/1\.1 204 /)
})

test('[HOOK31] 250 silent connections keep no delivery out, with the real limits', async () => {
  const { port, bodies } = await openReading()
  const silent = Array.from({ length: 250 }, () => dial(port))
  await Promise.all(silent.map(({ socket }) => once(socket, 'connect')))
  for (let index = 0; index < 20; index += 1) {
    const genuine = dial(port)
    genuine.socket.write(`POST /hooks/a HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\n\r\ntold`)
    expect(await genuine.until((text) => text.includes('\r\n\r\n'))).toMatch(/^HTTP\/1\.1 204 /)
  }
  expect(bodies).toEqual(Array.from({ length: 20 }, () => 'told'))
})

test('[HOOK30] with the real limits, a connection without headers soon ends', {
  timeout: 6_000,
}, async () => {
  const { port } = await openRefusing()
  await dial(port).ended()
})

test('[HOOK20] headers over 16 KiB are refused before anything is checked', async () => {
  let looks = 0
  const { port } = await open(async () => {
    looks += 1
    return { status: 204, headers: {} }
  })
  const { socket, ended } = dial(port)
  socket.write(`POST / HTTP/1.1\r\nHost: a\r\nX-Large: ${'x'.repeat(17_000)}\r\n\r\n`)
  expect([(await ended()).slice(0, 12), looks]).toEqual(['HTTP/1.1 431', 0])
})

test('[HOOK20] older HTTP gets a response, and its connection ends', async () => {
  const { port, bodies } = await openReading()
  const { socket, ended } = dial(port)
  socket.write('POST /hooks/a HTTP/1.0\r\nHost: a\r\nContent-Length: 4\r\n\r\ntold')
  expect([(await ended()).slice(0, 12), bodies]).toEqual(['HTTP/1.1 204', ['told']])
})

test('[HOOK20] requests sent ahead on one connection get their responses in order', async () => {
  const { port } = await open(async ({ url }) => ({ status: 200 + Number(url.slice(1)), headers: {} }))
  const { socket, until } = dial(port)
  socket.write([1, 2, 3, 4].map((index) => `GET /${index} HTTP/1.1\r\nHost: a\r\n\r\n`).join(''))
  const text = await until((all) => all.includes('204 '))
  expect(text.match(/(?<=^HTTP\/1\.1 )\d+/gm)).toEqual(['201', '202', '203', '204'])
})

test('[HOOK20] a body is requested only where it is wanted', async () => {
  const reading = await openReading()
  const wanted = dial(reading.port)
  const head = 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\nExpect: 100-continue\r\n\r\n'
  wanted.socket.write(head)
  await wanted.until((text) => text.includes('HTTP/1.1 100 Continue\r\n\r\n'))
  wanted.socket.write('told')
  expect(await wanted.until((text) => text.includes(' 204 '))).toMatch(
    /^HTTP\/1\.1 100 [\s\S]*HTTP\/1\.1 204 /,
  )
  expect(reading.bodies).toEqual(['told'])
  const refused = dial((await openRefusing()).port)
  refused.socket.write(head)
  expect(await refused.ended()).toMatch(/^HTTP\/1\.1 404 [\s\S]*connection: close/i)
})

test.each([
  ['two lengths', 'Content-Length: 4\r\nContent-Length: 5\r\n'],
  ['a length and chunks', 'Content-Length: 4\r\nTransfer-Encoding: chunked\r\n'],
  ['a length that is no number', 'Content-Length: +4\r\n'],
  ['a header with a line of its own below it', 'X-Folded: a\r\n b\r\n'],
  ['a zero byte in a header', 'X-Zero: a\0b\r\n'],
])('[HOOK20] a request with %s is no request', async (_, lines) => {
  const { port, bodies } = await openReading()
  const { socket, ended } = dial(port)
  socket.write(`POST / HTTP/1.1\r\nHost: a\r\n${lines}\r\ntold`)
  expect(await ended()).toMatch(/^HTTP\/1\.1 400 /)
  expect(bodies).toEqual([])
})

test.each([
  'CONNECT a:1 HTTP/1.1\r\nHost: a\r\n\r\n',
  '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03',
  '\r\n\r\n\r\nx\r\n\r\n',
])('[HOOK20] bytes that are not HTTP for a receiver end the connection: %j', async (bytes) => {
  const { port } = await openRefusing()
  const { socket, ended } = dial(port)
  socket.write(bytes, 'latin1')
  expect(await ended()).not.toMatch(/ 2\d\d /)
  expect((await fetch(`http://127.0.0.1:${port}/`)).status).toBe(404)
})
