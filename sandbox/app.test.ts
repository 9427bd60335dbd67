import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { jobSchema } from '../shared/api/job.ts'
import { assetSchema } from '../shared/api/media.ts'
import { models } from '../shared/catalog/index.ts'
import { generationPath } from './models/served-models.ts'
import { createFolder, type OpenSandbox, openSandbox } from './testing/open-sandbox.ts'

const i3 = '/generate/image/sandbox/i3'
let open: OpenSandbox

beforeAll(() => {
  open = openSandbox({ now: new Date('2026-11-01T00:00:00Z') })
})

afterAll(() => open.close())

describe('generation', () => {
  test('every model answers 200 with a pending job at once', async () => {
    const busy = openSandbox()
    for (const model of models) {
      const response = await busy.post(generationPath(model), { prompt: 'a quiet harbour' })
      expect([model.id, response.status]).toEqual([model.id, 200])
      expect(jobSchema.parse(await response.json())).toMatchObject({
        status: 'backlogged',
        completed_at: null,
        result: null,
        progress: 0,
      })
    }
    await busy.close()
  })

  test('a job that has ended says when, with progress 1 and no error', async () => {
    const job = await open.run(i3, { prompt: 'dunes', width: 32, height: 32 })
    expect(job).toMatchObject({ status: 'completed', progress: 1 })
    expect(Date.parse(job.completed_at ?? '')).toBeGreaterThanOrEqual(Date.parse(job.created_at))
    expect('error' in job).toBe(false)
  })

  test.each([
    ['no key', {}, 'A bearer API key is required.'],
    ['an unknown key', { authorization: 'Bearer nobody' }, 'The API key is not known.'],
    ['another scheme', { authorization: 'Basic eDp5' }, 'A bearer API key is required.'],
  ])('%s gets 401', async (_, headers, error) => {
    for (const path of [i3, '/jobs/00000000-0000-0000-0000-000000000000']) {
      const method = path === i3 ? 'POST' : 'GET'
      const request = new Request(`http://sandbox.test${path}`, { method, headers })
      const response = await open.sandbox.fetch(request)
      expect(response.status).toBe(401)
      expect(await response.json()).toEqual({ error })
    }
  })

  test('a usage key gets 403', async () => {
    const headers = { authorization: `Bearer ${open.sandbox.usageKey}` }
    expect((await open.post(i3, { prompt: 'x' }, headers)).status).toBe(403)
  })

  test.each([
    ['not JSON', '{"prompt":', 'The body is not JSON in UTF-8.'],
    ['a list', '[]', 'The body must be a JSON object.'],
    ['null', 'null', 'The body must be a JSON object.'],
    ['an empty body', '', 'The body is not JSON in UTF-8.'],
  ])('%s gets 400', async (_, body, error) => {
    const response = await open.post(i3, body)
    expect(response.status).toBe(400)
    expect(await response.json()).toEqual({ error })
  })

  test('a body beyond the limit is refused before it is read to its end', async () => {
    let sent = 0
    const chunk = new Uint8Array(8 * 1024 * 1024)
    const body = new ReadableStream({
      pull(controller) {
        sent++
        controller.enqueue(chunk)
      },
    })
    const headers = { authorization: `Bearer ${open.sandbox.key}` }
    const request = new Request(`http://sandbox.test${i3}`, {
      method: 'POST',
      headers,
      body,
      duplex: 'half',
    } as RequestInit)
    expect((await open.sandbox.fetch(request)).status).toBe(400)
    expect(sent).toBeLessThan(12)
  })

  test.each(['/generate/image/sandbox/i99', '/generate/video/sandbox/i3', '/generate/image/other/i3'])(
    '%s gets 404',
    async (path) => {
      const response = await open.post(path, { prompt: 'x' })
      expect(response.status).toBe(404)
      expect(await response.json()).toEqual({ error: `No model stands at ${path}.` })
    },
  )
})

describe('retired models', () => {
  test('answer 410 with what replaces them', async () => {
    const response = await open.post('/generate/image/sandbox/seedream-3', { prompt: 'x' })
    expect(response.status).toBe(410)
    const body = (await response.json()) as Record<string, string>
    expect(Object.keys(body)).toEqual([
      'error',
      'reason',
      'message',
      'sunset_date',
      'replacement',
      'migration_url',
    ])
    expect(body).toMatchObject({
      error: 'model_unavailable',
      reason: 'deprecated',
      sunset_date: '2026-05-13',
    })
    expect(body.message).toContain('seedream-3')
    expect(body.message).toContain('2026-05-13')
    expect(body.message).toContain(body.replacement)
  })

  test('answer 410 without a replacement where there is none', async () => {
    const response = await open.post('/generate/video/sandbox/discontinued-video', { prompt: 'x' })
    expect(response.status).toBe(410)
    expect(Object.keys((await response.json()) as object)).toEqual([
      'error',
      'reason',
      'message',
      'sunset_date',
    ])
  })
})

test('old values of I6 bring the deprecation headers before their date', async () => {
  const early = openSandbox({ now: new Date('2026-10-01T00:00:00Z') })
  const path = '/generate/image/sandbox/i6'
  const old = await early.post(path, { prompt: 'x', thinking_mode: 'instant' })
  expect(old.status).toBe(200)
  expect(old.headers.get('deprecation')).toBe('true')
  expect(old.headers.get('sunset')).toBe('Fri, 23 Oct 2026 00:00:00 GMT')
  expect(old.headers.get('link')).toMatch(/^<https:.*>; rel="deprecation"; type="text\/html"$/)
  const now = await early.post(path, { prompt: 'x', thinking_mode: 'fast' })
  expect(now.headers.has('deprecation')).toBe(false)
  early.sandbox.clock.set(Date.parse('2026-10-23T00:00:00Z'))
  expect((await early.post(path, { prompt: 'x', thinking_mode: 'instant' })).status).toBe(400)
  await early.close()
})

test('V1’s ignored field is taken until 2026-10-30 and refused from then on', async () => {
  const early = openSandbox({ now: new Date('2026-10-29T23:00:00Z') })
  const path = '/generate/video/sandbox/v1'
  const body = { prompt: 'x', camera_fixed: true }
  expect((await early.post(path, body)).status).toBe(200)
  early.sandbox.clock.set(Date.parse('2026-10-30T00:00:00Z'))
  expect((await early.post(path, body)).status).toBe(400)
  await early.close()
})

test('a model with an announced end says so in its headers, and answers 410 from its first moment on', async () => {
  const early = openSandbox({ now: new Date('2027-06-29T23:00:00Z') })
  const path = '/generate/video/sandbox/v2'
  const before = await early.post(path, { prompt: 'x' })
  expect(before.status).toBe(200)
  expect(before.headers.get('deprecation')).toBe('true')
  expect(before.headers.get('sunset')).toBe('Wed, 30 Jun 2027 00:00:00 GMT')
  early.sandbox.clock.set(Date.parse('2027-06-30T00:00:00Z'))
  const after = await early.post(path, { prompt: 'x' })
  expect(after.status).toBe(410)
  expect(await after.json()).toMatchObject({ sunset_date: '2027-06-30', replacement: 'video/sandbox/v6' })
  await early.close()
})

describe('GET /jobs/{id}', () => {
  test('an unknown job is not found', async () => {
    const response = await open.get('/jobs/ffffffff-ffff-ffff-ffff-ffffffffffff')
    expect(response.status).toBe(404)
    expect(await response.json()).toEqual({ error: 'No such job in this workspace.' })
  })
})

test('I6 forgets the request of a job with zero retention when it has ended', async () => {
  const own = openSandbox()
  const path = '/generate/image/sandbox/i6'
  await own.post(path, { prompt: 'a secret' }, { 'x-zero-data-retention': 'true' })
  await own.run(path, { prompt: 'no secret' })
  const read = async () => {
    const { jobs } = (await (await own.get('/jobs')).json()) as { jobs: { request: object }[] }
    return jobs.map((job) => job.request)
  }
  await expect.poll(read).toEqual([{ prompt: 'no secret' }, {}])
  await own.close()
})

describe('GET /jobs', () => {
  test('pages through the workspace’s jobs, newest first, each once, with path and request', async () => {
    const own = openSandbox()
    const ids: string[] = []
    for (const prompt of ['a', 'b', 'c', 'd', 'e']) {
      ids.push(
        ((await (await own.post(i3, { prompt, width: 16, height: 16 })).json()) as { job_id: string }).job_id,
      )
    }
    const seen: string[] = []
    let cursor: string | null = ''
    while (cursor !== null) {
      const response = await own.get(`/jobs?limit=2${cursor && `&cursor=${cursor}`}`)
      const page = (await response.json()) as {
        jobs: { job_id: string; path: string }[]
        next_cursor: string | null
      }
      for (const job of page.jobs) expect(job).toMatchObject({ path: i3, request: { width: 16 } })
      seen.push(...page.jobs.map((job) => job.job_id))
      cursor = page.next_cursor
    }
    expect(seen).toEqual(ids.toReversed())
    expect((await own.get('/jobs?limit=0')).status).toBe(400)
    expect((await own.get('/jobs?cursor=x')).status).toBe(400)
    expect((await own.get('/jobs', { authorization: 'Bearer nobody' })).status).toBe(401)
    await own.close()
  })
})

describe('POST /assets', () => {
  async function upload(bytes: Uint8Array, headers: Record<string, string> = {}) {
    const body = new FormData()
    body.set('file', new File([bytes as Uint8Array<ArrayBuffer>], 'any.name'))
    const authorization = `Bearer ${open.sandbox.key}`
    const init = { method: 'POST', body, headers: { authorization, ...headers } }
    return open.sandbox.fetch(new Request('http://sandbox.test/assets', init))
  }

  test('keeps a picture and serves the same bytes at the URL it answers', async () => {
    const job = await open.run(i3, { prompt: 'x', width: 20, height: 20 })
    const bytes = await open.bytesOf(job)
    const response = await upload(bytes)
    const asset = assetSchema.parse(await response.json())
    const served = await open.sandbox.fetch(new Request(asset.image_url))
    expect(served.headers.get('content-type')).toBe('image/png')
    expect(Buffer.from(await served.arrayBuffer()).equals(bytes)).toBe(true)
  })

  test('refuses what is no media, a body without a file, and a caller without a key', async () => {
    expect((await upload(Buffer.from('just some words in a file'))).status).toBe(400)
    expect((await upload(new Uint8Array())).status).toBe(400)
    expect((await open.post('/assets', {})).status).toBe(400)
    expect((await upload(new Uint8Array(), { authorization: 'Bearer nobody' })).status).toBe(401)
  })
})

describe('results', () => {
  test('come with their type, length and tag, whole and in parts', async () => {
    const job = await open.run(i3, { prompt: 'hills', width: 64, height: 48 })
    const bytes = await open.bytesOf(job)
    const url = job.result?.urls[0] ?? ''
    const fetchResult = (headers: Record<string, string>, method = 'GET') =>
      open.sandbox.fetch(new Request(url, { method, headers }))
    const whole = await fetchResult({})
    const etag = whole.headers.get('etag') ?? ''
    expect(whole.headers.get('content-type')).toBe('image/png')
    expect(whole.headers.get('content-length')).toBe(String(bytes.length))
    expect(etag).toBe(`"${createHash('sha256').update(bytes).digest('hex')}"`)

    const part = await fetchResult({ range: 'bytes=10-19', 'if-range': etag })
    expect(part.status).toBe(206)
    expect(part.headers.get('content-range')).toBe(`bytes 10-19/${bytes.length}`)
    expect(Buffer.from(await part.arrayBuffer())).toEqual(bytes.subarray(10, 20))

    expect((await fetchResult({ range: 'bytes=10-19', 'if-range': '"other"' })).status).toBe(200)
    expect((await fetchResult({ range: `bytes=${bytes.length}-` })).status).toBe(416)
    expect((await fetchResult({ 'if-none-match': etag })).status).toBe(304)
    const head = await fetchResult({}, 'HEAD')
    expect(head.headers.get('content-length')).toBe(String(bytes.length))
    expect(await head.text()).toBe('')
  })

  test.each(['/results/none.png', '/results/..%2Fsandbox.sqlite', '/results/%00'])(
    '%s is not found',
    async (path) => {
      expect((await open.get(path)).status).toBe(404)
    },
  )
})

test('a sandbox that is opened again knows its jobs and serves the same results', async () => {
  const folder = createFolder()
  const first = openSandbox({ dataFolder: folder.path })
  const job = await first.run(i3, { prompt: 'sea', width: 40, height: 40 })
  const pending = jobSchema.parse(
    await (await first.post(i3, { prompt: 'city', width: 40, height: 40 })).json(),
  )
  const bytes = await first.bytesOf(job)
  await first.close()
  const second = openSandbox({ dataFolder: folder.path })
  expect(second.sandbox.key).toBe(first.sandbox.key)
  expect(await (await second.get(`/jobs/${job.job_id}`)).json()).toEqual(job)
  expect(await second.bytesOf(job)).toEqual(bytes)
  await expect
    .poll(
      async () => ((await (await second.get(`/jobs/${pending.job_id}`)).json()) as { status: string }).status,
    )
    .toBe('completed')
  await second.close()
  folder.remove()
})

test('no answer allows another site to read it', async () => {
  const response = await open.get('/openapi.json', { origin: 'https://elsewhere.example' })
  expect(response.headers.has('access-control-allow-origin')).toBe(false)
})
