import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Job } from '../../shared/api/job.ts'
import { type OpenSandbox, openSandbox } from '../testing/open-sandbox.ts'
import { readFrames, readImage } from '../testing/read-media.ts'

const i3 = '/generate/image/sandbox/i3'
const small = { prompt: 'kite', width: 32, height: 32 }
let open: OpenSandbox

beforeEach(() => {
  open = openSandbox({ control: true })
})

afterEach(() => open.close())

async function command(path: string, body: unknown = {}) {
  const response = await open.post(`/__sandbox${path}`, body)
  return { status: response.status, body: (await response.json()) as Record<string, unknown> }
}

test('without --control there is nothing', async () => {
  const plain = openSandbox()
  expect((await plain.post('/__sandbox/clock', { advanceSeconds: 1 })).status).toBe(404)
  await plain.close()
})

test('requests are kept in order, with bodies and headers and without the key', async () => {
  await open.post(i3, small, { 'x-trace': 'one' })
  await open.get('/jobs/none?x=1')
  const { requests } = (await (await open.get('/__sandbox/requests')).json()) as {
    requests: Record<string, unknown>[]
  }
  expect(requests.map(({ method, path, query }) => [method, path, query])).toEqual([
    ['POST', i3, ''],
    ['GET', '/jobs/none', '?x=1'],
  ])
  expect(JSON.parse(String(requests[0]?.body))).toEqual(small)
  expect(requests[0]?.headers).toMatchObject({ 'x-trace': 'one' })
  expect(JSON.stringify(requests)).not.toContain(open.sandbox.key)
})

test('the clock can be set and moved forward, and dates follow it', async () => {
  expect((await command('/clock', { now: '2026-06-18T23:59:00Z' })).body.now).toMatch(/^2026-06-18T23:59:00/)
  expect((await open.post(i3, { prompt: 'x', imageUrls: [] })).status).toBe(200)
  await command('/clock', { advanceSeconds: 120 })
  expect((await open.post(i3, { prompt: 'x', imageUrls: [] })).status).toBe(400)
  expect((await command('/clock', {})).status).toBe(400)
})

test('the clock can be stopped at a moment, and runs when it is set again', async () => {
  const stopped = { now: '2026-06-18T23:59:59.999Z', stopped: true }
  expect((await command('/clock', stopped)).body.now).toBe(stopped.now)
  expect((await open.post(i3, { prompt: 'x', imageUrls: [] })).status).toBe(200)
  expect(open.sandbox.clock.now()).toBe(Date.parse(stopped.now))
  await command('/clock', { now: '2026-06-19T00:00:00Z', stopped: true })
  expect((await open.post(i3, { prompt: 'x', imageUrls: [] })).status).toBe(400)
  await command('/clock', { advanceSeconds: 0 })
  await expect.poll(() => open.sandbox.clock.now()).toBeGreaterThan(Date.parse('2026-06-19T00:00:00Z'))
})

test('usage jobs are added one by one, each as given', async () => {
  const completed_at = new Date(open.sandbox.clock.now() - 60_000).toISOString()
  const jobs = [
    { job_id: 'shown', completed_at, user_email: 'mira@studio.example', compute_units: 7 },
    { job_id: 'hidden', completed_at, status: 'queued' },
    { job_id: 'late', completed_at, ingested_at: '2999-01-01T00:00:00Z' },
  ]
  expect((await command('/usage-jobs', { jobs })).body).toEqual({ jobs: 3 })
  const usage = { authorization: `Bearer ${open.sandbox.usageKey}` }
  const window = `?start_date=${completed_at}&end_date=${completed_at}`
  const report = (await (await open.get(`/usage${window}`, usage)).json()) as { jobs: object[] }
  expect(report.jobs).toEqual([
    {
      job_id: 'shown',
      user_id: null,
      user_email: 'mira@studio.example',
      type: 'image_generation',
      completed_at,
      compute_units: 7,
    },
  ])
  expect((await command('/usage-jobs', { jobs: [{ job_id: 'x' }] })).body.error).toMatch(
    /^jobs\[0\]\.completed_at/,
  )
})

test('media are limited to a given size, frame rate and sample rate, in their own shape and length', async () => {
  await command('/media', { longSide: 64, framesPerSecond: 6, samplesPerSecond: 8000 })
  const song = { prompt: 'sea', length_ms: 3000 }
  const music = await open.bytesOf(await open.run('/generate/audio/sandbox/a1', song))
  expect([music.readUInt32LE(24), music.length - 44]).toEqual([8000, 3 * 8000 * 4])
  const video = await open.run('/generate/video/sandbox/v4', {
    prompt: 'sea',
    duration: 1,
    aspect_ratio: '9:16',
  })
  const frames = await readFrames(await open.bytesOf(video))
  expect([frames.size, frames.averages.length]).toEqual([[36, 64], 6])
  const wide = { prompt: 'sea', aspect_ratio: '16:9' }
  const { width, height } = await readImage(await open.bytesOf(await open.run(i3, wide)))
  expect([width, height]).toEqual([64, 36])
  await command('/media', { longSide: null })
  const usual = await readImage(await open.bytesOf(await open.run(i3, wide)))
  expect([usual.width, usual.height]).toEqual([1024, 576])
})

test('the balance is set in dollars, and topped up by 5 to 10,000', async () => {
  expect((await command('/balance', { usd: 0 })).body).toEqual({ usd: 0 })
  expect((await open.post(i3, small)).status).toBe(402)
  expect((await command('/top-up', { usd: 4.99 })).status).toBe(400)
  expect((await command('/top-up', { usd: 10_001 })).status).toBe(400)
  expect((await command('/top-up', { usd: 25 })).body).toEqual({ usd: 25 })
  expect((await open.post(i3, small)).status).toBe(200)
})

test('a model can be given an end', async () => {
  await command('/clock', { now: '2026-12-01T00:00:00Z' })
  await command('/models/i3/deprecate', { sunset: '2026-12-02', replacement: 'i6' })
  expect((await open.post(i3, small)).headers.get('deprecation')).toBe('true')
  await command('/clock', { now: '2026-12-02T00:00:00Z' })
  expect((await open.post(i3, small)).status).toBe(410)
  expect((await command('/models/i99/deprecate', { sunset: '2026-12-02' })).status).toBe(404)
  expect((await command('/models/i3/deprecate', { sunset: 'soon' })).body.error).toMatch(/^sunset: /)
})

test('an end can be a moment, and takes effect at that moment', async () => {
  await command('/clock', { now: '2026-12-01T09:59:58Z' })
  await command('/models/i3/deprecate', { sunset: '2026-12-01T10:00:00Z' })
  expect((await open.post(i3, small)).headers.get('sunset')).toBe('Tue, 01 Dec 2026 10:00:00 GMT')
  await command('/clock', { now: '2026-12-01T10:00:00Z' })
  const gone = await open.post(i3, small)
  expect([gone.status, await gone.json()]).toEqual([
    410,
    expect.objectContaining({ sunset_date: '2026-12-01' }),
  ])
})

test('API access can be turned off and keys be added', async () => {
  const { body } = await command('/keys', { kind: 'api', name: 'Second' })
  const headers = { authorization: `Bearer ${body.key}` }
  expect((await open.post(i3, small, headers)).status).toBe(200)
  await command('/workspace', { apiEnabled: false })
  expect((await open.post(i3, small, headers)).status).toBe(403)
})

test('a hundred thousand jobs are seeded in seconds', async () => {
  const before = process.cpuUsage()
  await command('/seed', { jobs: 100_000, usageJobs: 1000, styles: 10 })
  // Allows for a busy machine.
  const { user, system } = process.cpuUsage(before)
  expect((user + system) / 1_000_000).toBeLessThan(15)
})

test('a seeded job’s file is made when it is first requested, once, and stays the same', async () => {
  await command('/clock', { now: '2026-12-01T00:00:00Z' })
  await command('/seed', { jobs: 40 })
  const { jobs } = (await (await open.get('/jobs?limit=40')).json()) as { jobs: (Job & { path: string })[] }
  const job = jobs.find(({ path }) => path.startsWith('/generate/image/')) as Job
  const [first, second] = await Promise.all([open.bytesOf(job), open.bytesOf(job)])
  expect(first?.subarray(1, 4).toString()).toBe('PNG')
  expect(first?.equals(second as Buffer)).toBe(true)
  expect((await open.bytesOf(job)).equals(first as Buffer)).toBe(true)
  expect(await (await open.get(`/jobs/${job.job_id}`)).json()).toMatchObject({ result: job.result })
  expect(readdirSync(join(open.dataFolder, 'results'))).toHaveLength(1)
  const stranger = job.result?.urls[0]?.replace('.png', '.mp4') ?? ''
  expect((await open.sandbox.fetch(new Request(stranger))).status).toBe(404)
})

test('the next job fails with the given code, and is not billed', async () => {
  const { workspace, billing } = open.sandbox
  const before = billing.balance(workspace.id)
  await command('/faults', { job: { code: 'content_refused', message: 'No.' } })
  const failed = await open.run('/generate/image/sandbox/i2', { prompt: 'x' })
  expect(failed).toMatchObject({
    status: 'failed',
    error: { code: 'content_refused', message: 'No.' },
    result: null,
  })
  expect(billing.balance(workspace.id)).toBe(before)
  expect(await open.run('/generate/image/sandbox/i2', { prompt: 'x' })).toMatchObject({ status: 'completed' })
})

test('the next job is cancelled on request: no error, no result, not billed, and its webhook says so', async () => {
  const { workspace, billing } = open.sandbox
  const before = billing.balance(workspace.id)
  const reported = Promise.withResolvers<string>()
  const receiver = createServer((request, response) => {
    request.setEncoding('utf8').once('data', reported.resolve)
    response.end()
  }).listen(0, '127.0.0.1')
  await once(receiver, 'listening')
  const { port } = receiver.address() as { port: number }
  await command('/faults', { job: { status: 'cancelled' } })
  const path = '/generate/image/sandbox/i2'
  const accepted = await open.post(path, { prompt: 'x' }, { 'x-webhook-url': `http://127.0.0.1:${port}/` })
  const { job_id } = (await accepted.json()) as { job_id: string }
  const payload = JSON.parse(await reported.promise) as unknown
  receiver.close()
  expect(payload).toMatchObject({ job_id, status: 'cancelled', result: { urls: [] } })
  const job = (await (await open.get(`/jobs/${job_id}`)).json()) as Record<string, unknown>
  expect(job).toMatchObject({ status: 'cancelled', result: null, completed_at: expect.any(String) })
  expect(job).not.toHaveProperty('error')
  expect(billing.balance(workspace.id)).toBe(before)
})

test('a status fault occurs as often as given, with Retry-After', async () => {
  await command('/faults', { request: { kind: 'status', status: 429, retryAfter: 7, times: 2 } })
  const responses = [await open.post(i3, small), await open.post(i3, small), await open.post(i3, small)]
  expect(responses.map((reply) => reply.status)).toEqual([429, 429, 200])
  expect(responses[0]?.headers.get('retry-after')).toBe('7')
})

describe('downloads', () => {
  async function download(fault: Record<string, unknown>) {
    const job = await open.run(i3, small)
    const whole = await open.bytesOf(job)
    await command('/faults', { download: fault })
    const fetched = await open.sandbox.fetch(new Request(job.result?.urls[0] ?? ''))
    return { whole, fetched }
  }

  test('are cut off in the middle', async () => {
    const { whole, fetched } = await download({ kind: 'cut' })
    expect(fetched.headers.get('content-length')).toBe(String(whole.length))
    await expect(fetched.arrayBuffer()).rejects.toThrow('cut')
  })

  test('are changed, under another tag', async () => {
    const { whole, fetched } = await download({ kind: 'changed' })
    const bytes = Buffer.from(await fetched.arrayBuffer())
    expect(bytes).toHaveLength(whole.length)
    expect(bytes.equals(whole)).toBe(false)
    expect(fetched.headers.get('etag')).toMatch(/^"changed-/)
  })

  test('have expired', async () => {
    expect((await download({ kind: 'expired' })).fetched.status).toBe(403)
  })
})
