import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { openRawServer, rawResponse } from '../testing/raw-server.ts'
import { samplePng } from '../testing/sample-media.ts'
import { openTestService } from '../testing/test-studio.ts'
import { type AssetUploadRequest, uploadAsset } from './http-asset-upload.ts'

const mebibyte = 1024 * 1024

async function* inPieces(bytes: Uint8Array, size = 64 * 1024) {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

function upload(base: string, bytes: Uint8Array, more: Partial<AssetUploadRequest> = {}) {
  return uploadAsset({
    url: new URL(`${base}/assets`),
    headers: { Authorization: 'Bearer k1' },
    asset: { name: 'sea "é".png', mediaType: 'image/png', bytes: bytes.length, content: inPieces(bytes) },
    signal: new AbortController().signal,
    onProgress() {},
    ...more,
  })
}

async function raw(status: string, body: string, headers?: Record<string, string | number>) {
  const server = await openRawServer({
    onRequest: (socket) => socket.end(rawResponse(status, body, headers)),
  })
  onTestFinished(server.close)
  return server
}

// Starts a service, which decodes an image of three mebibytes.
test('a file is sent to the service whole, with the key, and its URL is returned', async () => {
  const service = await openTestService()
  onTestFinished(service.close)
  const bytes = samplePng({ bytes: 3 * mebibyte })
  const sent: number[] = []
  const outcome = await upload(service.url, bytes, {
    headers: { Authorization: `Bearer ${service.key}` },
    onProgress: (now) => sent.push(now),
  })
  if (outcome.type !== 'uploaded') throw new Error(JSON.stringify(outcome))
  const kept = await fetch(outcome.url)
  expect(Buffer.from(await kept.arrayBuffer()).equals(Buffer.from(bytes))).toBe(true)
  expect([sent.at(-1), sent.toSorted((a, b) => a - b)]).toEqual([bytes.length, sent])
}, 30_000)

test.each([
  [
    '400 Bad Request',
    '{"error":"file: too wide."}',
    { type: 'refused', status: 400, words: 'file: too wide.' },
  ],
  ['500 Oops', 'oops', { type: 'refused', status: 500, words: '' }],
  ['404 Not Found', '', { type: 'not_taken' }],
  ['200 OK', '{}', { type: 'failed', cause: { code: 'upload_without_url' } }],
  ['200 OK', '{"id":"1","image_url":"file:///etc/passwd"}', { type: 'failed' }],
  ['200 OK', `{"id":"1","image_url":"https://a.example/${'x'.repeat(1024)}"}`, { type: 'failed' }],
])('%s with %j ends in a sentence', async (status, body, outcome) => {
  const { url } = await raw(status, body)
  expect(await upload(url, samplePng())).toMatchObject(outcome)
})

test('[INP10] no redirect is followed, so the key reaches no other origin', async () => {
  const elsewhere = await raw('200 OK', '{"id":"1","image_url":"https://a.example/1"}')
  const { url } = await raw('307 Temporary Redirect', '', {
    Location: `${elsewhere.url}/assets`,
    'Content-Length': 0,
  })
  expect(await upload(url, samplePng())).toEqual({ type: 'refused', status: 307, words: '' })
  expect(elsewhere.received).toEqual([])
})

test('[INP4] bytes that the connection does not take are not read from disk', async () => {
  const server = await openRawServer({ onConnect: (socket) => socket.pause() })
  onTestFinished(server.close)
  let read = 0
  async function* counted() {
    for (; read < 4096; read++) yield new Uint8Array(64 * 1024)
  }
  const asset = { name: 'video', mediaType: 'video/mp4', bytes: 4096 * 64 * 1024, content: counted() }
  const outcome = await upload(server.url, new Uint8Array(0), { asset, stillMs: 300 })
  expect(outcome).toMatchObject({ type: 'failed', cause: { code: 'answer_timeout' } })
  expect(read).toBeLessThan(1024)
})

test('a service that refuses before it has read everything gets its response through', async () => {
  const server = createServer((_, response) => {
    response.writeHead(413, { 'content-type': 'application/json' }).end('{"error":"At most 1 MiB."}')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  expect(await upload(url, samplePng({ bytes: 8 * mebibyte }))).toEqual({
    type: 'refused',
    status: 413,
    words: 'At most 1 MiB.',
  })
})

test('a cancel ends it at once and closes its file', async () => {
  const arrived = Promise.withResolvers<void>()
  const server = await openRawServer({ onHead: () => arrived.resolve() })
  onTestFinished(server.close)
  const controller = new AbortController()
  let closed = false
  async function* endless() {
    try {
      for (;;) yield new Uint8Array(64 * 1024)
    } finally {
      closed = true
    }
  }
  const asset = { name: 'video', mediaType: 'video/mp4', bytes: 200 * mebibyte, content: endless() }
  const uploading = upload(server.url, new Uint8Array(0), { asset, signal: controller.signal })
  await arrived.promise
  controller.abort()
  expect(await uploading).toEqual({ type: 'cancelled' })
  await expect.poll(() => closed).toBe(true)
})

test.each([
  ['nobody is there', 'http://127.0.0.1:9', { type: 'failed', cause: { code: 'connection_refused' } }],
])('%s is reported', async (_, base, outcome) => {
  expect(await upload(base, samplePng())).toEqual(outcome)
})
