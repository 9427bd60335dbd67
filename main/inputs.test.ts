import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { inputViewSchema } from '../shared/bridge/input-schemas.ts'
import { fileRoute } from '../shared/bridge/media-routes.ts'
import { inputReference } from '../shared/form/input-reference.ts'
import type { Estimate } from '../shared/pricing/estimate.ts'
import { samplePng } from './testing/sample-media.ts'
import {
  isHome,
  openTestService,
  openTestStudio,
  type TestService,
  type TestStudio,
} from './testing/test-studio.ts'

// A whole studio with a whole service, which makes the media in separate processes.
vi.setConfig({ testTimeout: 60_000 })

const unlisted: Estimate = { kind: 'unlisted' }

let service: TestService
let folder: string
let open: TestStudio[]

beforeAll(async () => {
  service = await openTestService({ control: true })
})
afterAll(() => service.close())

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'atelier-inputs-'))
  open = []
  service.posts.length = 0
})

afterEach(async () => {
  for (const studio of open) await studio.close()
  rmSync(folder, { recursive: true })
})

async function start(): Promise<TestStudio> {
  const studio = await openTestStudio({ folder, service })
  open.push(studio)
  return studio
}

async function give(studio: TestStudio, bytes: Uint8Array, name = 'sea.png') {
  const url = `http://127.0.0.1/media/inputs?name=${encodeURIComponent(name)}`
  const response = await studio.studio.mediaRoutes(new Request(url, { method: 'POST', body: bytes.slice() }))
  return inputViewSchema.parse(await response.json())
}

async function confirm(studio: TestStudio, values: Record<string, unknown>) {
  const submissionId = crypto.randomUUID()
  const result = await studio.call('jobs.confirm', {
    submissionIds: [submissionId],
    modelId: 'i3',
    values: { prompt: 'the same, at night', ...values },
    estimate: unlisted,
  })
  return { submissionId, result }
}

/** An image that the sandbox can read, because it made one itself. */
async function makeImage(studio: TestStudio) {
  const { submissionId } = await confirm(studio, {})
  const done = await studio.until(submissionId, isHome)
  const fileId = done.files[0]?.fileId ?? ''
  const response = await studio.studio.mediaRoutes(new Request(`http://127.0.0.1${fileRoute(fileId)}`))
  return { fileId, submissionId, bytes: new Uint8Array(await response.arrayBuffer()) }
}

it('[INP5] [INP6] one of the person’s own files is uploaded once, before the first run that names it', async () => {
  const studio = await start()
  const { bytes } = await makeImage(studio)
  const { sha256 } = await give(studio, bytes)
  expect(service.posts).toHaveLength(1)
  for (let run = 0; run < 2; run++) {
    const { submissionId } = await confirm(studio, { image_urls: [inputReference(sha256)] })
    expect((await studio.until(submissionId, isHome)).job?.status).toBe('completed')
  }
  const made = service.posts[0] ?? ''
  expect(service.posts).toEqual([made, '/assets', made, made])
})

it('[INP8] a run that was confirmed with an upload is sent with exactly the same bytes after a restart', async () => {
  const before = await start()
  const { bytes } = await makeImage(before)
  const { sha256 } = await give(before, bytes)
  await before.call('jobs.pause', {})
  const { submissionId } = await confirm(before, { image_urls: [inputReference(sha256)] })
  open = []
  await before.close()
  const after = await start()
  await after.call('jobs.resume', {})
  const done = await after.until(submissionId, ({ state, job }) => state !== 'confirmed' && job !== null)
  expect([done.state, service.posts.filter((path) => path === '/assets').length]).toEqual(['accepted', 1])
})

it('[INP7] an upload that the service refuses sends no run, says why, and leaves nothing in the journal', async () => {
  const studio = await start()
  const { sha256 } = await give(studio, samplePng({ fill: 3 }))
  await service.control('faults', { request: { kind: 'status', path: '/assets', status: 503 } })
  const { result } = await confirm(studio, { image_urls: [inputReference(sha256)] })
  expect(result).toMatchObject({
    ok: false,
    error: { code: 'upload_failed', cause: { code: 'upload_refused', file: 'sea.png', status: 503 } },
  })
  const runs = await studio.call('jobs.list', {})
  expect([service.posts, runs.ok && runs.value.submissions]).toEqual([['/assets'], []])
})

it('[CONN470] an upload that is refused with the key has the service tested, and the status says that the key is refused', async () => {
  const studio = await start()
  const { sha256 } = await give(studio, samplePng({ fill: 5 }))
  const state = async () => {
    const status = await studio.call('studio.status', {})
    return status.ok ? status.value.service.health.state : null
  }
  expect(await state()).toBe('fine')
  await service.control('workspace', { apiEnabled: false })
  const { result } = await confirm(studio, { image_urls: [inputReference(sha256)] })
  expect(result).toMatchObject({ ok: false, error: { code: 'upload_failed' } })
  await expect.poll(state, { timeout: 30_000 }).toBe('refused')
  await service.control('workspace', { apiEnabled: true })
})

it('[INP9] a job that failed puts its upload in doubt: the next run uploads the file again, and nothing is sent by itself', async () => {
  const studio = await start()
  const { bytes } = await makeImage(studio)
  const { sha256 } = await give(studio, bytes)
  await service.control('faults', { job: { status: 'failed' } })
  const first = await confirm(studio, { image_urls: [inputReference(sha256)] })
  await studio.until(first.submissionId, ({ job }) => job?.status === 'failed')
  const before = service.posts.length
  const second = await confirm(studio, { image_urls: [inputReference(sha256)] })
  await studio.until(second.submissionId, isHome)
  expect(service.posts.slice(before)).toEqual(['/assets', service.posts[0]])
})

it('a file that Atelier made says which run it came from, and can be used in a form without leaving the studio', async () => {
  const studio = await start()
  const { fileId, submissionId, bytes } = await makeImage(studio)
  const given = await give(studio, bytes)
  expect(given.madeHere).toEqual({ fileId, submissionId })
  const named = await studio.call('inputs.fromLibrary', { fileId })
  expect(named).toEqual({ ok: true, value: given })
  const stranger = await give(studio, samplePng())
  expect(stranger.madeHere).toBeNull()
  const described = await studio.call('inputs.describe', {
    sha256s: [stranger.sha256, 'a'.repeat(64), given.sha256],
  })
  expect(described.ok && described.value.map(({ sha256 }) => sha256)).toEqual([stranger.sha256, given.sha256])
})

it('a file of the library becomes an input that a form can name', async () => {
  const studio = await start()
  const { fileId, submissionId } = await makeImage(studio)
  const named = await studio.call('inputs.fromLibrary', { fileId })
  expect(named).toMatchObject({ ok: true, value: { kind: 'image', madeHere: { fileId, submissionId } } })
  expect(await studio.call('inputs.fromLibrary', { fileId: crypto.randomUUID() })).toMatchObject({
    ok: false,
    error: { code: 'not_found' },
  })
})
