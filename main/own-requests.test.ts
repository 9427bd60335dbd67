import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { type Description, readDescription } from '../conformance/description.ts'
import {
  createOwnRequestRules,
  type FindBreaches,
  type ReceivedRequest,
} from '../conformance/own-requests.ts'
import { connectService } from '../conformance/service-under-test.ts'
import { inputViewSchema } from '../shared/bridge/input-schemas.ts'
import type { SubmissionView } from '../shared/bridge/views.ts'
import { inputReference } from '../shared/form/input-reference.ts'
import { estimate } from '../shared/pricing/estimate.ts'
import { samplePng } from './testing/sample-media.ts'
import {
  isHome,
  openTestService,
  openTestStudio,
  type TestService,
  type TestStudio,
} from './testing/test-studio.ts'

// A whole studio with a whole service, over HTTP.
vi.setConfig({ testTimeout: 90_000, hookTimeout: 90_000 })

const today = new Date().toISOString().slice(0, 10)

const folder = mkdtempSync(join(tmpdir(), 'atelier-own-requests-'))
let service: TestService
let studio: TestStudio
let description: Description | null
let findBreaches: FindBreaches

beforeAll(async () => {
  service = await openTestService({ control: true })
  description = await readDescription(connectService(service))
  findBreaches = createOwnRequestRules(description)
  service.received.length = 0
  studio = await openTestStudio({
    folder,
    service,
    serviceOverride: service.url,
    environmentKey: service.key,
    usageKey: service.usageKey,
  })
})
afterAll(async () => {
  await studio.close()
  await service.close()
  rmSync(folder, { recursive: true })
})

async function make(modelId: string, values: Record<string, unknown>): Promise<void> {
  const submissionId = crypto.randomUUID()
  const model = await studio.call('catalog.model', { modelId })
  if (!model.ok) throw new Error(`There is a model ${modelId}.`)
  const confirmed = await studio.call('jobs.confirm', {
    submissionIds: [submissionId],
    modelId,
    values,
    estimate: estimate({ pricing: model.value.pricing, schema: model.value.schema, values }),
  })
  if (!confirmed.ok) throw new Error(JSON.stringify(confirmed.error))
  const hasEnded = (run: SubmissionView) =>
    isHome(run) ||
    run.job?.status === 'failed' ||
    (run.state !== 'accepted' && run.sentAt !== null && run.problem !== null)
  expect((await studio.until(submissionId, hasEnded)).state).toBe('accepted')
}

async function give(bytes: Uint8Array): Promise<string> {
  const url = 'http://127.0.0.1/media/inputs?name=sea.png'
  const response = await studio.studio.mediaRoutes(new Request(url, { method: 'POST', body: bytes.slice() }))
  return inputReference(inputViewSchema.parse(await response.json()).sha256)
}

function breachesOf(requests: readonly ReceivedRequest[]): string[] {
  return requests.flatMap((request) =>
    findBreaches(request).map((breach) => `${request.method} ${request.target}: ${breach}`),
  )
}

test('[ACC23] every request of generations, uploads, polls, a share and a usage pull is one of the interface', async () => {
  const image = await give(samplePng())
  await make('i3', { prompt: 'a quiet sea', aspect_ratio: '16:9', image_urls: [image] })
  await make('i6', { prompt: 'a quiet sea', thinking_mode: 'fast', resolution: '1K' })
  await make('i8', { prompt: 'a quiet sea', styles: [{ id: 'soft-gouache', strength: 0.5 }] })
  await make('v2', { prompt: 'a quiet sea', resolution: '768p', duration: 6, start_image: image })
  await make('a1', { prompt: 'a slow waltz', force_instrumental: true })
  await studio.call('styles.share', { styleId: 'ink-and-paper' })
  await studio.call('accounts.test', {})
  const pulled = new Promise<void>((resolve) => {
    studio.studio.events.subscribe((event) => {
      if (event.name === 'usage.changed' && event.payload.phase === 'idle') resolve()
    })
  })
  await studio.call('usage.pull', { from: today, to: today, accountIds: [service.url] })
  await pulled
  const kinds = Object.keys(
    Object.groupBy(service.received, ({ method, target }) => `${method} ${target.split(/[/?]/)[1]}`),
  )
  expect(kinds).toEqual(
    expect.arrayContaining([
      'POST assets',
      'POST generate',
      'GET jobs',
      'GET results',
      'POST styles',
      'GET usage',
    ]),
  )
  expect(breachesOf(service.received)).toEqual([])
})

describe('[ACC23] a wrong request is named:', () => {
  const url = '/generate/image/sandbox/i3'
  const headers = { authorization: 'Bearer k', 'content-type': 'application/json' }
  const generation = (body: unknown, more: Record<string, string> = {}): ReceivedRequest => ({
    method: 'POST',
    target: url,
    headers: new Headers({ ...headers, ...more }),
    body: JSON.stringify(body),
  })
  const bare = (method: string, target: string, some: Partial<ReceivedRequest> = {}): ReceivedRequest => ({
    method,
    target,
    headers: new Headers({ authorization: 'Bearer k' }),
    body: '',
    ...some,
  })
  const prompt = 'a quiet sea'
  const job = '0198f3a2-7c3e-7000-8000-000000000001'
  const wrong: readonly [string, ReceivedRequest, RegExp][] = [
    [
      'a camelCase name',
      generation({ prompt, aspectRatio: '1:1' }),
      /aspectRatio is an old name of aspect_ratio/,
    ],
    ['an old snake_case name', generation({ prompt, style_images: [] }), /style_images is an old name/],
    ['a field that is not listed', generation({ prompt, tone: 'warm' }), /tone is no field of i3/],
    ['a value that is not listed', generation({ prompt, aspect_ratio: '7:1' }), /aspect_ratio: /],
    ['a key of another form', generation({ prompt }, { authorization: 'Token k' }), /bearer/],
    ['a header that is not listed', generation({ prompt }, { 'x-trace': '1' }), /x-trace is no header/],
    ['another content type', generation({ prompt }, { 'content-type': 'text/plain' }), /content type/],
    [
      'a model of another kind',
      { ...generation({ prompt }), target: '/generate/video/sandbox/i3' },
      /no model/,
    ],
    [
      'an old value',
      { ...generation({ prompt, thinking_mode: 'instant' }), target: '/generate/image/sandbox/i6' },
      /old value/,
    ],
    [
      'a field that is deprecated',
      { ...generation({ prompt, camera_fixed: true }), target: '/generate/video/sandbox/v1' },
      /camera_fixed is (deprecated|no field)/,
    ],
    ['a body of a share', bare('POST', '/styles/ink/share/workspace', { body: '{}' }), /has a body/],
    ['another method', bare('PUT', '/styles/ink/share/workspace'), /has this operation/],
    ['a path that is not listed', bare('GET', `/v1/jobs/${job}`), /has this operation/],
    [
      'a parameter that is not listed',
      bare('GET', '/usage?start_date=2026-11-01&workspace=a'),
      /workspace is no/,
    ],
    ['a date that is none', bare('GET', '/usage?start_date=yesterday'), /start_date is no date/],
    [
      'a parameter given twice',
      bare('GET', '/usage?end_date=2026-11-01&end_date=2026-11-02'),
      /more than once/,
    ],
    ['an id of no job', bare('GET', '/jobs/1'), /no UUID/],
    ['no key', bare('GET', `/jobs/${job}`, { headers: new Headers() }), /the key is not sent/],
    ['a key sent for keys', bare('GET', '/.well-known/jwks.json'), /where none is asked for/],
  ]

  test.each(wrong)('%s', (_, request, breach) => {
    expect(findBreaches(request)).toContainEqual(expect.stringMatching(breach))
  })
})
