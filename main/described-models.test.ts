import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { inputReference } from '../shared/form/input-reference.ts'
import { type DescribedService, openDescribedService } from './testing/described-service.ts'
import { runProgram } from './testing/run-program.ts'
import { plainPng } from './testing/sample-media.ts'
import { temporaryFolder } from './testing/temporary-folder.ts'
import { isHome, openTestStudio } from './testing/test-studio.ts'

// A whole studio with a whole service, which makes the media in separate processes, and programs that start anew. Each
// step awaits an event: the limit ends a hang, and a busy machine takes half a minute for one test.
vi.setConfig({ testTimeout: 120_000 })

let service: DescribedService
const neverStarted = { url: 'http://127.0.0.1:9', key: 'none' }

beforeAll(async () => {
  service = await openDescribedService()
})
afterAll(() => service.close())

function openStudio(folder: string, serviceOverride = service.url) {
  return openTestStudio({ folder, service: neverStarted, serviceOverride, environmentKey: 'k' })
}

test('[CAT4] [CAT6] a model that only a description knows is run with its header, and keeps its name without it', async () => {
  const own = await openDescribedService()
  const folder = join(temporaryFolder(), 'data')
  const studio = await openStudio(folder, own.url)
  const submissionId = crypto.randomUUID()
  const confirmed = await studio.call('jobs.confirm', {
    submissionIds: [submissionId],
    modelId: 'acme-canvas-2',
    values: { prompt: 'a quiet sea', size: { width: 512, height: 256 }, 'header:X-Zero-Retention': true },
    estimate: { kind: 'exact', microUsd: 20_000 },
  })
  expect(confirmed).toMatchObject({ ok: true, value: [{ modelLabel: 'Canvas 2' }] })
  await studio.until(submissionId, isHome)
  await studio.close()
  expect(own.posts).toMatchObject([
    {
      path: '/generate/image/acme/canvas-2',
      body: { prompt: 'a quiet sea', size: { width: 512, height: 256 } },
      headers: { 'x-zero-retention': 'true', authorization: 'Bearer k' },
    },
  ])
  expect(Object.keys(own.posts[0]?.body as object)).toEqual(['prompt', 'size'])
  await own.close()

  const offline = await openStudio(folder, own.url)
  expect(await offline.call('catalog.model', { modelId: 'acme-canvas-2' })).toMatchObject({
    ok: true,
    value: { label: 'Canvas 2', path: '/generate/image/acme/canvas-2' },
  })
  await offline.close()

  const elsewhere = await openStudio(folder, service.url)
  expect(await elsewhere.call('library.list', { limit: 10 })).toMatchObject({
    ok: true,
    value: { items: [{ modelId: 'acme-canvas-2', modelLabel: 'Canvas 2' }] },
  })
  await elsewhere.close()
})

test('[CAT76] a model that the description lacks is not offered, estimated or run, and keeps its name', async () => {
  const studio = await openStudio(join(temporaryFolder(), 'data'))
  const listed = await studio.call('catalog.list', {})
  expect(listed.ok && listed.value.map(({ id }) => id)).toEqual([
    'i3',
    'acme-canvas-2',
    'acme-dolly',
    'acme-chorus',
    'other-canvas-2',
  ])
  expect(await studio.call('catalog.model', { modelId: 'v1' })).toMatchObject({
    ok: false,
    error: { code: 'unknown_model', cause: { code: 'model_unknown', model: 'V1 Flagship' } },
  })
  const values = { prompt: 'a' }
  const refused = { ok: false, error: { code: 'unknown_model' } }
  expect(await studio.call('agents.estimate', { modelId: 'v1', values, count: 1 })).toMatchObject(refused)
  const submissionIds = [crypto.randomUUID()]
  const estimate = { kind: 'unlisted' as const }
  expect(await studio.call('jobs.confirm', { submissionIds, modelId: 'v1', values, estimate })).toMatchObject(
    refused,
  )
  await studio.close()
})

test('[CAT4] [CAT100] parameters are sent in their place', async () => {
  const parameters = [
    { name: 'region', in: 'query', required: true, schema: { enum: ['eu', 'us'] } },
    { name: 'voice', in: 'path', required: true, schema: { type: 'string' } },
  ]
  const text = { schema: { type: 'object', properties: { text: { type: 'string' } } } }
  const own = await openDescribedService({
    openapi: '3.1.0',
    paths: {
      '/generate/audio/acme/speak/{voice}': {
        post: { parameters, requestBody: { content: { 'application/json': text } } },
      },
    },
  })
  const studio = await openStudio(join(temporaryFolder(), 'data'), own.url)
  const confirm = (modelId: string, values: object, submissionId = crypto.randomUUID()) =>
    studio.call('jobs.confirm', {
      submissionIds: [submissionId],
      modelId,
      values: values as Record<string, unknown>,
      estimate: { kind: 'unlisted' },
    })
  const refused = { ok: false, error: { code: 'invalid_values' } }
  expect(await confirm('acme-speak', { text: 'a', 'path:voice': 'ada' })).toMatchObject(refused)
  expect(await confirm('acme-speak', { 'path:voice': '..', 'query:region': 'eu' })).toMatchObject(refused)
  expect(own.posts).toEqual([])

  const submissionId = crypto.randomUUID()
  const values = { text: 'a', 'path:voice': 'ada/b', 'query:region': 'eu' }
  expect(await confirm('acme-speak', values, submissionId)).toMatchObject({ ok: true })
  await studio.until(submissionId, isHome)
  expect(own.posts).toMatchObject([
    { path: '/generate/audio/acme/speak/ada%2Fb?region=eu', body: { text: 'a' } },
  ])
  await studio.close()
  await own.close()
})

test('[CAT4] a header that is not described is refused with nothing sent', async () => {
  const studio = await openStudio(join(temporaryFolder(), 'data'))
  const before = service.posts.length
  const refused = await studio.call('jobs.confirm', {
    submissionIds: [crypto.randomUUID()],
    modelId: 'other-canvas-2',
    values: { prompt: 'a', 'header:Authorization': 'Bearer stolen' },
    estimate: { kind: 'unlisted' },
  })
  expect(refused).toMatchObject({ ok: false, error: { code: 'invalid_values' } })
  expect(service.posts.length).toBe(before)
  await studio.close()
})

test('a described pattern is checked before a run is written; an invalid one is left to the service', async () => {
  const own = await openDescribedService({
    openapi: '3.1.0',
    info: { title: 'Patterns', version: '1' },
    paths: {
      '/generate/image/acme/patterns': {
        post: {
          requestBody: {
            content: {
              'application/json': {
                schema: {
                  properties: {
                    color: { type: 'string', pattern: '^#[0-9a-f]{6}$' },
                    word: { type: 'string', pattern: '^(?!no)' },
                  },
                },
              },
            },
          },
        },
      },
    },
  })
  const studio = await openStudio(join(temporaryFolder(), 'data'), own.url)
  const confirm = (values: Readonly<Record<string, unknown>>) =>
    studio.call('jobs.confirm', {
      submissionIds: [crypto.randomUUID()],
      modelId: 'acme-patterns',
      values,
      estimate: { kind: 'unlisted' },
    })
  expect(await confirm({ color: 'red' })).toMatchObject({
    ok: false,
    error: { code: 'invalid_values', problems: [{ path: ['color'], reason: { code: 'wrong_pattern' } }] },
  })
  expect(await confirm({ color: '#00ff00', word: 'no' })).toMatchObject({ ok: true })
  await studio.close()
  await own.close()
})

test('[INP11] a file that the model would not accept as it is sent writes no run and sends none', async () => {
  const text = { type: 'string' }
  const schema = {
    type: 'object',
    properties: {
      image: { ...text, contentMediaType: 'image/png', maxLength: 60 },
      frame: { ...text, contentMediaType: 'image/png', pattern: '^data:image/(?:png|webp);base64,' },
    },
  }
  const content = { 'application/json': { schema } }
  const own = await openDescribedService({
    openapi: '3.1.0',
    info: { title: 'Short', version: '1' },
    paths: { '/generate/image/acme/short': { post: { requestBody: { content } } } },
  })
  const studio = await openStudio(join(temporaryFolder(), 'data'), own.url)
  const kept = await studio.studio.inputs.add('a.png', Readable.from([plainPng()]))
  const file = inputReference(kept.ok ? kept.value.sha256 : '')
  const confirm = (values: Readonly<Record<string, unknown>>, submissionId: string) =>
    studio.call('jobs.confirm', {
      submissionIds: [submissionId],
      modelId: 'acme-short',
      values,
      estimate: { kind: 'unlisted' },
    })
  const refused = crypto.randomUUID()
  expect(await confirm({ image: file }, refused)).toMatchObject({
    ok: false,
    error: {
      code: 'invalid_values',
      field: 'image',
      run: 0,
      problems: [{ path: ['image'], reason: { code: 'too_long', maximum: 60 } }],
    },
  })
  const taken = crypto.randomUUID()
  expect(await confirm({ frame: file }, taken)).toMatchObject({ ok: true })
  await studio.until(taken, isHome)
  expect(own.posts.map(({ body }) => Object.keys(body as object))).toEqual([['frame']])
  await studio.close()
  await own.close()
})

function atelier(words: readonly string[]) {
  return runProgram('main/hosts/cli/cli.mjs', [...words, '--json'], { key: 'k' }).ended.then(
    ({ code, out, err }) => ({
      code,
      err,
      json: out === '' ? null : JSON.parse(out),
    }),
  )
}

test('the command line lists, prices, runs and describes the models of a description', async () => {
  const data = join(temporaryFolder(), 'data')
  const at = ['--service', service.url, '--data', data]
  const set = ['--set', 'prompt=sea', '--set', 'quality=fine']
  const [listed, price, described, unknown] = await Promise.all([
    atelier(['models', ...at]),
    atelier(['estimate', 'acme-canvas-2', ...set, ...at]),
    atelier(['describe', `${service.url}/openapi.json`]),
    atelier(['estimate', 'acme-canvas-2', ...set]),
  ])
  const ids = (models: { id: string }[]) => models.map(({ id }) => id)
  expect(ids(listed.json)).toEqual(
    expect.arrayContaining(['i3', 'acme-canvas-2', 'acme-dolly', 'other-canvas-2']),
  )
  expect(price.json).toEqual({ kind: 'exact', microUsd: 80_000 })
  expect(ids(described.json)).toEqual(['i3', 'acme-canvas-2', 'acme-dolly', 'acme-chorus', 'other-canvas-2'])
  expect([unknown.code, unknown.err]).toEqual([
    2,
    expect.stringContaining('There is no model acme-canvas-2.'),
  ])

  const sent = service.posts.length
  const run = await atelier([
    'generate',
    'acme-dolly',
    '--set',
    'prompt=sea',
    '--set',
    'camera={"move":"pan"}',
    ...at,
  ])
  expect([run.code, run.json[0].state]).toEqual([0, 'accepted'])
  expect(service.posts.slice(sent).map(({ body }) => body)).toEqual([
    { mode: 'cinema', prompt: 'sea', camera: { move: 'pan' } },
  ])
})

test('[CAT155] a model that was entered by hand is run, and listed and priced at the terminal', async () => {
  const own = await openDescribedService(null)
  const folder = join(temporaryFolder(), 'data')
  const studio = await openStudio(folder, own.url)
  const listed = await studio.call('ownModels.list', {})
  if (!listed.ok) throw new Error('not listed')
  const path = '/v1/generate/video/acme/dolly'
  const fields =
    '{"properties":{"prompt":{"type":"string"},"steps":{"type":"integer"}},"required":["prompt"]}'
  const { account } = listed.value
  const model = { account, name: 'Dolly', kind: 'video', path, fields, replaces: null } as const
  expect(await studio.call('ownModels.save', model)).toMatchObject({ ok: true })
  const submissionId = crypto.randomUUID()
  const confirmed = await studio.call('jobs.confirm', {
    submissionIds: [submissionId],
    modelId: 'acme-dolly',
    values: { prompt: 'sea', steps: 4 },
    estimate: { kind: 'unlisted' },
  })
  expect(confirmed).toMatchObject({ ok: true, value: [{ modelLabel: 'Dolly', kind: 'video' }] })
  await studio.until(submissionId, isHome)
  await studio.close()
  expect(own.posts).toMatchObject([{ path, body: { prompt: 'sea', steps: 4 } }])

  const at = ['--service', own.url, '--data', folder]
  const models = await atelier(['models', ...at])
  expect(models.json).toContainEqual(expect.objectContaining({ id: 'acme-dolly', path, pricing: null }))
  const price = await atelier(['estimate', 'acme-dolly', '--set', 'prompt=sea', ...at])
  expect(price.json).toEqual({ kind: 'unlisted' })
  await own.close()
})

test('[CAT157] describe says, with a data folder, what a description would be there', async () => {
  const folder = temporaryFolder()
  const file = join(folder, 'description.json')
  const paths = { '/generate/tools/acme/shift': { post: {} }, '/generate/image/acme/one': { post: {} } }
  await writeFile(file, JSON.stringify({ openapi: '3.1.0', paths }))
  const modelKinds = { '/generate/tools/acme/shift': 'audio' }
  const modelPaths = { i3: '/generate/image/acme/one' }
  await writeFile(join(folder, 'settings.json'), JSON.stringify({ modelKinds, modelPaths }))
  const kindsOf = ({ json }: { json: { id: string; kind: string }[] }) =>
    json.map(({ id, kind }) => `${id} ${kind}`)
  expect(kindsOf(await atelier(['describe', file]))).toEqual(['acme-shift image', 'acme-one image'])
  expect(kindsOf(await atelier(['describe', file, '--data', folder]))).toEqual([
    'i3 image',
    'acme-shift audio',
  ])
})

test.each([
  ['a file that is not there', '/nowhere/openapi.json', /can’t be read \(ENOENT\)/],
  ['a file that is no description', import.meta.filename, /no OpenAPI description/],
])('describing %s ends with 2', async (_, place, sentence) => {
  const { code, err } = await atelier(['describe', place])
  expect([code, err]).toEqual([2, expect.stringMatching(sentence)])
})

test('[CAT36] a generation refused with 404 has the description read again, and pages hear of it by its digest', async () => {
  const describing = (name: string) => ({
    openapi: '3.1.0',
    paths: { [`/generate/image/acme/${name}`]: { post: {} } },
  })
  const own = await openDescribedService(describing('before'))
  const studio = await openStudio(join(temporaryFolder(), 'data'), own.url)
  const status = await studio.call('studio.status', {})
  const before = status.ok ? status.value.service.descriptionDigest : null
  own.describe(describing('after'))
  own.responses.push({ status: 404, body: JSON.stringify({ error: 'Gone.' }) })
  const announced = new Promise<unknown>((resolve) => {
    studio.studio.events.subscribe((event) => {
      if (event.name !== 'studio.changed') return
      const { descriptionDigest } = event.payload.service
      if (descriptionDigest !== before) resolve(descriptionDigest)
    })
  })
  await studio.call('jobs.confirm', {
    submissionIds: [crypto.randomUUID()],
    modelId: 'acme-before',
    values: {},
    estimate: { kind: 'unlisted' },
  })
  expect(await announced).not.toBe(before)
  expect(await studio.call('catalog.model', { modelId: 'acme-after' })).toMatchObject({ ok: true })
  await studio.close()
  await own.close()
})

test('[CAT30] a description that has become half of one leaves the last good one, and the status says why', async () => {
  const folder = join(temporaryFolder(), 'data')
  const own = await openDescribedService()
  await (await openStudio(folder, own.url)).close()
  own.describe({ swagger: '2.0', paths: {} })
  const studio = await openStudio(folder, own.url)
  expect(await studio.call('studio.status', {})).toMatchObject({
    value: { service: { described: false, descriptionFault: 'swagger_2' } },
  })
  expect(await studio.call('catalog.model', { modelId: 'acme-dolly' })).toMatchObject({ ok: true })
  await studio.close()
  await own.close()
})
