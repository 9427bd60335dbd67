import type { Socket } from 'node:net'
import { brotliCompressSync, constants, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { openFetcherHome } from '../testing/fetcher-home.ts'
import { openRawServer, rawResponse } from '../testing/raw-server.ts'
import { samplePng } from '../testing/sample-media.ts'
import { httpGet } from './http-get.ts'

// Bodies of tens of mebibytes are decoded and written.
vi.setConfig({ testTimeout: 60_000 })

const mebibyte = 1024 ** 2
const zeros = Buffer.alloc(72 * mebibyte)
const quickly = { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } }
/** The members that 10 GiB of gzip are made of: each decodes to 16 MiB. */
const member = gzipSync(zeros.subarray(0, 16 * mebibyte))
const members = 640

async function serve(send: (socket: Socket) => void) {
  const server = await openRawServer({ onRequest: send })
  onTestFinished(() => server.close())
  return `${server.url}/result`
}

/** Sends an encoded body, repeated as often as given, for as long as somebody listens. */
function packed(encoding: string, body: Uint8Array, times = 1): (socket: Socket) => void {
  return async (socket) => {
    const headers = { 'Content-Encoding': encoding, 'Content-Length': body.length * times }
    socket.write(rawResponse('200 OK', '', headers))
    const closed = new Promise((resolve) => socket.once('close', resolve))
    for (let count = 0; count < times && !socket.destroyed; count += 1)
      await Promise.race([closed, new Promise((resolve) => socket.write(body, resolve))])
  }
}

describe('[LIB44] a result that decodes to far more than was received', () => {
  test.each([
    ['gzip, 10 GiB', packed('gzip', member, members)],
    ['deflate', packed('deflate', deflateSync(zeros))],
    ['br', packed('br', brotliCompressSync(zeros, quickly))],
  ])('is refused for good, and nothing of it is left: %s', async (_, send) => {
    const home = await openFetcherHome()
    let most = 0
    const outcome = await home.fetch(await serve(send), {
      onProgress: (bytes) => {
        most = Math.max(most, bytes)
      },
    })
    expect(outcome).toMatchObject({
      type: 'failed',
      cause: { code: 'file_swells' },
      isFinal: true,
    })
    expect(most).toBeLessThanOrEqual(64 * mebibyte)
    expect([home.incoming(), home.hasMedia()]).toEqual([[], false])
  })

  test('may be a small file that was compressed well', async () => {
    const home = await openFetcherHome()
    const png = samplePng({ bytes: 20 * mebibyte, fill: 0 })
    expect(await home.fetch(await serve(packed('gzip', gzipSync(png))))).toMatchObject({
      type: 'fetched',
      bytes: png.length,
    })
  })
})

describe('[LIB44] a body that is encoded twice, or in an unrequested way', () => {
  const png = samplePng()
  const rows = [
    ['gzip, gzip', gzipSync(gzipSync(png))],
    ['br, gzip', gzipSync(brotliCompressSync(png))],
    ['identity, gzip', gzipSync(png)],
    ['zstd', zstdCompressSync(png)],
    ['nonsense', png],
  ] as const

  test.each(rows)('is no result: %s', async (encoding, body) => {
    const home = await openFetcherHome()
    expect(await home.fetch(await serve(packed(encoding, body)))).toMatchObject({
      type: 'failed',
      cause: { code: 'file_packed' },
      isFinal: true,
    })
    expect(home.incoming()).toEqual([])
  })

  test.each(rows)('is no response: %s', async (encoding, body) => {
    await expect(get(await serve(packed(encoding, body)))).rejects.toMatchObject({
      reason: { code: 'file_packed' },
    })
  })
})

test.each([
  ['gzip', gzipSync(zeros)],
  ['deflate', deflateSync(zeros)],
  ['br', brotliCompressSync(zeros, quickly)],
])('[LIB44] a response is limited by its decoded size: %s', async (encoding, body) => {
  await expect(get(await serve(packed(encoding, body)))).rejects.toMatchObject({
    reason: { code: 'answer_too_large' },
  })
})

test('requests are sent without accepting an encoding', async () => {
  const server = await openRawServer({
    onRequest: (socket) => void socket.end(rawResponse('200 OK', 'ok')),
  })
  onTestFinished(() => server.close())
  await get(server.url)
  expect(server.received[0]).toMatch(/^accept-encoding: identity\r$/im)
})

test('[LIB47] an oversized head is refused', async () => {
  const home = await openFetcherHome()
  const headers = {
    'Content-Type': 'x'.repeat(30_000),
    'Content-Disposition': `attachment; filename="${'x'.repeat(30_000)}"`,
  }
  const url = await serve((socket) => void socket.write(rawResponse('200 OK', 'x', headers)))
  expect(await home.fetch(url)).toMatchObject({ type: 'failed', cause: { code: 'answer_head_too_long' } })
})

test('[LIB47] an oversized address is not requested', async () => {
  const home = await openFetcherHome()
  const url = await serve(() => {
    throw new Error('It was asked for.')
  })
  expect(await home.fetch(`${url}?${'x'.repeat(8_192)}`)).toMatchObject({
    type: 'failed',
    cause: { code: 'file_address_too_long' },
    isFinal: true,
  })
})

async function get(url: string): Promise<string> {
  const signal = AbortSignal.timeout(20_000)
  return (await httpGet(new URL(url), { headers: {}, signal, maxBytes: mebibyte })).body
}
