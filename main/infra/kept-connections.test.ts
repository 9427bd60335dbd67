import { createServer, type Socket } from 'node:net'
import { createServer as createTlsServer, getCACertificates, setDefaultCACertificates } from 'node:tls'
import { expect, onTestFinished, test, vi } from 'vitest'
import { loopbackCertificate } from '../testing/loopback-certificate.ts'
import { createKeptConnections } from './kept-connections.ts'

/** A connection is idle one turn after its response; a request before that opens another. */
const rest = () => new Promise((resolve) => setImmediate(resolve))
const response = (text: string) => `HTTP/1.1 200 OK\r\nContent-Length: ${text.length}\r\n\r\n${text}`

/** A server that handles each request on each connection as the test says, and its connections. */
async function open(onRequest: (socket: Socket, path: string, count: number) => void, timeoutMs = 5_000) {
  const sockets: Socket[] = []
  const requests: string[] = []
  const server = createServer((socket) => {
    sockets.push(socket)
    socket.on('error', () => socket.destroy())
    socket.on('data', (chunk) => {
      requests.push(chunk.toString())
      onRequest(socket, chunk.toString().split(' ')[1] ?? '', requests.length)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    return new Promise<void>((resolve) => server.close(() => resolve()))
  })
  const address = server.address()
  const url = new URL(`http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}/base?x`)
  const headers = { Authorization: 'Bearer k' }
  const connections = createKeptConnections({ url, headers, timeoutMs, maxBytes: 1_000 })
  return { connections, sockets, requests, url }
}

test('sends request after request on one connection, with the headers and the host', async () => {
  const { connections, sockets, requests, url } = await open((socket, path) => socket.write(response(path)))
  for (const path of ['/a', '/b', '/c']) {
    expect(await connections.get(path)).toMatchObject({ body: path })
    await rest()
  }
  expect([sockets.length, requests[0]?.split('\r\n')]).toEqual([
    1,
    [
      'GET /a HTTP/1.1',
      `host: ${url.host}`,
      'connection: keep-alive',
      'Authorization: Bearer k',
      'Accept-Encoding: identity',
      '',
      '',
    ],
  ])
})

test('a connection carries one request at a time, and each gets its own response', async () => {
  const held: (() => void)[] = []
  const { connections, sockets } = await open((socket, path) => {
    held.push(() => socket.write(response(path)))
    if (held.length === 3) for (const release of held.reverse()) release()
  })
  const paths = ['/a', '/b', '/c']
  const responses = await Promise.all(paths.map((path) => connections.get(path)))
  expect([responses.map((one) => one?.body), sockets.length]).toEqual([paths, 3])
})

test('a response that arrives byte by byte is put together', async () => {
  const { connections } = await open(async (socket) => {
    for (const byte of Buffer.from(response('{"a":1}'))) {
      socket.write(Buffer.of(byte))
      await new Promise((resolve) => setImmediate(resolve))
    }
  })
  expect(await connections.get('/')).toMatchObject({ body: '{"a":1}' })
})

test('a kept connection that the service was closing is replaced; a new one that fails is a failure', async () => {
  const { connections, sockets } = await open((socket, path, count) => {
    if (count === 1) socket.write(response(path))
    else if (count === 2) socket.destroy()
    else if (count === 3) socket.write(response(path))
    else socket.resetAndDestroy()
  })
  await connections.get('/a')
  await rest()
  expect(await connections.get('/b')).toMatchObject({ body: '/b' })
  expect(sockets.length).toBe(2)
  await rest()
  await expect(connections.get('/c')).rejects.toThrow()
})

test('a response that breaks off is a failure, and is not requested twice', async () => {
  const { connections, requests } = await open((socket, path, count) => {
    if (count === 1) socket.write(response(path))
    else socket.end('HTTP/1.1 200 OK\r\nContent-Length: 20\r\n\r\n{"a"')
  })
  await connections.get('/a')
  await rest()
  await expect(connections.get('/b')).rejects.toMatchObject({ reason: { code: 'connection_ended' } })
  expect(requests.length).toBe(2)
})

test('unrequested bytes are never taken for a response', async () => {
  const { connections, sockets } = await open((socket, path) => socket.write(response(path)))
  await connections.get('/a')
  await rest()
  const closed = new Promise((resolve) => sockets[0]?.once('close', resolve))
  sockets[0]?.write(response('forged'))
  await closed
  expect(await connections.get('/b')).toMatchObject({ body: '/b' })
  expect(sockets.length).toBe(2)
})

test('of two responses to one request the second is dropped, and the connection is not kept', async () => {
  const { connections, sockets } = await open((socket, path) =>
    socket.write(response(path) + response('forged')),
  )
  expect(await connections.get('/a')).toMatchObject({ body: '/a' })
  await rest()
  expect(await connections.get('/b')).toMatchObject({ body: '/b' })
  expect(sockets.length).toBe(2)
})

test('a service that resets fresh connections is asked only once', async () => {
  const { connections, requests } = await open((socket) => socket.resetAndDestroy())
  await expect(connections.get('/a')).rejects.toMatchObject({ code: 'ECONNRESET' })
  expect(requests.length).toBe(1)
})

test('several kept connections that were closed together cost one more request, not several', async () => {
  const { connections, requests } = await open((socket, path, count) => {
    if (count <= 3) setImmediate(() => socket.write(response(path)))
    else if (count === 4) socket.resetAndDestroy()
    else socket.write(response(path))
  })
  await Promise.all(['/a', '/b', '/c'].map((path) => connections.get(path)))
  await rest()
  expect(await connections.get('/d')).toMatchObject({ body: '/d' })
  expect(requests.length).toBe(5)
})

test('a connection that may have died while the machine slept is not used', async () => {
  const { connections, sockets } = await open((socket, path) => socket.write(response(path)))
  await connections.get('/a')
  await rest()
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 31_000 })
  onTestFinished(() => void vi.useRealTimers())
  expect(await connections.get('/b')).toMatchObject({ body: '/b' })
  expect(sockets.length).toBe(2)
})

test('a timeout ends it', async () => {
  const { connections } = await open(() => undefined, 60)
  await expect(connections.get('/silent')).rejects.toMatchObject({ name: 'TimeoutError' })
})

test('a response that is too large, and an abort end it', async () => {
  const { connections } = await open((socket, path) => {
    if (path === '/large') socket.write(response('x'.repeat(5_000)))
  })
  await expect(connections.get('/large')).rejects.toMatchObject({ reason: { code: 'answer_too_large' } })
  const hangUp = new AbortController()
  const requested = connections.get('/silent', hangUp.signal)
  hangUp.abort()
  await expect(requested).rejects.toMatchObject({ name: 'AbortError' })
  await expect(connections.get('/silent', hangUp.signal)).rejects.toMatchObject({ name: 'AbortError' })
})

test('an invalid header is reported before anything is opened', async () => {
  const { url, sockets } = await open(() => undefined)
  const headers = { Authorization: 'Bearer a\r\nX-Other: b' }
  const connections = createKeptConnections({ url, headers, timeoutMs: 1_000, maxBytes: 1_000 })
  await expect(connections.get('/')).rejects.toMatchObject({ code: 'UND_ERR_INVALID_ARG' })
  expect(sockets).toEqual([])
})

test('over TLS the key is sent only to a trusted certificate', async () => {
  const requests: string[] = []
  const sockets: Socket[] = []
  const server = createTlsServer(loopbackCertificate, (socket) => {
    sockets.push(socket)
    socket.on('error', () => socket.destroy())
    socket.on('data', (chunk) => {
      requests.push(chunk.toString())
      socket.write(response('{}'))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    return new Promise<void>((resolve) => server.close(() => resolve()))
  })
  const address = server.address()
  const url = new URL(`https://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`)
  const open = () => createKeptConnections({ url, headers: {}, timeoutMs: 5_000, maxBytes: 1_000 })
  await expect(open().get('/')).rejects.toMatchObject({ code: 'DEPTH_ZERO_SELF_SIGNED_CERT' })
  expect(requests).toEqual([])
  const before = getCACertificates('default')
  onTestFinished(() => setDefaultCACertificates(before))
  setDefaultCACertificates([...before, loopbackCertificate.cert])
  const hangUp = new AbortController()
  const connections = open()
  expect(await connections.get('/', hangUp.signal)).toMatchObject({ body: '{}' })
  expect(requests.length).toBe(1)
  const requested = connections.get('/', hangUp.signal)
  hangUp.abort()
  await expect(requested).rejects.toThrow()
})
