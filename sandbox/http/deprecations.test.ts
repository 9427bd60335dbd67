import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type OpenSandbox, openSandbox } from '../testing/open-sandbox.ts'

let open: OpenSandbox

beforeAll(() => {
  open = openSandbox({ now: new Date('2026-11-01T00:00:00Z') })
})

afterAll(() => open.close())

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
