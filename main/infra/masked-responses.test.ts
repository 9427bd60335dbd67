import type { ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { expect, onTestFinished, test } from 'vitest'
import { createKeyMask, maskedKey } from '../engine/service/key-mask.ts'
import { openFetcherHome } from '../testing/fetcher-home.ts'
import { samplePng } from '../testing/sample-media.ts'
import { sampleJob } from '../testing/sample-submission.ts'
import { openSpyHttpServer } from '../testing/spy-http-server.ts'
import { connectHttpService } from './http-service-client.ts'

const key = 'sk-canary-0123456789'
const said = `Bearer ${key} (${Buffer.from(key).toString('base64')}, ?key=${encodeURIComponent(key)})`
const never = new AbortController().signal

/** A service that repeats the key in everything it says. */
async function openEchoing(reply: (path: string) => { status: number; body: unknown }) {
  const server = await openSpyHttpServer((request, response: ServerResponse) => {
    const { status, body } = reply(request.url ?? '')
    request.resume()
    response.writeHead(status, {
      link: `<https://docs.example/?k=${key}>; rel="deprecation"`,
      deprecation: 'true',
    })
    response.end(typeof body === 'string' ? body : JSON.stringify(body))
  })
  onTestFinished(() => server.close())
  return connectHttpService({ baseUrl: server.url, key })
}

function expectNoKey(value: unknown): void {
  const text = JSON.stringify(value)
  expect(text).toContain(maskedKey)
  expect(text).not.toContain(key)
  expect(text).not.toContain(Buffer.from(key).toString('base64'))
}

test.each([
  ['an error', 400, { error: said }],
  ['an empty balance', 402, { message: said }],
  ['a page', 500, `<html>${said}`],
  [
    'an accepted job',
    200,
    {
      ...sampleJob(),
      error: { code: key, message: said },
      [said]: [said],
      result: { urls: [`https://a.example/?k=${key}`] },
    },
  ],
])('[CONN8] a paid request whose response holds the key in %s', async (_, status, body) => {
  const client = await openEchoing(() => ({ status, body }))
  const outcome = await client.post('/generate', new TextEncoder().encode('{}'), never)
  if (outcome.type !== 'responded') throw new Error('It responded.')
  expectNoKey(outcome.body)
  expectNoKey(outcome.header('link'))
})

test('[CONN8] a job that is read, and the refusal of one', async () => {
  const error = { code: 'failed', message: said }
  const job = await openEchoing(() => ({
    status: 200,
    body: { ...sampleJob({ status: 'failed' }), error, [key]: said },
  }))
  expectNoKey(await job.readJob('x'))
  const refused = await openEchoing(() => ({ status: 403, body: { error: said } }))
  expectNoKey(await refused.readJob('x'))
})

test('[CONN8] a description and a listing', async () => {
  const operation = { post: { summary: said, description: said } }
  const listed = [
    { job_id: sampleJob().job_id, created_at: sampleJob().created_at, path: '/p', body: { prompt: said } },
  ]
  const client = await openEchoing((path) => ({
    status: 200,
    body:
      path === '/jobs'
        ? listed
        : {
            openapi: '3.1.0',
            info: { title: said },
            paths: { '/generate/image/a/b': operation, '/jobs': { get: {} } },
          },
  }))
  expectNoKey(await client.describe())
  expectNoKey(await client.listJobs(null, never))
})

test('[CONN8] an upload that is refused', async () => {
  const client = await openEchoing(() => ({ status: 400, body: { error: said } }))
  const asset = {
    name: 'a.png',
    mediaType: 'image/png',
    bytes: 1,
    content: Readable.from([Buffer.from('a')]),
  }
  expectNoKey(await client.uploadAsset(asset, never, () => undefined))
})

test('[CONN8] a response without the key stays the same', async () => {
  const job = sampleJob({ status: 'sampling' })
  const body = ` ${JSON.stringify(job)}`
  const client = await openEchoing(() => ({ status: 200, body }))
  expect(await client.readJob('x')).toEqual({ type: 'job', job })
  expect(await client.post('/p', new TextEncoder().encode('{}'), never)).toMatchObject({ body })
})

test('[CONN10] a result whose address held the key is fetched from the service, and with it from nowhere else', async () => {
  const server = await openSpyHttpServer((_, response) => response.end(samplePng()))
  onTestFinished(() => server.close())
  const origin = new URL(server.url).origin
  const home = await openFetcherHome()
  const reach = { origin, addressClass: 'loopback', key: 'a key/1' } as const
  await home.fetch(`${server.url}/files/1?key=${maskedKey}`, { reach })
  const stranger = await openFetcherHome()
  await stranger.fetch(`${server.url}/files/1?key=${maskedKey}`)
  expect(server.requests.map(({ path }) => path)).toEqual([
    '/files/1?key=a%20key%2F1',
    `/files/1?key=${maskedKey}`,
  ])
})

test('[CONN8] a redirect inward that holds the key is kept without it, and still refused the next time', async () => {
  const requested: string[] = []
  const server = await openSpyHttpServer((request, response: ServerResponse) => {
    requested.push(request.url ?? '')
    response.writeHead(302, { location: `http://10.0.0.1/${key}?key=${key}` }).end()
  })
  onTestFinished(() => server.close())
  const keyMask = createKeyMask()
  keyMask.learn(key)
  const home = await openFetcherHome({ keyMask })
  const reach = { origin: new URL(server.url).origin, addressClass: 'loopback', key } as const
  const first = await home.fetch(`${server.url}/1`, { reach })
  expectNoKey(first)
  const refused = first.type === 'failed' && first.refusedUrl !== null ? [first.refusedUrl] : []
  const again = await home.fetch(`${server.url}/1`, { reach, refused })
  expect(again).toMatchObject({
    isFinal: true,
    refusedUrl: refused[0],
    cause: { code: 'file_refused', host: expect.any(String) },
  })
  const broken = await home.fetch(`http://${key}.invalid/1`, { reach })
  expect(JSON.stringify(broken)).not.toContain(key)
})
