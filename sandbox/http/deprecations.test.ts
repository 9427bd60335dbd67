import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type OpenSandbox, openSandbox } from '../testing/open-sandbox.ts'

let open: OpenSandbox

beforeAll(() => {
  open = openSandbox({ now: new Date('2026-11-01T00:00:00Z') })
})

afterAll(() => open.close())

describe('retired models', () => {
  test('return 410 with their replacement', async () => {
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
    expect(body.message).toContain('Seedream 3')
    expect(body.message).toContain('2026-05-13')
    expect(body.message).toContain(body.replacement)
  })

  test('return 410 without a replacement where there is none', async () => {
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

describe('the retired models', () => {
  test.each([
    ['/generate/image/sandbox/seedream-3', '2026-05-13', 'Wed, 13 May 2026 00:00:00 GMT'],
    ['/generate/video/sandbox/lite-video', '2026-04-27', 'Mon, 27 Apr 2026 00:00:00 GMT'],
    ['/generate/video/sandbox/discontinued-video', '2026-04-27', 'Mon, 27 Apr 2026 00:00:00 GMT'],
  ])(
    '%s is served until the last millisecond before %s, and says when it ends',
    async (path, date, sunset) => {
      const early = openSandbox()
      early.sandbox.clock.stop(Date.parse(date) - 1)
      const served = await early.post(path, { prompt: 'x' })
      expect([served.status, served.headers.get('deprecation'), served.headers.get('sunset')]).toEqual([
        200,
        'true',
        sunset,
      ])
      expect((await early.post(path, { prompt: 'x', width: 3 })).status).toBe(400)
      const { paths } = (await (await early.get('/openapi.json')).json()) as {
        paths: Record<string, { post: { deprecated?: boolean; description: string } }>
      }
      expect(paths[path]?.post.deprecated).toBe(true)
      expect(paths[path]?.post.description).toMatch(new RegExp(`^> \\*\\*Warning: deprecated.*${date}`))
      early.sandbox.clock.stop(Date.parse(date))
      expect((await early.post(path, { prompt: 'x' })).status).toBe(410)
      await early.close()
    },
  )

  test('return a result while they last', async () => {
    const early = openSandbox({ now: new Date('2026-05-01T00:00:00Z') })
    const job = await early.run('/generate/image/sandbox/seedream-3', { prompt: 'a kite' })
    expect((await early.bytesOf(job)).subarray(1, 4).toString()).toBe('PNG')
    await early.close()
  })
})

test('Sunset names the earliest date that ends the request as it was sent', async () => {
  const early = openSandbox({ control: true, now: new Date('2026-06-01T00:00:00Z') })
  const sunsetOf = async (path: string, body: object) => {
    const reply = await early.post(path, { prompt: 'x', ...body })
    return [reply.status, reply.headers.get('sunset')]
  }
  const [v1, v2, i6] = ['video/sandbox/v1', 'video/sandbox/v2', 'image/sandbox/i6'].map(
    (end) => `/generate/${end}`,
  ) as [string, string, string]
  const [alias, value, ignored, model] = [
    'Fri, 19 Jun 2026 00:00:00 GMT',
    'Fri, 23 Oct 2026 00:00:00 GMT',
    'Fri, 30 Oct 2026 00:00:00 GMT',
    'Wed, 30 Jun 2027 00:00:00 GMT',
  ]
  expect(await sunsetOf(v2, {})).toEqual([200, model])
  expect(await sunsetOf(v2, { expandPrompt: true })).toEqual([200, alias])
  expect(await sunsetOf(v1, { camera_fixed: true })).toEqual([200, ignored])
  expect(await sunsetOf(v1, { camera_fixed: true, aspectRatio: '1:1' })).toEqual([200, alias])
  expect(await sunsetOf(v1, {})).toEqual([200, null])
  await early.post('/__sandbox/models/i6/deprecate', { sunset: '2026-12-31T10:00:00Z' })
  expect(await sunsetOf(i6, { thinking_mode: 'medium' })).toEqual([200, value])
  await early.post('/__sandbox/models/i6/deprecate', { sunset: '2026-06-02T10:00:00Z' })
  expect(await sunsetOf(i6, { thinking_mode: 'medium' })).toEqual([200, 'Tue, 02 Jun 2026 10:00:00 GMT'])
  await early.close()
})

test('old values of I6 have the deprecation headers before their date', async () => {
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

test('V1’s ignored field is accepted until 2026-10-30 and refused from then on', async () => {
  const early = openSandbox({ now: new Date('2026-10-29T23:00:00Z') })
  const path = '/generate/video/sandbox/v1'
  const body = { prompt: 'x', camera_fixed: true }
  expect((await early.post(path, body)).status).toBe(200)
  early.sandbox.clock.set(Date.parse('2026-10-30T00:00:00Z'))
  expect((await early.post(path, body)).status).toBe(400)
  await early.close()
})

test('a model with an announced end says so in its headers, and returns 410 from its first moment on', async () => {
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
