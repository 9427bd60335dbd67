import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { inputViewSchema } from '../shared/bridge/input-schemas.ts'
import { inputReference } from '../shared/form/input-reference.ts'
import { openDescribedService, readForm } from './testing/described-service.ts'
import { sampleJpeg, samplePng } from './testing/sample-media.ts'
import { temporaryFolder } from './testing/temporary-folder.ts'
import { isHome, openTestStudio, type TestStudio } from './testing/test-studio.ts'

// A whole studio with a whole service. Each step awaits an event: the limit ends a hang.
vi.setConfig({ testTimeout: 120_000 })

const neverStarted = { url: 'http://127.0.0.1:9', key: 'none' }
const file = { type: 'string', contentMediaType: 'application/octet-stream' }
const text = { type: 'string' }

/** As FastAPI writes it: a form of its own type, files as octets, null beside what may be left out. */
const document = {
  openapi: '3.1.0',
  paths: {
    '/assets': { post: { requestBody: { content: { 'multipart/form-data': {} } } } },
    '/jobs/{id}': { get: {} },
    '/generate/image/forge/edit': {
      post: {
        summary: 'Edit',
        requestBody: {
          required: true,
          content: {
            'multipart/form-data': {
              schema: { $ref: '#/components/schemas/Body_edit' },
              encoding: {
                guide: { contentType: 'image/png, image/jpeg' },
                tags: { style: 'form', explode: false },
              },
            },
          },
        },
      },
    },
    '/generate/audio/forge/song': {
      post: {
        summary: 'Song',
        requestBody: {
          content: {
            'application/x-www-form-urlencoded': {
              schema: {
                type: 'object',
                required: ['lyrics'],
                properties: {
                  lyrics: text,
                  bars: { type: 'integer' },
                  moods: { type: 'array', items: text },
                },
              },
            },
          },
        },
      },
    },
    '/generate/image/forge/upscale': {
      post: {
        summary: 'Upscale',
        requestBody: { content: { 'image/*': { schema: { type: 'string', format: 'binary' } } } },
      },
    },
    '/generate/video/forge/dub': {
      post: {
        summary: 'Dub',
        requestBody: {
          content: {
            'multipart/form-data': {
              schema: {
                type: 'object',
                required: ['look', 'cues'],
                properties: {
                  look: { type: 'string', format: 'binary' },
                  cues: { type: 'string', format: 'binary' },
                  notes: { type: 'array', items: file },
                  image_url: { ...text, format: 'uri' },
                },
              },
              encoding: { cues: { contentType: 'text/vtt' } },
            },
          },
        },
      },
    },
    '/generate/image/forge/unpack': {
      post: { summary: 'Unpack', requestBody: { content: { 'application/zip': {} } } },
    },
    '/generate/audio/forge/say': {
      post: { summary: 'Say', requestBody: { content: { 'text/plain': { schema: text } } } },
    },
  },
  components: {
    schemas: {
      Body_edit: {
        title: 'Body_edit',
        type: 'object',
        required: ['image', 'prompt'],
        properties: {
          image: { ...file, title: 'Image' },
          prompt: text,
          guide: { anyOf: [file, { type: 'null' }] },
          extras: { anyOf: [{ type: 'array', items: file, maxItems: 4 }, { type: 'null' }] },
          style_image_url: { ...text, format: 'uri' },
          strength: { type: 'number', minimum: 0, maximum: 1 },
          tags: { type: 'array', items: text },
          steps: { type: 'array', items: { type: 'integer' } },
          camera: { type: 'object', properties: { pan: { type: 'number' } } },
          tiled: { type: 'boolean' },
        },
      },
    },
  },
}

async function begin() {
  const service = await openDescribedService(document)
  onTestFinished(service.close)
  const folder = join(temporaryFolder(), 'data')
  const open = () =>
    openTestStudio({ folder, service: neverStarted, serviceOverride: service.url, environmentKey: 'k' })
  return { service, open }
}

async function give(studio: TestStudio, bytes: Uint8Array, name: string, mark = ''): Promise<string> {
  const url = `http://127.0.0.1/media/inputs?name=${encodeURIComponent(name)}${mark}`
  const response = await studio.studio.mediaRoutes(new Request(url, { method: 'POST', body: bytes.slice() }))
  return inputReference(inputViewSchema.parse(await response.json()).sha256)
}

async function confirm(studio: TestStudio, modelId: string, values: Record<string, unknown>) {
  const submissionId = crypto.randomUUID()
  const result = await studio.call('jobs.confirm', {
    submissionIds: [submissionId],
    modelId,
    values,
    estimate: { kind: 'unlisted' },
  })
  return { submissionId, result }
}

const sent = (bytes: Uint8Array, type: string, name: string) => ({
  name,
  type,
  sha256: createHash('sha256').update(bytes).digest('hex'),
})

test('[CAT340] [INP340] every field of a form is a part, files are their bytes, and the service gets it once', async () => {
  const { service, open } = await begin()
  const studio = await open()
  const [large, small] = [samplePng({ bytes: 12 * 1024 ** 2 }), sampleJpeg()]
  const image = await give(studio, large, 'sea "north"\n.png')
  const guide = await give(studio, small, 'été.jpg')
  const values = {
    image,
    prompt: 'a quiet “sea”\r\n--atelier\r\n',
    guide,
    extras: [guide, image],
    style_image_url: guide,
    strength: 0.5,
    tags: ['a', 'b,c'],
    steps: [1, 2],
    camera: { pan: -3 },
    tiled: false,
  }
  const { submissionId, result } = await confirm(studio, 'forge-edit', values)
  expect(result).toMatchObject({ ok: true })
  await studio.until(submissionId, isHome)
  const [post, ...others] = service.posts
  if (!post) throw new Error('Nothing arrived.')
  expect(others).toEqual([])
  expect(post.headers).toMatchObject({
    authorization: 'Bearer k',
    'content-type': expect.stringMatching(/^multipart\/form-data; boundary=atelier-[0-9a-f]{40}$/),
    'content-length': String((post.body as Uint8Array).length),
  })
  const [png, jpeg] = [sent(large, 'image/png', 'sea "north"\n.png'), sent(small, 'image/jpeg', 'été.jpg')]
  expect(await readForm(post)).toEqual([
    ['image', png],
    ['prompt', values.prompt],
    ['guide', jpeg],
    ['extras', jpeg],
    ['extras', png],
    ['style_image_url', `${service.url}/uploaded/1`],
    ['strength', '0.5'],
    ['tags', 'a,b,c'],
    ['steps', '1'],
    ['steps', '2'],
    ['camera', '{"pan":-3}'],
    ['tiled', 'false'],
  ])
  // Only what is an address was uploaded.
  expect(service.uploads).toHaveLength(1)
  const url = await confirm(studio, 'forge-edit', { ...values, image: 'https://a.example/sea.png' })
  expect(url.result).toMatchObject({
    ok: false,
    error: { code: 'invalid_values', problems: [{ path: ['image'], reason: { code: 'not_a_file' } }] },
  })
  await studio.close()
})

test('[INP340] a form that waited over a restart is sent with exactly its bytes, whatever the description says by then', async () => {
  const { service, open } = await begin()
  const before = await open()
  const image = await give(before, samplePng(), 'sea.png')
  const first = await confirm(before, 'forge-edit', { image, prompt: 'a quiet sea' })
  await before.until(first.submissionId, isHome)
  await before.call('jobs.pause', {})
  const { submissionId } = await confirm(before, 'forge-edit', { image, prompt: 'a quiet sea' })
  await before.close()
  const { paths, ...rest } = document
  const json = { content: { 'application/json': { schema: { $ref: '#/components/schemas/Body_edit' } } } }
  service.describe({
    ...rest,
    paths: { ...paths, '/generate/image/forge/edit': { post: { requestBody: json } } },
  })
  const after = await open()
  await after.call('jobs.resume', {})
  await after.until(submissionId, isHome)
  const [earlier, later] = service.posts
  expect(later?.headers['content-type']).toBe(earlier?.headers['content-type'])
  expect(Buffer.compare(later?.body as Uint8Array, earlier?.body as Uint8Array)).toBe(0)
  await after.close()
})

test('[CAT343] [INP343] [INP344] [INP345] files of any kind are parts byte for byte, and go nowhere else', async () => {
  const { service, open } = await begin()
  const studio = await open()
  const archive = Buffer.from(`PK\x03\x04\r\n--atelier-\r\n\0\xff${'x'.repeat(70_000)}`, 'latin1')
  const cues = Buffer.from('\ufeffWEBVTT\r\n\n00:01.000 --> 00:02.000\rHello, “sea”\n')
  const notes = Buffer.from('{ "a" : 1e2 }\n')
  const name = 'look "v1"\r\nX: y.zip'
  const any = (bytes: Uint8Array, of: string) => give(studio, bytes, of, '&any=1')
  const look = await any(archive, name)
  const values = { look, cues: await any(cues, 'cues.txt'), notes: [await any(notes, 'notes.json'), look] }
  const { submissionId, result } = await confirm(studio, 'forge-dub', values)
  expect(result).toMatchObject({ ok: true })
  await studio.until(submissionId, isHome)
  const whole = await confirm(studio, 'forge-unpack', { file: look })
  await studio.until(whole.submissionId, isHome)
  const [form, body] = service.posts
  if (!form) throw new Error('Nothing arrived.')
  expect(await readForm(form)).toEqual([
    ['look', sent(archive, 'application/zip', name)],
    ['cues', sent(cues, 'text/vtt', 'cues.txt')],
    ['notes', sent(notes, 'application/json', 'notes.json')],
    ['notes', sent(archive, 'application/zip', name)],
  ])
  expect(body?.headers['content-type']).toBe('application/zip')
  expect(Buffer.compare(body?.body as Uint8Array, archive)).toBe(0)

  // Where a medium belongs, or an address would stand for it, it is refused before anything leaves this machine.
  for (const [modelId, name, more] of [
    ['forge-dub', 'image_url', { ...values, image_url: look }],
    ['forge-edit', 'image', { image: look, prompt: 'a' }],
  ] as const)
    expect((await confirm(studio, modelId, more)).result).toMatchObject({
      ok: false,
      error: { code: 'invalid_values', problems: [{ path: [name], reason: { code: 'not_a_medium' } }] },
    })
  expect([service.posts.length, service.uploads]).toEqual([2, []])
  await studio.close()
})

test('[CAT101] a query, a text and a file are bodies as well', async () => {
  const { service, open } = await begin()
  const studio = await open()
  const png = samplePng()
  const file = await give(studio, png, 'sea.png')
  for (const [modelId, values] of [
    ['forge-song', { lyrics: 'la & la=é', bars: 8, moods: ['calm', 'wide open'] }],
    ['forge-upscale', { file }],
    ['forge-say', { text: 'Hello, “sea”.' }],
  ] as const) {
    const { submissionId } = await confirm(studio, modelId, values)
    await studio.until(submissionId, isHome)
  }
  const [song, upscale, say] = service.posts
  expect(song && [...new URLSearchParams(String(song.body))]).toEqual([
    ['lyrics', 'la & la=é'],
    ['bars', '8'],
    ['moods', 'calm'],
    ['moods', 'wide open'],
  ])
  expect([song, upscale, say].map((post) => post?.headers['content-type'])).toEqual([
    'application/x-www-form-urlencoded',
    'image/png',
    'text/plain; charset=utf-8',
  ])
  expect(Buffer.compare(upscale?.body as Uint8Array, png)).toBe(0)
  expect(String(say?.body)).toBe('Hello, “sea”.')
  expect((await confirm(studio, 'forge-say', {})).result).toMatchObject({
    ok: false,
    error: { code: 'invalid_values' },
  })
  await studio.close()
})
