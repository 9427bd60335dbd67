import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { jobSchema } from '../shared/api/job.ts'
import { models } from '../shared/catalog/index.ts'
import { generationPath } from './models/served-models.ts'
import { createFolder, type OpenSandbox, openSandbox } from './testing/open-sandbox.ts'

// Makes media, in processes of low priority.
vi.setConfig({ testTimeout: 30_000 })

const i3 = '/generate/image/sandbox/i3'
let open: OpenSandbox

beforeAll(() => {
  open = openSandbox({ now: new Date('2026-11-01T00:00:00Z') })
})

afterAll(() => open.close())

describe('generation', () => {
  test('every model returns 200 with a pending job at once', async () => {
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

test('a sandbox that is reopened knows its jobs and serves the same results', async () => {
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

test('no response allows another site to read it', async () => {
  const response = await open.get('/openapi.json', { origin: 'https://elsewhere.example' })
  expect(response.headers.has('access-control-allow-origin')).toBe(false)
})
