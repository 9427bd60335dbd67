import type { Socket } from 'node:net'
import { gzipSync } from 'node:zlib'
import { expect, onTestFinished, test } from 'vitest'
import { openRawServer, type RawHandlers, rawResponse } from '../testing/raw-server.ts'
import { httpGet } from './http-get.ts'

async function open(handlers: RawHandlers) {
  const server = await openRawServer(handlers)
  onTestFinished(() => server.close())
  return server
}

async function get(url: string, signal = AbortSignal.timeout(5_000)): Promise<string> {
  return (await httpGet(new URL(url), { headers: {}, signal, maxBytes: 1_000 })).body
}

test('requests only once from a service that resets connections', async () => {
  const server = await open({ onRequest: (socket) => socket.resetAndDestroy() })
  await expect(get(server.url)).rejects.toThrow()
  expect(server.received.length).toBe(1)
})

test('keeps no connection, even if the service would', async () => {
  const server = await open({
    onRequest: (socket) => void socket.write(rawResponse('200 OK', 'ok', { 'Content-Length': 2 })),
  })
  expect([await get(server.url), await get(server.url), server.received.length]).toEqual(['ok', 'ok', 2])
})

test.each([
  ['as it comes', {}, Buffer.alloc(1_001)],
  ['as it unpacks', { 'Content-Encoding': 'gzip' }, gzipSync(Buffer.alloc(1_001))],
])('a body that is larger than allowed is refused: %s', async (_, headers, body) => {
  const server = await open({
    onRequest(socket) {
      socket.write(rawResponse('200 OK', '', { ...headers, 'Content-Length': body.length }))
      socket.write(body)
    },
  })
  await expect(get(server.url)).rejects.toMatchObject({ reason: { code: 'answer_too_large' } })
})

test('a truncated encoded body fails, as a plain one does', async () => {
  const packed = gzipSync('x'.repeat(500))
  const server = await open({
    onRequest(socket) {
      const headers = { 'Content-Encoding': 'gzip', 'Content-Length': packed.length - 9 }
      socket.write(rawResponse('200 OK', '', headers))
      socket.end(packed.subarray(0, -9))
    },
  })
  await expect(get(server.url)).rejects.toThrow(/unexpected end/)
})

test.each([
  ['before the connection is opened', (stop: () => void) => stop()],
  ['while it is being opened', (stop: () => void) => process.nextTick(stop)],
])('an abort %s leaves none open', async (_, when) => {
  const sockets: Socket[] = []
  const server = await open({
    onConnect: (socket) => void sockets.push(socket),
    onRequest: (socket) => void socket.write(rawResponse('200 OK', 'ok', { 'Content-Length': 2 })),
  })
  // Loaded by the first request, which would be later than the abort.
  await get(server.url)
  const stop = new AbortController()
  const reading = get(server.url, stop.signal)
  when(() => stop.abort())
  await expect(reading).rejects.toThrow(/abort/)
  // A connection that was left open would have arrived before this one.
  await get(server.url)
  await expect.poll(() => sockets.every(({ closed }) => closed)).toBe(true)
})

test('an abort ends the reading of a body', async () => {
  const stop = new AbortController()
  const server = await open({
    onRequest: (socket) => void socket.write(rawResponse('200 OK', 'o', { 'Content-Length': 2 })),
  })
  const reading = get(server.url, stop.signal)
  setImmediate(() => stop.abort())
  await expect(reading).rejects.toMatchObject({ name: 'AbortError' })
})
