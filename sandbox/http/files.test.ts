import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { assetSchema } from '../../shared/api/asset.ts'
import { type OpenSandbox, openSandbox } from '../testing/open-sandbox.ts'

const i3 = '/generate/image/sandbox/i3'
let open: OpenSandbox

beforeAll(() => {
  open = openSandbox({ now: new Date('2026-11-01T00:00:00Z') })
})

afterAll(() => open.close())

describe('POST /assets', () => {
  async function upload(bytes: Uint8Array, headers: Record<string, string> = {}) {
    const body = new FormData()
    body.set('file', new File([bytes as Uint8Array<ArrayBuffer>], 'any.name'))
    const authorization = `Bearer ${open.sandbox.key}`
    const init = { method: 'POST', body, headers: { authorization, ...headers } }
    return open.sandbox.fetch(new Request('http://sandbox.test/assets', init))
  }

  test('keeps an image and serves the same bytes at the returned URL', async () => {
    const job = await open.run(i3, { prompt: 'x', width: 20, height: 20 })
    const bytes = await open.bytesOf(job)
    const response = await upload(bytes)
    const asset = assetSchema.parse(await response.json())
    const served = await open.sandbox.fetch(new Request(asset.image_url))
    expect(served.headers.get('content-type')).toBe('image/png')
    expect(Buffer.from(await served.arrayBuffer()).equals(bytes)).toBe(true)
  })

  test('refuses a file that is no media, a body without a file, and a caller without a key', async () => {
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
