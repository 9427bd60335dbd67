import { createServer } from 'node:https'
import type { AddressInfo, Socket } from 'node:net'
import fc from 'fast-check'
import { expect, onTestFinished, test } from 'vitest'
import { loopbackCertificate } from '../testing/loopback-certificate.ts'
import { openRawServer, rawResponse } from '../testing/raw-server.ts'
import { getFile } from './http-get-file.ts'

/** Sends these bytes in chunks of this size, each in its own turn of the event loop. */
async function sendInPieces(socket: Socket, bytes: Buffer, lengths: readonly number[]): Promise<void> {
  socket.setNoDelay()
  let at = 0
  for (const length of lengths) {
    socket.write(bytes.subarray(at, at + length))
    at += length
    await new Promise(setImmediate)
  }
  socket.end(bytes.subarray(at))
}

async function serve(reply: string | Buffer, lengths: readonly number[] = []): Promise<URL> {
  const server = await openRawServer({
    onRequest: (socket) => void sendInPieces(socket, Buffer.from(reply), lengths),
  })
  onTestFinished(() => server.close())
  return new URL(server.url)
}

async function get(url: URL) {
  const file = await getFile(url, {
    headers: {},
    signal: AbortSignal.timeout(10_000),
    lookup: undefined,
    onBytes() {},
  })
  const chunks: Buffer[] = []
  try {
    for (let taken = await file.intake.take(); taken; taken = await file.intake.take())
      chunks.push(...taken.map((chunk) => Buffer.from(chunk)))
  } finally {
    file.intake.close()
  }
  return { ...file, text: Buffer.concat(chunks).toString('latin1') }
}

const chunked = '5\r\nhello\r\n6\r\n world\r\n0\r\n\r\n'
const responses: readonly [string, string][] = [
  ['a body of known length', rawResponse('200 OK', 'hello world')],
  ['the same in chunks', rawResponse('200 OK', chunked, { 'Transfer-Encoding': 'chunked' })],
  ['the same up to the end', rawResponse('200 OK', 'hello world', { Connection: 'close' })],
  [
    'behind interim responses',
    `HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\nHTTP/1.1 102 Processing\r\n\r\n${rawResponse('200 OK', 'hello world')}`,
  ],
]

test.each(responses)('%s is read whole, however its bytes arrive', async (_, reply) => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.integer({ min: 1, max: 40 }), { maxLength: 12 }), async (lengths) => {
      const { status, text } = await get(await serve(reply, lengths))
      expect([status, text]).toEqual([200, 'hello world'])
    }),
    { numRuns: 25 },
  )
})

test('bytes after a body of known length are no part of it', async () => {
  const reply = `${rawResponse('200 OK', 'hello')} and more`
  expect((await get(await serve(reply))).text).toBe('hello')
})

test('a length beside chunks is ignored', async () => {
  const headers = { 'Transfer-Encoding': 'chunked', 'Content-Length': 3 }
  await expect(get(await serve(rawResponse('200 OK', chunked, headers)))).rejects.toThrow()
})

test('a response without a body has none', async () => {
  expect(await get(await serve(rawResponse('200 OK', '')))).toMatchObject({ text: '', bytes: 0 })
  expect(await get(await serve(rawResponse('304 Same', '', {})))).toMatchObject({ status: 304, text: '' })
})

test('every byte of a large body arrives in order', async () => {
  const body = Buffer.alloc(9_000_000)
  for (let at = 0; at < body.length; at += 4) body.writeUInt32LE(at, at)
  const reply = Buffer.concat([
    Buffer.from(rawResponse('200 OK', '', { 'Content-Length': body.length })),
    body,
  ])
  expect((await get(await serve(reply, [100_000, 3_000_000]))).text === body.toString('latin1')).toBe(true)
})

test.each([
  ['nothing', ''],
  ['an answer to what was not asked', `HTTP/1.1 100 Continue\r\n\r\n${rawResponse('200 OK', 'hello')}`],
  ['no HTTP', 'SSH-2.0-OpenSSH_9.6\r\n\r\n'],
  ['half a head', 'HTTP/1.1 200 OK\r\nContent-Le'],
  ['a head without an end', `HTTP/1.1 200 OK\r\n${`X: ${'1'.repeat(1_000)}\r\n`.repeat(120)}`],
])('%s is a failure', async (_, reply) => {
  await expect(get(await serve(reply))).rejects.toThrow()
})

test('an untrusted certificate ends it before a byte is requested', async () => {
  let requests = 0
  const server = createServer(loopbackCertificate, (_, response) => {
    requests += 1
    response.end('hello')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const url = new URL(`https://127.0.0.1:${(server.address() as AddressInfo).port}`)
  await expect(get(url)).rejects.toMatchObject({ code: 'DEPTH_ZERO_SELF_SIGNED_CERT' })
  expect(requests).toBe(0)
})
