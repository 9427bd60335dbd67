import { gzipSync } from 'node:zlib'
import { expect, onTestFinished, test } from 'vitest'
import { openRawServer, type RawHandlers, rawAnswer } from '../testing/raw-server.ts'
import { httpGet } from './http-get.ts'
import { readLimited } from './read-limited.ts'

const keepAlive = { 'Content-Length': 2, Connection: 'keep-alive' }

async function open(handlers: RawHandlers) {
  const server = await openRawServer(handlers)
  onTestFinished(() => server.close())
  return server
}

async function get(url: string): Promise<string> {
  const answer = await httpGet(new URL(url), { headers: {}, signal: AbortSignal.timeout(5_000) })
  return readLimited(answer.body, 1_000)
}

test('asks again where a kept connection was just being given up, on a new one', async () => {
  const server = await open({
    onRequest(socket) {
      socket.write(rawAnswer('200 OK', 'ok', keepAlive))
      socket.on('data', () => socket.resetAndDestroy())
    },
  })
  expect([await get(server.url), await get(server.url), server.received.length]).toEqual(['ok', 'ok', 2])
})

test('several kept connections that were given up together cost one more request, not several', async () => {
  const server = await open({
    onRequest(socket) {
      setImmediate(() => socket.write(rawAnswer('200 OK', 'ok', keepAlive)))
      socket.on('data', () => socket.resetAndDestroy())
    },
  })
  await Promise.all([get(server.url), get(server.url), get(server.url)])
  expect([await get(server.url), server.received.length]).toEqual(['ok', 4])
})

test('asks a service that resets fresh connections only once', async () => {
  const server = await open({ onRequest: (socket) => socket.resetAndDestroy() })
  await expect(get(server.url)).rejects.toThrow()
  expect(server.received.length).toBe(1)
})

test('a packed body that is cut fails, as an unpacked one does', async () => {
  const packed = gzipSync('x'.repeat(500))
  const server = await open({
    onRequest(socket) {
      const headers = { 'Content-Encoding': 'gzip', 'Content-Length': packed.length - 9 }
      socket.write(rawAnswer('200 OK', '', headers))
      socket.end(packed.subarray(0, -9))
    },
  })
  await expect(get(server.url)).rejects.toThrow(/unexpected end/)
})

test('an abort ends the reading of a body', async () => {
  const stop = new AbortController()
  const server = await open({
    onRequest: (socket) => void socket.write(rawAnswer('200 OK', 'o', { 'Content-Length': 2 })),
  })
  const answer = await httpGet(new URL(server.url), { headers: {}, signal: stop.signal })
  const reading = readLimited(answer.body, 10)
  stop.abort()
  await expect(reading).rejects.toThrow()
})
