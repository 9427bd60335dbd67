import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { inputViewSchema } from '../../../shared/bridge/input-schemas.ts'
import {
  downloadRoute,
  fileRoute,
  inputMaxBytes,
  inputRoute,
  posterMaxBytes,
  posterRoute,
} from '../../../shared/bridge/media-routes.ts'
import { webSegment } from '../../../shared/testing/web-url.ts'
import { openMediaRoutes } from '../../testing/open-media-routes.ts'
import { sampleJpeg, samplePng } from '../../testing/sample-media.ts'

async function bytesOf(response: Response): Promise<Buffer> {
  return Buffer.from(await response.arrayBuffer())
}

const digits = Buffer.from('0123456789')
const someId = '0190a1b2-c3d4-7e5f-8a6b-7c8d9e0f1a2b'

describe('[LIB8] a file', () => {
  test('is served whole with its type, length and tag, and never as an executable type', async () => {
    const { save, ask } = await openMediaRoutes()
    const bytes = samplePng({ bytes: 200_000 })
    const response = await ask(fileRoute(save(bytes)))
    expect(response.status).toBe(200)
    expect((await bytesOf(response)).equals(bytes)).toBe(true)
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'image/png',
      'content-length': '200000',
      'accept-ranges': 'bytes',
      'x-content-type-options': 'nosniff',
      'content-security-policy':
        "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; sandbox",
      'x-frame-options': 'DENY',
      'referrer-policy': 'no-referrer',
      'cross-origin-resource-policy': 'same-origin',
      etag: expect.stringMatching(/^"[0-9a-f]{64}"$/),
    })
  })

  test.each([
    ['bytes=2-4', 206, '234', 'bytes 2-4/10'],
    ['bytes=-3', 206, '789', 'bytes 7-9/10'],
    ['bytes=8-99', 206, '89', 'bytes 8-9/10'],
    ['bytes=10-', 416, '', 'bytes */10'],
    ['bytes=0-1,4-5', 200, '0123456789', null],
    ['lines=1-2', 200, '0123456789', null],
  ])('by %s gives %i', async (range, status, body, contentRange) => {
    const { save, ask } = await openMediaRoutes()
    const response = await ask(fileRoute(save(digits)), { headers: { range } })
    expect([response.status, response.headers.get('content-range'), await response.text()]).toEqual([
      status,
      contentRange,
      body,
    ])
    if (status !== 416) expect(response.headers.get('content-length')).toBe(String(body.length))
    expect(response.headers.get('x-content-type-options')).toBe('nosniff')
  })

  test('is never mixed with another by a range: If-Range is compared with the tag', async () => {
    const { save, ask } = await openMediaRoutes()
    const route = fileRoute(save(digits))
    const etag = (await ask(route)).headers.get('etag') ?? ''
    const same = await ask(route, { headers: { range: 'bytes=0-1', 'if-range': etag } })
    const other = await ask(route, { headers: { range: 'bytes=0-1', 'if-range': '"another"' } })
    expect([same.status, other.status, await other.text()]).toEqual([206, 200, '0123456789'])
  })

  test.each([['*tag*'], ['W/*tag*'], ['"another", *tag*']])(
    'is not sent again to a client that has it (%s)',
    async (known) => {
      const { save, ask } = await openMediaRoutes()
      const route = fileRoute(save(digits))
      const etag = (await ask(route)).headers.get('etag') ?? ''
      const response = await ask(route, { headers: { 'if-none-match': known.replace('*tag*', etag) } })
      expect([response.status, await response.text()]).toEqual([304, ''])
    },
  )

  test('HEAD describes the whole file, whatever range it names', async () => {
    const { save, ask } = await openMediaRoutes()
    const response = await ask(fileRoute(save(digits)), { method: 'HEAD', headers: { range: 'bytes=90-' } })
    expect([response.status, response.headers.get('content-length'), await response.text()]).toEqual([
      200,
      '10',
      '',
    ])
  })

  test('is saved under its name, in any script', async () => {
    const { save, ask, database } = await openMediaRoutes()
    const fileId = save(digits)
    const name = '2026-灯台 "x"\\50%.png'
    database.prepare('UPDATE files SET name = ? WHERE file_id = ?').run(name, fileId)
    const header = (await ask(downloadRoute(fileId))).headers.get('content-disposition') ?? ''
    const [, ascii, encoded] =
      /^attachment; filename="([^"\\]*)"; filename\*=UTF-8''(\S+)$/.exec(header) ?? []
    expect([ascii, decodeURIComponent(encoded ?? '')]).toEqual(['2026-__ _x__50_.png', name])
    expect((await ask(fileRoute(fileId))).headers.get('content-disposition')).toBeNull()
  })

  test('that was removed is not found; an empty one is empty', async () => {
    const { save, ask, path } = await openMediaRoutes()
    const empty = save(new Uint8Array(0))
    const reply = await ask(fileRoute(empty))
    expect([reply.status, reply.headers.get('content-length'), await reply.text()]).toEqual([200, '0', ''])
    rmSync(join(path, 'media'), { recursive: true })
    expect((await ask(fileRoute(empty))).status).toBe(404)
  })

  test('that is not here yet is not found', async () => {
    const { addFile, ask } = await openMediaRoutes()
    expect((await ask(fileRoute(addFile()))).status).toBe(404)
  })
})

describe('[LIB7] nothing in a request is used as a path', () => {
  const secret = 'the key'
  const names = [
    '../keys.json',
    '..%2fkeys.json',
    '%2e%2e/keys.json',
    '..%5ckeys.json',
    '%252e%252e%252fkeys.json',
    '/etc/passwd',
    '//keys.json',
    'C:%5ckeys.json',
    '%5c%5cserver%5cshare',
    'CON',
    'keys.json%00.png',
    '....//keys.json',
    '.',
    '',
    '*',
    'file:keys.json',
    `${someId}/../../keys.json`,
    `${someId}%00`,
    '%',
    'keys.json;x',
  ]
  test.each(names)('%j', async (name) => {
    const { path, ask } = await openMediaRoutes()
    writeFileSync(join(path, 'keys.json'), secret)
    for (const collection of ['files', 'posters', 'inputs', 'keys.json', '..']) {
      for (const method of ['GET', 'HEAD', 'PUT']) {
        const response = await ask(`/media/${collection}/${name}`, { method })
        expect(response.status).toBe(404)
        expect(await response.text()).not.toContain(secret)
      }
    }
  })

  // Asks for hundreds of paths, each of which may open files.
  test('only a known id is served, whatever is requested', async () => {
    const { path, save, ask } = await openMediaRoutes()
    writeFileSync(join(path, 'keys.json'), secret)
    save(digits)
    const piece = fc.oneof(
      fc.constantFrom('..', '.', 'files', 'media', 'keys.json', '%2e%2e', '%2f', '%5c', '%00'),
      webSegment,
    )
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom('files', 'posters', 'inputs'),
        fc.array(piece, { maxLength: 5 }),
        async (collection, parts) => {
          const response = await ask(`/media/${collection}/${parts.join('/')}`)
          expect(response.status).toBe(404)
        },
      ),
      { numRuns: 200 },
    )
  }, 30_000)

  test('the id of a thumbnail is no path either', async () => {
    const { path, ask } = await openMediaRoutes()
    const response = await ask(`/media/posters/${encodeURIComponent('../../x')}`, {
      method: 'PUT',
      body: Buffer.from([0xff, 0xd8, 0xff]),
    })
    expect([response.status, readdirSync(path).includes('posters')]).toEqual([404, false])
  })
})

describe('a thumbnail', () => {
  const jpeg = Buffer.from(sampleJpeg())

  test('is kept with its measures, announced, and served as a JPEG', async () => {
    const { save, ask, files, posters } = await openMediaRoutes()
    const fileId = save(digits)
    const put = await ask(`${posterRoute(fileId)}?width=1024&height=768.5&duration=4.2`, {
      method: 'PUT',
      body: jpeg,
    })
    expect([put.status, posters]).toEqual([204, [fileId]])
    expect(files.item(fileId)).toMatchObject({
      width: 1024,
      height: 768.5,
      durationSeconds: 4.2,
      hasPoster: true,
    })
    const got = await ask(posterRoute(fileId))
    expect([got.headers.get('content-type'), (await bytesOf(got)).equals(jpeg)]).toEqual(['image/jpeg', true])
  })

  test('[FIND7] that is there gets its look alone, and is announced to nobody', async () => {
    const { save, ask, files, posters } = await openMediaRoutes()
    const fileId = save(digits)
    const { width } = files.item(fileId) ?? {}
    const look = `color=0000ff&accent=0000ff&hash=${'0'.repeat(16)}`
    expect((await ask(`${posterRoute(fileId)}?${look}`, { method: 'PUT' })).status).toBe(204)
    expect([files.item(fileId)?.color, files.item(fileId)?.width, posters]).toEqual([255, width, []])
  })

  test('[LIB332] of a file that is deleted while it is written is not left on the disk', async () => {
    const { save, ask, database, path } = await openMediaRoutes()
    const fileId = save(digits)
    async function* sending() {
      yield jpeg.subarray(0, 9)
      database.prepare(`UPDATE files SET state = 'purging' WHERE file_id = ?`).run(fileId)
      yield jpeg.subarray(9)
    }
    const body = ReadableStream.from(sending())
    const put = await ask(posterRoute(fileId), { method: 'PUT', body, duplex: 'half' } as RequestInit)
    const row = database.prepare('SELECT poster_path FROM files WHERE file_id = ?').get(fileId)
    expect([put.status, row?.poster_path]).toEqual([404, null])
    expect(
      readdirSync(join(path, 'posters'), { recursive: true }).filter((one) => /jpg$/.test(String(one))),
    ).toEqual([])
  })

  test('may be measures only', async () => {
    const { save, ask, files } = await openMediaRoutes()
    const fileId = save(digits)
    expect((await ask(`${posterRoute(fileId)}?duration=9`, { method: 'PUT' })).status).toBe(204)
    expect(files.item(fileId)).toMatchObject({ durationSeconds: 9, hasPoster: false })
    expect((await ask(posterRoute(fileId))).status).toBe(404)
  })

  test.each([
    ['an HTML page', '', Buffer.from('<script>'), 400],
    ['a width that is no number', '?width=wide', jpeg, 400],
    ['a width below zero', '?width=-3', jpeg, 400],
    ['a width beyond any', '?width=1e309', jpeg, 400],
    ['more than 1 MiB', '', Buffer.concat([jpeg, Buffer.alloc(posterMaxBytes)]), 413],
  ])('%s is refused and changes nothing', async (_, query, body, status) => {
    const { save, ask, files, posters } = await openMediaRoutes()
    const fileId = save(digits)
    expect((await ask(`${posterRoute(fileId)}${query}`, { method: 'PUT', body })).status).toBe(status)
    expect([files.item(fileId)?.hasPoster, posters]).toEqual([false, []])
  })

  test('that can’t be kept is reported in the response, not thrown', async () => {
    const { save, ask, path } = await openMediaRoutes()
    const fileId = save(digits)
    writeFileSync(join(path, 'posters'), 'in the way')
    const response = await ask(posterRoute(fileId), { method: 'PUT', body: jpeg })
    expect([response.status, response.headers.get('x-content-type-options')]).toEqual([500, 'nosniff'])
  })
})

describe('one of the person’s own files', () => {
  test('is taken by its bytes and served by its digest', async () => {
    const { ask } = await openMediaRoutes()
    const bytes = samplePng()
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    const kept = await ask(`/media/inputs?name=${encodeURIComponent('mein Bild.png')}`, {
      method: 'POST',
      body: bytes.slice(),
    })
    expect([kept.status, await kept.json()]).toEqual([
      200,
      {
        sha256,
        kind: 'image',
        mediaType: 'image/png',
        bytes: 400,
        name: 'mein Bild.png',
        width: 640,
        height: 360,
        durationSeconds: null,
        madeHere: null,
      },
    ])
    const got = await ask(inputRoute(sha256), { headers: { range: 'bytes=1-3' } })
    expect([got.status, await got.text(), got.headers.get('content-type')]).toEqual([206, 'PNG', 'image/png'])
  })

  test('[INP22] HEIC is taken where the page says that its field takes it, and only there', async () => {
    const { ask } = await openMediaRoutes()
    const body = Buffer.from('\0\0\0\x14ftypheic\0\0\0\0mif1\0\0\0\x08meta', 'latin1')
    const post = (route: string) => ask(route, { method: 'POST', body: new Uint8Array(body) })
    expect((await post('/media/inputs?name=a.heic')).status).toBe(422)
    const kept = await post('/media/inputs?name=a.heic&heic=1')
    expect(await kept.json()).toMatchObject({ kind: 'image', mediaType: 'image/heic', name: 'a.heic' })
  })

  test('[INP343] any file is taken where the page says that its field takes any, and is served to none', async () => {
    const { ask } = await openMediaRoutes()
    const body = '<!doctype html><script>1</script>'
    const post = (route: string, headers = {}) => ask(route, { method: 'POST', body, headers })
    expect((await post('/media/inputs?name=a.zip')).status).toBe(422)
    const large = { 'content-length': String(inputMaxBytes + 1) }
    expect((await post('/media/inputs?name=a.zip&any=1', large)).status).toBe(413)
    const kept = inputViewSchema.parse(await (await post('/media/inputs?name=a.zip&any=1')).json())
    expect(kept).toMatchObject({ kind: 'other', mediaType: 'application/zip', bytes: body.length })
    expect((await ask(inputRoute(kept.sha256))).status).toBe(404)
  })

  test.each([
    ['nothing', undefined, {}, 422, 'empty_file'],
    ['a page', '<svg/>', {}, 422, 'unknown_kind'],
    ['what says it is too large', 'x', { 'content-length': String(inputMaxBytes + 1) }, 413, 'too_large'],
  ] as const)('%s is refused with its reason', async (_, body, headers, status, code) => {
    const { ask } = await openMediaRoutes()
    const response = await ask('/media/inputs?name=x', {
      method: 'POST',
      headers,
      ...(body === undefined ? {} : { body }),
    })
    expect([response.status, await response.json()]).toMatchObject([
      status,
      { code, cause: { code: expect.stringMatching(/^input_/) } },
    ])
  })
})

test.each([
  'PUT /media/files/x',
  'DELETE /media/files/x',
  'POST /media/posters/x',
  'POST /media/inputs/x',
  'GET /media/',
  'GET /elsewhere',
  'PATCH /media/inputs',
  'POST /media/imports',
])('%s is no route', async (line) => {
  const { ask, save } = await openMediaRoutes()
  const [method = '', path = ''] = line.replace('/x', `/${save(digits)}`).split(' ')
  expect((await ask(path, { method })).status).toBe(404)
})

test('[LIB2] a file without a row is served by no id', async () => {
  const { path, ask } = await openMediaRoutes()
  mkdirSync(join(path, 'incoming'))
  writeFileSync(join(path, 'incoming', `${someId}.part`), digits)
  expect((await ask(fileRoute(someId))).status).toBe(404)
  expect(readFileSync(join(path, 'incoming', `${someId}.part`)).equals(digits)).toBe(true)
})
