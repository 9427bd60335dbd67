import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { SubmissionView } from '../shared/bridge/views.ts'
import type { Estimate } from '../shared/pricing/estimate.ts'
import { type DescribedService, openDescribedService } from './testing/described-service.ts'
import { createFakeClock } from './testing/fake-clock.ts'
import { isHome, openTestStudio, type TestStudio } from './testing/test-studio.ts'

// A whole studio with a whole service, which makes the media in separate processes.
vi.setConfig({ testTimeout: 60_000 })

const unlisted: Estimate = { kind: 'unlisted' }
const json = (schema: object) => ({ requestBody: { content: { 'application/json': { schema } } } })
const prompt = { prompt: { type: 'string' } }
const modes = ['instant', 'medium', 'fast', 'high']
const description = {
  openapi: '3.1.0',
  info: { title: 'A service with an end', version: 'v1' },
  paths: {
    '/generate/image/acme/i3': { post: json({ type: 'object', properties: prompt }) },
    '/generate/image/acme/i5': { post: json({ type: 'object', properties: prompt }) },
    '/generate/image/acme/i6': {
      post: json({ type: 'object', properties: { ...prompt, thinking_mode: { enum: modes } } }),
    },
  },
}

let folder: string
let service: DescribedService
let open: TestStudio[]

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'atelier-ends-'))
  service = await openDescribedService(description)
  open = []
})

afterEach(async () => {
  for (const studio of open) await studio.close()
  await service.close()
  rmSync(folder, { recursive: true })
})

async function start(options: Partial<Parameters<typeof openTestStudio>[0]> = {}): Promise<TestStudio> {
  const studio = await openTestStudio({
    folder,
    service: { url: service.url, key: 'k' },
    serviceOverride: service.url,
    environmentKey: 'k',
    ...options,
  })
  open.push(studio)
  return studio
}

async function restart(studio: TestStudio): Promise<TestStudio> {
  open = open.filter((one) => one !== studio)
  await studio.close()
  return start()
}

function confirm(
  studio: TestStudio,
  modelId: string,
  values: Record<string, unknown> = { prompt: 'sea' },
  count = 1,
) {
  const submissionIds = Array.from({ length: count }, () => crypto.randomUUID())
  return studio.call('jobs.confirm', { submissionIds, modelId, values, estimate: unlisted })
}

async function run(studio: TestStudio, ...rest: [string, Record<string, unknown>?]): Promise<SubmissionView> {
  const confirmed = await confirm(studio, ...rest)
  if (!confirmed.ok) throw new Error(confirmed.error.message)
  const id = confirmed.value[0]?.submissionId ?? ''
  return studio.until(id, ({ state }) => state !== 'confirmed' && state !== 'sending')
}

async function endOf(studio: TestStudio, modelId = 'i3') {
  const models = await studio.call('catalog.list', {})
  return models.ok ? models.value.find(({ id }) => id === modelId)?.deprecation : undefined
}

const changes = ({ events }: TestStudio) => events.filter(({ name }) => name === 'catalog.changed').length

it('[CAT12] deprecation headers reach the catalogue, are announced, and survive a restart', async () => {
  service.acceptWith({
    Deprecation: 'true',
    Sunset: 'Sat, 30 Jan 2100 15:00:00 GMT',
    Link: '<https://docs.example/i3>; rel="deprecation"; type="text/html"',
  })
  const studio = await start()
  expect([await endOf(studio), changes(studio)]).toEqual([null, 0])
  expect((await run(studio, 'i3')).state).toBe('accepted')
  const said = {
    state: 'deprecated',
    sunsetDate: '2100-01-30T15:00:00.000Z',
    cause: null,
    replacement: null,
    link: 'https://docs.example/i3',
  }
  expect([await endOf(studio), changes(studio)]).toEqual([said, 1])
  expect(await endOf(studio, 'i5')).toBeNull()
  const again = await restart(studio)
  expect(await endOf(again)).toEqual(said)
  expect((await confirm(again, 'i3')).ok).toBe(true)
})

it('[CAT52] a refused run announces the end of its model, until a success says otherwise', async () => {
  const studio = await start()
  const headers = { 'content-type': 'application/json', deprecation: '@1688169599' }
  service.responses.push({ status: 422, body: JSON.stringify({ error: 'No.' }), headers })
  expect((await run(studio, 'i3')).state).toBe('rejected')
  expect([(await endOf(studio))?.state, changes(studio)]).toEqual(['deprecated', 1])
  expect((await run(studio, 'i3')).state).toBe('accepted')
  expect([await endOf(studio), changes(studio)]).toEqual([null, 2])
})

it('[CAT53] the end of a value that the service alone knows is not the model’s', async () => {
  const old = { type: 'object', properties: { ...prompt, thinking_mode: { enum: ['instant', 'medium'] } } }
  service.describe({ openapi: '3.1.0', paths: { '/generate/image/acme/i6': { post: json(old) } } })
  service.acceptWith({ Deprecation: 'true', Sunset: 'Fri, 23 Oct 2026 00:00:00 GMT' })
  const clock = createFakeClock(Date.parse('2026-10-22T12:00:00Z'))
  const studio = await start({ clock })
  expect((await run(studio, 'i6', { prompt: 'sea', thinking_mode: 'instant' })).state).toBe('accepted')
  expect(await endOf(studio, 'i6')).toBeNull()
  expect((await run(studio, 'i6')).state).toBe('accepted')
  expect((await endOf(studio, 'i6'))?.state).toBe('deprecated')
})

it.each(['2026-06-19', '2026-09-11', '2026-10-23', '2026-10-30'])(
  '[CAT19] a model that ends on %s has ended at that moment, announced while the studio runs and nobody asks',
  async (date) => {
    const clock = createFakeClock(Date.parse(date) - 60_000)
    service.acceptWith({ Sunset: new Date(date).toUTCString() })
    const studio = await start({ clock })
    expect((await run(studio, 'i3')).state).toBe('accepted')
    expect(await endOf(studio)).toMatchObject({ state: 'deprecated', sunsetDate: date })
    const before = changes(studio)
    await clock.advance(60_000)
    expect(changes(studio)).toBeGreaterThan(before)
    expect(await endOf(studio)).toMatchObject({ state: 'sunset', sunsetDate: date })
    expect(await confirm(studio, 'i3')).toMatchObject({ ok: false, error: { code: 'model_sunset' } })
    expect(service.posts.length).toBe(1)
  },
)

it('[JOB97] a run that waits while its model’s date begins is held, and waits again where the date is put off', async () => {
  const clock = createFakeClock(Date.parse('2027-01-31T14:00:00Z'))
  const ending = (date: string) => {
    const operation = { ...json({ type: 'object', properties: prompt }), deprecated: true, 'x-sunset': date }
    return { openapi: '3.1.0', paths: { '/generate/image/acme/i3': { post: operation } } }
  }
  service.describe(ending('2027-01-31T15:00:00Z'))
  const studio = await start({ clock })
  await studio.call('jobs.pause', {})
  const confirmed = await confirm(studio, 'i3')
  if (!confirmed.ok) throw new Error(confirmed.error.message)
  const id = confirmed.value[0]?.submissionId ?? ''
  await endOf(studio)
  await clock.advance(3_600_000)
  const held = await studio.until(id, ({ problem }) => problem !== null)
  expect([held.state, held.problem?.code]).toEqual(['confirmed', 'model_sunset'])
  await studio.call('jobs.resume', {})
  await clock.advance(60_000)
  expect(service.posts).toEqual([])
  service.describe(ending('2027-06-30'))
  await studio.call('service.reopen', {})
  expect((await studio.until(id, ({ state }) => state === 'accepted')).problem).toBeNull()
  expect(service.posts.length).toBe(1)
})

describe('[CAT13] a 410 with a page for a body', () => {
  const gone = {
    status: 410,
    body: '<!doctype html><title>Gone</title>',
    headers: { 'content-type': 'text/html' },
  }

  it('[JOB96] ends its model: no run is accepted or sent, waiting ones are held unsent, also after a restart', async () => {
    const studio = await start()
    await studio.call('jobs.pause', {})
    const confirmed = await confirm(studio, 'i3', { prompt: 'sea' }, 3)
    const other = await confirm(studio, 'i5')
    if (!confirmed.ok || !other.ok) throw new Error('Not confirmed.')
    await studio.call('settings.change', { jobsInFlight: 1 })
    service.responses.push(gone)
    await studio.call('jobs.resume', {})
    const ended = await Promise.all(
      confirmed.value.map(({ submissionId }) =>
        studio.until(submissionId, ({ problem }) => problem?.code === 'model_sunset'),
      ),
    )
    await studio.until(other.value[0]?.submissionId ?? '', ({ state }) => state === 'accepted')
    expect(ended.map(({ problem }) => [problem?.code, problem?.status])).toEqual([
      ['model_sunset', 410],
      ['model_sunset', null],
      ['model_sunset', null],
    ])
    expect(ended.map(({ state, sentAt }) => [state, sentAt === null])).toEqual([
      ['rejected', false],
      ['confirmed', true],
      ['confirmed', true],
    ])
    expect(service.posts.map(({ path }) => path)).toEqual([
      '/generate/image/acme/i3',
      '/generate/image/acme/i5',
    ])
    expect([(await endOf(studio))?.state, changes(studio)]).toEqual(['sunset', 1])
    const again = await restart(studio)
    expect(await confirm(again, 'i3')).toMatchObject({ ok: false, error: { code: 'model_sunset' } })
    expect((await run(again, 'i5')).state).toBe('accepted')
    expect(service.posts.length).toBe(3)
  })

  it('ends it at this service and no other', async () => {
    const studio = await start()
    service.responses.push(gone)
    expect((await run(studio, 'i3')).state).toBe('rejected')
    const other = await openDescribedService(description)
    try {
      await studio.close()
      open = []
      const elsewhere = await start({ serviceOverride: other.url })
      expect([await endOf(elsewhere), (await run(elsewhere, 'i3')).state]).toEqual([null, 'accepted'])
    } finally {
      await other.close()
    }
  })

  it('shows the service’s words, again whenever the model is requested', async () => {
    const studio = await start()
    const message = 'I3 ended on 13 May 2026. Use image/acme/i5.'
    const body = JSON.stringify({ error: 'model_unavailable', message, replacement: 'image/acme/i5' })
    service.responses.push({ status: 410, body })
    expect((await run(studio, 'i3')).problem).toMatchObject({ code: 'model_sunset', message })
    expect(await endOf(studio)).toMatchObject({ cause: message, replacement: { modelId: 'i5' } })
    const refused = await confirm(studio, 'i3')
    expect(refused).toMatchObject({ error: { cause: { code: 'model_ended', words: message } } })
  })
})

describe('[JOB53] a value that was renamed', () => {
  it('is written and sent under its present name, whoever used the old one', async () => {
    const studio = await start()
    const sent = await run(studio, 'i6', { prompt: 'sea', thinking_mode: 'instant' })
    expect(sent.values).toEqual({ prompt: 'sea', thinking_mode: 'fast' })
    expect(service.posts[0]?.body).toEqual({ prompt: 'sea', thinking_mode: 'fast' })
  })

  it('[RECIPE8] is sent by its present name from a recipe, which stays as it was saved', async () => {
    const studio = await start()
    const values = { prompt: 'sea', thinking_mode: 'medium' }
    const recipeId = crypto.randomUUID()
    await studio.call('recipes.save', { recipeId, name: 'Old', modelId: 'i6', values })
    const used = await studio.call('recipes.use', { recipeId })
    expect(used.ok && used.value.values).toEqual(values)
    await run(studio, 'i6', used.ok ? used.value.values : {})
    expect(service.posts[0]?.body).toEqual({ prompt: 'sea', thinking_mode: 'high' })
  })

  it('is not offered, although the description lists it', async () => {
    const studio = await start()
    const model = await studio.call('catalog.model', { modelId: 'i6' })
    expect(model.ok && model.value.schema.properties?.thinking_mode?.enum).toEqual(['fast', 'high'])
  })

  it('[JOB52] is not sent by a run that was confirmed before it was renamed', async () => {
    service.describe({
      openapi: '3.1.0',
      paths: {
        '/generate/image/acme/i6': {
          post: json({
            type: 'object',
            properties: { ...prompt, thinking_mode: { enum: ['instant', 'medium'] } },
          }),
        },
      },
    })
    const clock = createFakeClock(Date.parse('2026-10-22T23:00:00Z'))
    const studio = await start({ clock })
    await studio.call('jobs.pause', {})
    const confirmed = await confirm(studio, 'i6', { prompt: 'sea', thinking_mode: 'instant' })
    if (!confirmed.ok) throw new Error(confirmed.error.message)
    await clock.advance(2 * 3_600_000)
    await studio.call('jobs.resume', {})
    const ended = await studio.until(
      confirmed.value[0]?.submissionId ?? '',
      ({ state }) => state === 'rejected',
    )
    expect(ended.problem).toMatchObject({
      code: 'refused',
      status: null,
      cause: { code: 'value_renamed', from: 'instant', to: 'fast' },
    })
    expect(service.posts).toEqual([])
  })
})

it('[JOB54] running jobs finish while the queue is held for an empty balance', async () => {
  const studio = await start()
  const finish = service.holdJobs()
  const first = await run(studio, 'i3')
  service.responses.push({ status: 402, body: JSON.stringify({ message: 'Empty.' }) })
  const second = await confirm(studio, 'i3')
  const secondId = (second.ok && second.value[0]?.submissionId) || ''
  await studio.until(secondId, ({ problem }) => problem?.code === 'insufficient_balance')
  finish()
  const done = await studio.until(first.submissionId, isHome)
  const [status, held] = [
    await studio.call('studio.status', {}),
    await studio.call('jobs.get', { submissionId: secondId }),
  ]
  expect([done.job?.status, held.ok && held.value.state]).toEqual(['completed', 'confirmed'])
  expect(status.ok && status.value.hold?.reason).toBe('insufficient_balance')
  expect(service.posts.length).toBe(2)
})
