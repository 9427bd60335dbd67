import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { stylePreviewRoute } from '../shared/bridge/style-preview-route.ts'
import { estimate } from '../shared/pricing/estimate.ts'
import { samplePng } from './testing/sample-media.ts'
import { temporaryFolder } from './testing/temporary-folder.ts'
import { isHome, openTestService, openTestStudio, type TestService } from './testing/test-studio.ts'

// Runs are made by the sandbox, slower on a busy machine.
vi.setConfig({ testTimeout: 60_000 })

let service: TestService

beforeAll(async () => {
  service = await openTestService({ control: true })
})
afterAll(() => service.close())

async function open(some: Parameters<typeof openTestStudio>[0] | object = {}) {
  const studio = await openTestStudio({ folder: join(temporaryFolder(), 'data'), service, ...some })
  onTestFinished(() => studio.close())
  const list = async () => {
    const page = await studio.call('styles.list', {})
    return page.ok ? page.value : null
  }
  return { ...studio, list }
}

type Opened = Awaited<ReturnType<typeof open>>

async function confirm({ call }: Opened, values: Record<string, unknown>) {
  const model = await call('catalog.model', { modelId: 'i8' })
  if (!model.ok) throw new Error('There is such a model.')
  const { pricing, schema } = model.value
  const submissionId = randomUUID()
  const confirmed = await call('jobs.confirm', {
    submissionIds: [submissionId],
    modelId: 'i8',
    values,
    estimate: estimate({ pricing, schema, values }),
  })
  return { confirmed, submissionId }
}

test('[STYLE2] a confirmed run makes its style known, and its result is the style’s preview', async () => {
  const studio = await open()
  const values = { prompt: 'a fox', styles: [{ id: 'soft-gouache', strength: 0.5 }] }
  const { submissionId } = await confirm(studio, values)
  await studio.until(submissionId, isHome)
  const met = await studio.list()
  expect(met).toMatchObject({ total: 1, account: 'sandbox', hasListing: false })
  expect(met?.styles).toMatchObject([
    { styleId: 'soft-gouache', runs: 1, isAdded: false, preview: { submissionId, state: 'saved' } },
  ])
  expect(studio.events.map(({ name }) => name)).toContain('styles.changed')
})

test('[STYLE2] a saved recipe makes its styles known in the connected account', async () => {
  const studio = await open()
  await studio.call('recipes.save', {
    recipeId: randomUUID(),
    name: 'Maps',
    modelId: 'i8',
    values: { styles: [{ id: 'ink-and-paper' }] },
    isPinned: false,
  })
  expect((await studio.list())?.styles).toMatchObject([{ styleId: 'ink-and-paper', recipes: 1, runs: 0 }])
})

test('[STYLE6] the chosen image goes before the last result, until it is gone', async () => {
  const studio = await open()
  const first = await confirm(studio, { prompt: 'a fox', styles: [{ id: 'night-neon' }] })
  await studio.until(first.submissionId, isHome)
  const second = await confirm(studio, { prompt: 'a hare', styles: [{ id: 'night-neon' }] })
  const { files } = await studio.until(second.submissionId, isHome)
  const chosen = await studio.call('library.list', { filter: 'fox' })
  const previewFileId = chosen.ok ? chosen.value.items[0]?.fileId : undefined
  if (!previewFileId) throw new Error('The fox is in the library.')
  const change = (fileId: string | null) =>
    studio.call('styles.change', { styleId: 'night-neon', previewFileId: fileId })
  expect(await change(previewFileId)).toMatchObject({
    value: { isPreviewChosen: true, preview: { fileId: previewFileId } },
  })
  expect(await change(null)).toMatchObject({
    value: { isPreviewChosen: false, preview: { fileId: files[0]?.fileId } },
  })
  expect(await change(randomUUID())).toMatchObject({
    error: { code: 'not_found', cause: { code: 'file_not_in_library' } },
  })
})

test('[STYLE1] the same id in another account is another style', async () => {
  const studio = await open()
  const other = { account: 'https://a.example', styleId: 'ink-and-paper' }
  await studio.call('styles.add', { styleId: 'ink-and-paper', name: 'Ink' })
  await studio.call('styles.add', { ...other, name: 'Another ink' })
  await studio.call('styles.remove', other)
  expect((await studio.list())?.styles).toMatchObject([{ name: 'Ink', account: 'sandbox' }])
  expect(await studio.call('styles.list', { account: other.account })).toMatchObject({ value: { total: 0 } })
})

describe('sharing, with the sandbox', () => {
  test('[STYLE13] a style of the API’s own is shared, once by one request without a body', async () => {
    const studio = await open()
    await studio.call('styles.add', { styleId: 'ink-and-paper', name: 'Ink' })
    const before = service.posts.length
    const shared = await studio.call('styles.share', { styleId: 'ink-and-paper' })
    expect(shared).toMatchObject({ ok: true, value: { success: true, style_id: 'ink-and-paper' } })
    expect(service.posts.slice(before)).toEqual(['/styles/ink-and-paper/share/workspace'])
    const workspace = shared.ok ? shared.value.workspace : { id: '', name: '' }
    expect((await studio.list())?.styles[0]?.shared).toMatchObject({
      workspaceId: workspace.id,
      workspaceName: workspace.name,
    })
  })

  test.each([
    ['app-only', 'not_allowed'],
    ['no-such-style', 'not_found'],
    ['../../jobs', 'not_found'],
  ])('[STYLE14] %s is refused (%s), and a style that was unknown is not kept', async (styleId, kind) => {
    const studio = await open()
    expect(await studio.call('styles.share', { styleId })).toMatchObject({
      error: { code: 'share_refused', cause: { kind } },
    })
    expect((await studio.list())?.total).toBe(0)
  })
})

interface Scripted {
  readonly listing?: unknown
  /** By path. */
  readonly images?: Readonly<Record<string, Uint8Array>>
}

/** A service with two pages of styles, by its own description. */
async function openListingService({ listing, images = {} }: Scripted = {}) {
  const fetched: string[] = []
  const bodies: { readonly path: string; readonly length: string | undefined; readonly type: unknown }[] = []
  const server = createServer((request, response) => {
    const path = request.url ?? ''
    const json = (value: unknown) =>
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(value))
    if (path === '/openapi.json')
      return json({
        openapi: '3.1.0',
        paths: { '/styles': { get: { parameters: [{ name: 'cursor', in: 'query' }] } } },
      })
    if (request.method === 'POST') {
      const { 'content-length': length, 'content-type': type } = request.headers
      bodies.push({ path, length, type })
      return response.writeHead(503).end()
    }
    if (path === '/styles')
      return json(listing ?? { styles: [{ id: 'a', name: 'Alpha' }, null], next_cursor: 'two' })
    const image = Object.hasOwn(images, path) ? images[path] : undefined
    if (image) {
      fetched.push(`${path} ${request.headers.authorization}`)
      return response.writeHead(200, { 'content-type': 'text/html' }).end(image)
    }
    if (path === '/styles?cursor=two') return json({ styles: [{ id: 'b' }], next_cursor: null })
    return response.writeHead(404).end(JSON.stringify({ error: 'Nothing.' }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const address = server.address()
  const url = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
  return { url, bodies, fetched }
}

const openOn = (url: string) => open({ serviceOverride: url, environmentKey: 'a-key-of-its-own' })

test('[STYLE9] the service’s own listing is read page by page into its account', async () => {
  const { url } = await openListingService()
  const studio = await openOn(url)
  expect((await studio.list())?.hasListing).toBe(true)
  expect(await studio.call('styles.readListing', {})).toEqual({
    ok: true,
    value: { read: 2, added: 2, isWhole: true },
  })
  expect((await studio.list())?.styles).toMatchObject([
    { styleId: 'b', name: '', isListed: true },
    { styleId: 'a', name: 'Alpha', account: url },
  ])
  const elsewhere = await studio.call('styles.list', { account: 'sandbox' })
  expect(elsewhere.ok && [elsewhere.value.total, elsewhere.value.hasListing]).toEqual([0, false])
})

test('[STYLE30] [STYLE31] the listed image is served from the account’s own service, and no other host in reach is asked', async () => {
  const inward = await openListingService({ images: { '/secret.png': samplePng() } })
  const { url, fetched } = await openListingService({
    listing: {
      styles: [
        { id: 'own', preview_url: '/own.png' },
        { id: 'inward', preview_url: `${inward.url}/secret.png` },
        { id: 'large', preview_url: '/large.png' },
        { id: 'none' },
      ],
    },
    images: { '/own.png': samplePng(), '/large.png': samplePng({ bytes: 5 * 1024 ** 2 }) },
  })
  const studio = await openOn(url)
  await studio.call('styles.readListing', {})
  const styles = (await studio.list())?.styles ?? []
  expect(Object.fromEntries(styles.map((style) => [style.styleId, style.hasListedPreview]))).toEqual({
    own: true,
    inward: true,
    large: true,
    none: false,
  })
  expect(JSON.stringify(styles)).not.toContain('secret.png')
  const ask = (styleId: string) =>
    studio.studio.mediaRoutes(new Request(`http://127.0.0.1${stylePreviewRoute({ account: url, styleId })}`))
  const own = await ask('own')
  expect([own.status, own.headers.get('content-type')]).toEqual([200, 'image/png'])
  for (const styleId of ['inward', 'large', 'none', 'unknown']) expect((await ask(styleId)).status).toBe(404)
  expect(inward.fetched).toEqual([])
  expect(fetched).toEqual(['/own.png Bearer a-key-of-its-own', '/large.png Bearer a-key-of-its-own'])
  await studio.call('styles.remove', { styleId: 'own' })
  expect((await ask('own')).status).toBe(404)
})

test('[STYLE7] the person’s name goes before the service’s, which returns where theirs is deleted', async () => {
  const { url } = await openListingService()
  const studio = await openOn(url)
  await studio.call('styles.add', { styleId: 'a', name: 'Mine' })
  await studio.call('styles.readListing', {})
  const nameOf = async () => (await studio.list())?.styles.find(({ styleId }) => styleId === 'a')?.name
  expect(await nameOf()).toBe('Mine')
  await studio.call('styles.change', { styleId: 'a', name: '' })
  expect(await nameOf()).toBe('Alpha')
})

test('[STYLE9] a listing in no known form is said to be unreadable, and changes nothing', async () => {
  const { url } = await openListingService({ listing: { pages: 3 } })
  const studio = await openOn(url)
  expect(await studio.call('styles.readListing', {})).toMatchObject({
    error: { code: 'service_unreachable', cause: { code: 'answer_unreadable' } },
  })
  expect((await studio.list())?.total).toBe(0)
})

test('[STYLE10] a share has no body; after a 503 it is in doubt, also after a restart', async () => {
  const { url, bodies } = await openListingService()
  const folder = join(temporaryFolder(), 'data')
  const some = { folder, serviceOverride: url, environmentKey: 'a-key-of-its-own', service }
  const studio = await openTestStudio(some)
  expect(await studio.call('styles.share', { styleId: 'a/b' })).toMatchObject({
    error: { code: 'share_unknown', cause: { why: { code: 'answer_status', status: 503 } } },
  })
  expect(bodies).toEqual([{ path: '/styles/a%2Fb/share/workspace', length: '0', type: undefined }])
  await studio.close()
  const again = await open(some)
  expect((await again.list())?.styles).toMatchObject([
    { styleId: 'a/b', shared: null, shareDoubtAt: expect.any(String) },
  ])
})

test('[STYLE5] a removed style is out of every list, and restored as it was', async () => {
  const studio = await open()
  await studio.call('styles.add', { styleId: 'ink-and-paper', name: 'Ink', note: 'For maps' })
  const before = await studio.list()
  await studio.call('styles.remove', { styleId: 'ink-and-paper' })
  expect((await studio.list())?.total).toBe(0)
  expect(await studio.call('styles.find', { styleIds: ['ink-and-paper'] })).toMatchObject({
    value: { styles: [] },
  })
  await studio.call('styles.restore', { styleId: 'ink-and-paper' })
  expect(await studio.list()).toEqual(before)
  expect(await studio.call('styles.remove', { styleId: 'nobody' })).toMatchObject({
    error: { code: 'not_found', cause: { code: 'style_unknown' } },
  })
})

test('[STYLE4] an id that can’t be kept is refused by name', async () => {
  const studio = await open()
  expect(await studio.call('styles.add', { styleId: ' x ' })).toMatchObject({
    error: { code: 'invalid_input', field: 'styleId' },
  })
})
