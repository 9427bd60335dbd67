import { createServer as createTlsServer, getCACertificates, setDefaultCACertificates } from 'node:tls'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { Reason } from '../../shared/failures/reason.ts'
import { sayReason } from '../../shared/words/en/reasons.ts'
import type { PostOutcome } from '../engine/service/ports.ts'
import { loopbackCertificate } from '../testing/loopback-certificate.ts'
import { openRawServer, type RawHandlers, type RawServer, rawResponse } from '../testing/raw-server.ts'
import { postOnce } from './http-post-once.ts'

const limits = { connectMs: 15_000, responseMs: 15_000 }
const shortLimits = { connectMs: 15_000, responseMs: 300 }
const body = '{"prompt":"a quiet sea"}'

function post(url: string, changes: Partial<Parameters<typeof postOnce>[0]> = {}): Promise<PostOutcome> {
  return postOnce({
    url: new URL(url),
    body: new TextEncoder().encode(body),
    headers: { Authorization: 'Bearer k', 'Content-Type': 'application/json' },
    limits,
    ...changes,
  })
}

async function open(handlers: RawHandlers): Promise<RawServer> {
  const server = await openRawServer(handlers)
  onTestFinished(() => server.close())
  return server
}

async function freePort(): Promise<number> {
  const server = await openRawServer({})
  await server.close()
  return Number(new URL(server.url).port)
}

test('a response is read whole, with its status, headers and body, and the request arrives as it was given', async () => {
  const server = await open({
    onRequest: (socket) =>
      socket.end(
        rawResponse('429 Slow down', '{"error":"wait"}', { 'Retry-After': 7, 'Content-Length': 16 }),
      ),
  })
  const outcome = await post(`${server.url}/generate/image/sandbox/i3`)
  expect(outcome).toMatchObject({ type: 'responded', status: 429, body: '{"error":"wait"}' })
  expect(outcome.type === 'responded' && [outcome.header('retry-after'), outcome.header('link')]).toEqual([
    '7',
    null,
  ])
  const [request = ''] = server.received
  expect(request.split('\r\n')[0]).toBe('POST /generate/image/sandbox/i3 HTTP/1.1')
  expect(request.endsWith(`\r\n\r\n${body}`)).toBe(true)
  expect(request).toMatch(/^authorization: Bearer k\r$/im)
})

describe('[INP340] a body that is read while it is sent', () => {
  const boundary = 'multipart/form-data; boundary=b'

  function streamed(bytes: number, open: () => AsyncIterable<Uint8Array>) {
    return { body: { contentType: boundary, bytes, open } }
  }

  async function* pieces(count: number) {
    for (let sent = 0; sent < count; sent += 1) yield Buffer.alloc(4096, 'abc'[sent % 3])
  }

  test('arrives whole, with its length', async () => {
    const server = await open({
      onRequest: (socket) => socket.end(rawResponse('200 OK', '{}', { 'Content-Length': 2 })),
    })
    const outcome = await post(
      server.url,
      streamed(3 * 4096, () => pieces(3)),
    )
    expect(outcome).toMatchObject({ type: 'responded', status: 200 })
    const [request = ''] = server.received
    expect(request).toMatch(/^content-length: 12288\r$/im)
    expect(request.slice(request.indexOf('\r\n\r\n') + 4)).toBe(
      'a'.repeat(4096) + 'b'.repeat(4096) + 'c'.repeat(4096),
    )
  })

  test('is not opened where nobody listens', async () => {
    let isOpened = false
    async function* content() {
      isOpened = true
      yield Buffer.alloc(1)
    }
    const outcome = await post(`http://127.0.0.1:${await freePort()}/`, streamed(1, content))
    expect(outcome).toEqual({ type: 'not_sent', cause: { code: 'connection_refused' } })
    expect(isOpened).toBe(false)
  })

  test('may have arrived where its file fails meanwhile, and is never sent as whole', async () => {
    const server = await open({})
    async function* broken() {
      yield* pieces(1)
      throw new Error('The disk is gone.')
    }
    expect(await post(server.url, streamed(2 * 4096, broken))).toEqual({
      type: 'lost',
      cause: 'The disk is gone.',
    })
    expect(server.received).toHaveLength(1)
  })

  test('is refused before it was read whole, by the service’s own response', async () => {
    const server = await open({
      onConnect(socket) {
        socket.once('data', () => {
          socket.write(rawResponse('413 Too large', '{"error":"too large"}', { 'Content-Length': 21 }))
          socket.pause()
        })
      },
    })
    const outcome = await post(
      server.url,
      streamed(40_000 * 4096, () => pieces(40_000)),
    )
    expect(outcome).toMatchObject({ type: 'responded', status: 413, body: '{"error":"too large"}' })
  })
})

describe('proof that nothing was sent', () => {
  test('nobody listens', async () => {
    const outcome = await post(`http://127.0.0.1:${await freePort()}/`)
    expect(outcome).toEqual({ type: 'not_sent', cause: { code: 'connection_refused' } })
  })

  test('the name has no address', async () => {
    const outcome = await post('http://service.invalid/')
    expect(outcome).toMatchObject({ type: 'not_sent', cause: { code: expect.stringMatching(/^address_/) } })
  })

  test('the server speaks no TLS', async () => {
    const server = await open({ onConnect: (socket) => socket.write('220 hello\r\n') })
    expect(await post(server.url.replace('http:', 'https:'))).toMatchObject({ type: 'not_sent' })
    expect(server.received.join('')).not.toContain('Bearer')
  })

  test('TLS is never established', async () => {
    const server = await open({})
    const outcome = await post(server.url.replace('http:', 'https:'), {
      limits: { connectMs: 150, responseMs: 5_000 },
    })
    expect(outcome).toEqual({ type: 'not_sent', cause: { code: 'connection_timeout' } })
  })

  test('the connection is reset during the TLS handshake', async () => {
    const server = await open({ onConnect: (socket) => socket.resetAndDestroy() })
    expect(await post(server.url.replace('http:', 'https:'))).toMatchObject({ type: 'not_sent' })
  })

  test.each(['TLSv1.2', 'TLSv1.3'] as const)(
    'the certificate is untrusted (%s): not a byte of the request is readable there',
    async (maxVersion) => {
      const server = await openTlsServer(maxVersion)
      expect(await post(server.url)).toEqual({
        type: 'not_sent',
        cause: { code: 'certificate_self_signed' },
      })
      expect(server.received).toEqual([])
    },
  )

  test('the key holds characters that no header takes: returned as a value, nothing connects', async () => {
    const server = await open({})
    const outcome = await post(server.url, { headers: { Authorization: 'Bearer “quoted”' } })
    expect(outcome).toEqual({
      type: 'not_sent',
      cause: { code: 'request_unsendable' },
    })
    expect(server.received).toEqual([])
  })
})

describe('any failure after the connection is established may have arrived', () => {
  const response = rawResponse('200 OK', '{"job_id":"x"}')
  const rows: readonly [string, RawHandlers][] = [
    ['a close at once', { onConnect: (socket) => socket.destroy() }],
    ['a reset amid the body', { onHead: (socket) => socket.resetAndDestroy() }],
    ['a reset after the body', { onRequest: (socket) => socket.resetAndDestroy() }],
    ['a close without an answer', { onRequest: (socket) => socket.end() }],
    ['half a status line', { onRequest: (socket) => socket.end('HTTP/1.1 20') }],
    ['half the headers', { onRequest: (socket) => socket.end(response.slice(0, 30)) }],
    ['half the body', { onRequest: (socket) => socket.end(response.slice(0, -5)) }],
    [
      'a Content-Length beyond the body',
      { onRequest: (socket) => socket.end(rawResponse('200 OK', '{}', { 'Content-Length': 400 })) },
    ],
    [
      'a chunked body without its end',
      {
        onRequest: (socket) =>
          socket.end(rawResponse('200 OK', 'e\r\n{"job_id":"x"}\r\n', { 'Transfer-Encoding': 'chunked' })),
      },
    ],
    [
      'a chunk cut in two',
      {
        onRequest: (socket) =>
          socket.end(rawResponse('200 OK', 'e\r\n{"job', { 'Transfer-Encoding': 'chunked' })),
      },
    ],
    ['an answer that is no HTTP', { onRequest: (socket) => socket.end('220 mail.example ESMTP\r\n') }],
    [
      'a switch to another protocol',
      {
        onRequest: (socket) =>
          socket.write('HTTP/1.1 101 Switching\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n'),
      },
    ],
    ['silence', {}],
    ['silence after the headers', { onRequest: (socket) => socket.write(response.slice(0, -5)) }],
  ]

  test.each(rows)('%s', async (name, handlers) => {
    const server = await open(handlers)
    const outcome = await post(server.url, name.startsWith('silence') ? { limits: shortLimits } : {})
    expect(outcome).toMatchObject({
      type: 'lost',
      cause: expect.toSatisfy((cause: Reason) => sayReason(cause) !== ''),
    })
    expect(server.received).toHaveLength(1)
  })

  test('[JOB31] a response above the size limit can’t be read', async () => {
    const server = await open({
      onRequest(socket) {
        socket.write(rawResponse('200 OK', '', { 'Content-Length': 6 * 1024 * 1024 }))
        socket.write(Buffer.alloc(5 * 1024 * 1024, 0x20))
      },
    })
    expect(await post(server.url)).toEqual({
      type: 'unreadable',
      status: 200,
      cause: { code: 'answer_too_large' },
    })
    expect(server.received).toHaveLength(1)
  })

  test('over TLS as well', async () => {
    trustLoopback()
    const server = await openTlsServer('TLSv1.3')
    expect(await post(server.url)).toMatchObject({ type: 'lost' })
    expect(server.received.join('')).toContain(body)
  })
})

test('a response that trickles is given up in the end', async () => {
  const server = await open({
    onRequest(socket) {
      socket.write(rawResponse('200 OK', '{', { 'Content-Length': 4_000 }))
      const dripping = setInterval(() => socket.write(' '), 20)
      socket.on('close', () => clearInterval(dripping))
    },
  })
  expect(await post(server.url, { limits: shortLimits })).toEqual({
    type: 'lost',
    cause: { code: 'answer_timeout' },
  })
})

test('a large request may take longer than a response may, as long as it moves', async () => {
  const large = new Uint8Array(24 * 1024 * 1024).fill(0x20)
  const responseMs = 1_500
  const server = await open({
    onConnect(socket) {
      socket.pause()
      let left = large.length
      const reading = setInterval(() => {
        left -= socket.read()?.length ?? 0
        if (left > 0) return
        clearInterval(reading)
        socket.end(rawResponse('200 OK', '{}'))
      }, 5)
      socket.on('close', () => clearInterval(reading))
    },
  })
  const began = performance.now()
  const outcome = await post(server.url, { body: large, limits: { connectMs: 15_000, responseMs } })
  expect(outcome).toMatchObject({ type: 'responded', status: 200 })
  expect(performance.now() - began).toBeGreaterThan(responseMs)
})

test('an immediate reset counts as not sent only where the server saw nothing', async () => {
  const server = await open({ onConnect: (socket) => socket.resetAndDestroy() })
  const outcomes = await Promise.all(Array.from({ length: 20 }, () => post(server.url)))
  expect(outcomes.every(({ type }) => type === 'not_sent' || type === 'lost')).toBe(true)
  expect(server.received.join('')).toBe('')
})

test('aborted by us, a request that may have arrived is lost, and one that can’t have is not sent', async () => {
  const silent = await open({})
  const stop = new AbortController()
  const underWay = post(silent.url, { signal: stop.signal })
  const handshaking = post(silent.url.replace('http:', 'https:'), {
    signal: stop.signal,
  })
  while (silent.received.filter((text) => text !== '').length < 2) await new Promise(setImmediate)
  stop.abort()
  const cause = { code: 'closed_while_sending' }
  expect(await underWay).toEqual({ type: 'lost', cause })
  expect(await handshaking).toEqual({ type: 'not_sent', cause })
})

test('aborted before it began, nothing is sent', async () => {
  const server = await open({})
  expect(await post(server.url, { signal: AbortSignal.abort() })).toMatchObject({ type: 'not_sent' })
  expect(server.received.join('')).toBe('')
})

test('a redirect is a response; it is not followed', async () => {
  const elsewhere = await open({ onRequest: (socket) => socket.end(rawResponse('200 OK', '{}')) })
  const server = await open({
    onRequest: (socket) =>
      socket.end(rawResponse('307 Elsewhere', '', { Location: elsewhere.url, 'Content-Length': 0 })),
  })
  expect(await post(server.url)).toMatchObject({ type: 'responded', status: 307 })
  expect(elsewhere.received).toEqual([])
})

test('each call has a connection of its own, even if the server would keep it', async () => {
  const server = await open({
    onRequest: (socket) =>
      socket.write(rawResponse('200 OK', '{}', { 'Content-Length': 2, Connection: 'keep-alive' })),
  })
  await post(server.url)
  await post(server.url)
  expect(server.received.map((request) => request.split('\r\n')[0])).toEqual([
    'POST / HTTP/1.1',
    'POST / HTTP/1.1',
  ])
})

/** Reads each request's bytes once TLS is established, and hangs up. */
async function openTlsServer(
  maxVersion: 'TLSv1.2' | 'TLSv1.3',
): Promise<{ url: string; received: string[] }> {
  const received: string[] = []
  const server = createTlsServer({ ...loopbackCertificate, maxVersion }, (socket) => {
    socket.on('error', () => socket.destroy())
    socket.on('data', (chunk) => {
      received.push(chunk.toString('latin1'))
      if (chunk.toString('latin1').endsWith(body)) socket.destroy()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => new Promise<void>((resolve) => void server.close(() => resolve())))
  const address = server.address()
  return { url: `https://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`, received }
}

function trustLoopback(): void {
  const before = getCACertificates('default')
  setDefaultCACertificates([...before, loopbackCertificate.cert])
  onTestFinished(() => setDefaultCACertificates(before))
}

describe('[JOB50] a 410 is final by its status alone', () => {
  const gone = rawResponse('410 Gone', '<html>gone</html>')
  const rows: readonly [string, RawHandlers][] = [
    ['half its body', { onRequest: (socket) => socket.end(gone.slice(0, -5)) }],
    [
      'a reset amid its body',
      {
        onRequest: (socket) =>
          socket.write(rawResponse('410 Gone', '{', { 'Content-Length': 400 }), () =>
            setImmediate(() => socket.resetAndDestroy()),
          ),
      },
    ],
    [
      'a body larger than any answer',
      {
        onRequest: (socket) =>
          socket.end(
            `HTTP/1.1 410 Gone\r\nContent-Length: ${5 * 1024 * 1024}\r\n\r\n${'x'.repeat(5 * 1024 * 1024)}`,
          ),
      },
    ],
  ]
  test.each(rows)('%s', async (_, handlers) => {
    const server = await open(handlers)
    expect(await post(server.url)).toMatchObject({ type: 'responded', status: 410, body: '' })
  })
})
