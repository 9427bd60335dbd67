import { createHash } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { importRoute } from '../shared/bridge/import-route.ts'
import { fileRoute, posterRoute } from '../shared/bridge/media-routes.ts'
import { inputReference } from '../shared/form/input-reference.ts'
import type { Estimate } from '../shared/pricing/estimate.ts'
import { microUsd } from '../shared/pricing/money.ts'
import { withRecipe } from './testing/carrying-files.ts'
import { openForgetfulService } from './testing/forgetful-service.ts'
import { sampleCarried } from './testing/sample-carried.ts'
import { plainPng, sampleJpeg } from './testing/sample-media.ts'
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
const v2Price: Estimate = { kind: 'exact', microUsd: microUsd(100_000) }
const v2Values = { prompt: 'rain', resolution: '512p', duration: 6 }

let service: TestService
let folder: string
let open: TestStudio[]

beforeAll(async () => {
  service = await openTestService()
})
afterAll(() => service.close())

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'atelier-studio-'))
  open = []
  service.posts.length = 0
})

afterEach(async () => {
  for (const studio of open) await studio.close()
  rmSync(folder, { recursive: true })
})

async function start(options: Partial<Parameters<typeof openTestStudio>[0]> = {}): Promise<TestStudio> {
  const studio = await openTestStudio({ folder, service, ...options })
  open.push(studio)
  return studio
}

async function stop(studio: TestStudio): Promise<void> {
  open = open.filter((one) => one !== studio)
  await studio.close()
}

async function confirm(
  studio: TestStudio,
  changes: Record<string, unknown> = {},
  submissionId = crypto.randomUUID(),
) {
  const values = { prompt: 'a quiet sea at dusk' }
  const input = { submissionIds: [submissionId], modelId: 'i3', values, estimate: unlisted, ...changes }
  return { submissionId, result: await studio.call('jobs.confirm', input) }
}

it('[LIB1] takes a prompt all the way to a file in the library, served with its type', async () => {
  const studio = await start()
  const { submissionId } = await confirm(studio)
  const done = await studio.until(submissionId, isHome)
  const listed = await studio.call('library.list', { filter: 'quiet se' })
  expect(listed.ok && listed.value.items.map(({ fileId }) => fileId)).toEqual(
    done.files.map(({ fileId }) => fileId),
  )
  const fileId = done.files[0]?.fileId ?? ''
  const response = await studio.studio.mediaRoutes(new Request(`http://127.0.0.1${fileRoute(fileId)}`))
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/png'])
  const bytes = Buffer.from(await response.arrayBuffer())
  expect(response.headers.get('etag')).toBe(`"${createHash('sha256').update(bytes).digest('hex')}"`)
  expect(bytes.equals(readFileSync(join(folder, studio.studio.pathOf(fileId))))).toBe(true)
  expect(readdirSync(join(folder, 'incoming'))).toEqual([])
})

it('[JOB3] confirming the same id again, at once or later, is one paid request', async () => {
  const studio = await start()
  const id = crypto.randomUUID()
  await Promise.all([confirm(studio, {}, id), confirm(studio, {}, id)])
  await studio.until(id, isHome)
  const { result } = await confirm(studio, {}, id)
  expect([service.posts.length, result.ok && result.value[0]?.job?.status]).toEqual([1, 'completed'])
})

it('[DESK490] a host in trouble has nothing sent any more, while everything else answers', async () => {
  const studio = await start()
  studio.studio.stopSending()
  const { submissionId, result } = await confirm(studio)
  expect(result).toMatchObject({ ok: true })
  // What would have been sent by now had its turn.
  expect(await studio.call('accounts.test', {})).toMatchObject({ ok: true })
  const listed = await studio.call('jobs.list', {})
  const states = listed.ok && listed.value.submissions.map((run) => [run.submissionId, run.state])
  expect([service.posts, states]).toEqual([[], [[submissionId, 'confirmed']]])
})

it('[JOB15] a price that differs from the one shown sends nothing', async () => {
  const studio = await start()
  const { result } = await confirm(studio, {
    modelId: 'v2',
    values: v2Values,
    estimate: { kind: 'exact', microUsd: 90_000 },
  })
  expect(result).toMatchObject({ ok: false, error: { code: 'price_changed' } })
  const listed = await studio.call('jobs.list', {})
  expect([service.posts, listed.ok && listed.value.submissions]).toEqual([[], []])
})

describe('[JOB28] a batch of runs that differ', () => {
  const batchId = '0199a4d2-7b1c-7c3e-8f00-00000000b001'
  const sheet = { axes: [{ kind: 'model' as const, modelIds: ['i3', 'v2'] }] }
  const image = () => ({
    submissionId: crypto.randomUUID(),
    modelId: 'i3',
    values: { prompt: 'a sea' },
    estimate: unlisted,
  })
  const video = () => ({
    submissionId: crypto.randomUUID(),
    modelId: 'v2',
    values: v2Values,
    estimate: v2Price,
  })

  it('is written together, is downloaded together, and keeps what it compares over a restart', async () => {
    const first = await start()
    const runs = [image(), video()]
    const batch = { batchId, runs, sheet, agreed: [] }
    await Promise.all([first.call('jobs.confirmBatch', batch), first.call('jobs.confirmBatch', batch)])
    for (const { submissionId } of runs) await first.until(submissionId, isHome)
    await stop(first)
    const second = await start()
    const listed = await second.call('jobs.list', {})
    const views = listed.ok ? listed.value.submissions : []
    expect(views.map((view) => [view.batchId, view.modelId, view.sheet])).toEqual([
      [batchId, 'v2', sheet],
      [batchId, 'i3', sheet],
    ])
    expect(service.posts).toHaveLength(2)
  })

  it('is refused whole where one run can’t be sent, and says which', async () => {
    const studio = await start()
    const wrong = { ...video(), values: { prompt: 'a sea', duration: 5 } }
    const result = await studio.call('jobs.confirmBatch', {
      batchId,
      runs: [image(), video(), wrong],
      sheet: null,
    })
    expect(result).toMatchObject({ ok: false, error: { code: 'invalid_values', field: 'duration', run: 2 } })
    const listed = await studio.call('jobs.list', {})
    expect([service.posts, listed.ok && listed.value.submissions]).toEqual([[], []])
  })

  it('[SPEND1] asks first where it exceeds the budget, and is confirmed once the person agrees', async () => {
    const studio = await start()
    await studio.call('settings.change', {
      budget: { perDay: microUsd(150_000), perMonth: null, askAbove: null },
    })
    const batch = { batchId, runs: [video(), video()], sheet: null }
    expect(await studio.call('jobs.confirmBatch', batch)).toMatchObject({
      ok: false,
      error: { code: 'asks_first', objection: { question: 'day', requested: 200_000, committed: 0 } },
    })
    expect(service.posts).toEqual([])
    expect(await studio.call('jobs.confirmBatch', { ...batch, agreed: ['day'] })).toMatchObject({ ok: true })
    const status = await studio.call('studio.status', {})
    expect(status.ok && status.value.budget.day?.committed).toBe(200_000)
  })

  it('[SPEND1] asks first where it exceeds the budget together with runs confirmed at the same time', async () => {
    const studio = await start()
    await studio.call('settings.change', {
      budget: { perDay: microUsd(150_000), perMonth: null, askAbove: null },
    })
    const others = '0199a4d2-7b1c-7c3e-8f00-00000000b002'
    const runs = [video()]
    const [first, again, other] = await Promise.all([
      studio.call('jobs.confirmBatch', { batchId, runs, sheet: null }),
      studio.call('jobs.confirmBatch', { batchId, runs, sheet: null }),
      studio.call('jobs.confirmBatch', { batchId: others, runs: [video()], sheet: null }),
    ])
    expect([first.ok, again.ok]).toEqual([true, true])
    expect(other).toMatchObject({ error: { code: 'asks_first', objection: { committed: 100_000 } } })
  })
})

it('refuses values that the model does not accept, naming each field, and sends nothing', async () => {
  const studio = await start()
  const { result } = await confirm(studio, { values: { aspect_ratio: '7:5', aspectRatio: '1:1' } })
  const fields = !result.ok && result.error.problems?.map(({ path, reason }) => [path[0], reason.code])
  expect(fields).toEqual(
    expect.arrayContaining([
      ['prompt', 'missing'],
      ['aspect_ratio', 'not_an_option'],
      ['aspectRatio', 'unknown_field'],
    ]),
  )
  expect(service.posts).toEqual([])
})

it('refuses models that are unknown or retired', async () => {
  const studio = await start()
  expect((await confirm(studio, { modelId: 'x9' })).result).toMatchObject({
    ok: false,
    error: { code: 'unknown_model' },
  })
  const gone = await confirm(studio, { modelId: 'seedream-3' })
  expect(gone.result).toMatchObject({ ok: false, error: { code: 'model_sunset' } })
})

it('[JOB13] a run that is under way continues after a restart, and is not paid again', async () => {
  const first = await start()
  const { submissionId } = await confirm(first, { modelId: 'v2', values: v2Values, estimate: v2Price })
  await first.until(submissionId, ({ state }) => state === 'accepted')
  await stop(first)
  const second = await start()
  const done = await second.until(submissionId, isHome)
  expect([service.posts.length, done.files[0]?.kind]).toEqual([1, 'video'])
})

it('[JOB16] the ledger counts completed jobs by day and model, unlisted ones apart', async () => {
  const studio = await start()
  const video = await confirm(studio, { modelId: 'v2', values: v2Values, estimate: v2Price })
  const image = await confirm(studio)
  await studio.until(video.submissionId, isHome)
  await studio.until(image.submissionId, isHome)
  const today = new Date().toISOString().slice(0, 10)
  const account = 'sandbox'
  const spend = await studio.call('spend.summary', { from: today, to: today })
  const sums = { jobs: 2, microUsd: 100_000, upToMicroUsd: 0, unlistedJobs: 1 }
  const row = { jobs: 1, upToMicroUsd: 0, units: null, moved: null }
  expect(spend.ok && spend.value).toMatchObject({
    account,
    accounts: [account],
    days: [{ date: today, ...sums }],
    models: [
      {
        ...row,
        modelId: 'v2',
        kind: 'video',
        microUsd: 100_000,
        estimatedMicroUsd: 100_000,
        unlistedJobs: 0,
      },
      { ...row, modelId: 'i3', kind: 'image', microUsd: 0, estimatedMicroUsd: 0, unlistedJobs: 1 },
    ],
    totals: [{ account, ...sums }],
    projection: { toDate: sums, pace: null },
  })
  const ledger = await studio.call('spend.ledger', { account, from: today, to: today })
  // Which of the two ends last is the sandbox's to say.
  const lines = new Map(ledger.ok ? ledger.value.lines.map((line) => [line.submissionId, line]) : [])
  expect(ledger.ok && [ledger.value.total, ledger.value.nextCursor]).toEqual([2, null])
  expect(lines.get(image.submissionId)).toMatchObject({ state: 'unlisted', hasEnded: true })
  expect(lines.get(video.submissionId)).toMatchObject({
    state: 'settled',
    settled: { kind: 'exact', microUsd: 100_000 },
  })
  const status = await studio.call('studio.status', {})
  expect(status.ok && status.value.spentThisMonth).toEqual({
    account,
    microUsd: 100_000,
    upToMicroUsd: 0,
    unlistedJobs: 1,
  })
})

it('one of the person’s own files is sent as a data URI and kept once', async () => {
  const studio = await start()
  const made = await confirm(studio)
  const home = await studio.until(made.submissionId, isHome)
  const bytes = readFileSync(join(folder, studio.studio.pathOf(home.files[0]?.fileId ?? '')))
  const post = () =>
    studio.studio.mediaRoutes(
      new Request('http://127.0.0.1/media/inputs?name=sea.png', { method: 'POST', body: bytes }),
    )
  const read = async () => (await (await post()).json()) as { sha256: string }
  const [once, twice] = [await read(), await read()]
  expect(twice).toEqual(once)
  const values = { prompt: 'the same sea at noon', image_urls: [inputReference(once.sha256)] }
  const { submissionId } = await confirm(studio, { values })
  expect((await studio.until(submissionId, isHome)).values).toEqual(values)
})

it('[RST570] a file that the page gives to the library is in it', async () => {
  const studio = await start()
  const body = await withRecipe(Buffer.from(plainPng()), 'image/png', sampleCarried({ prompt: 'a boat' }))
  const give = async (path: string) =>
    studio.studio.mediaRoutes(new Request(`http://127.0.0.1${path}`, { method: 'POST', body }))
  expect((await give('/media/imports/x?name=a.png')).status).toBe(404)
  expect(await (await give(importRoute('a.png', 1))).json()).toEqual({ outcome: 'added' })
  expect(await studio.call('library.list', {})).toMatchObject({
    ok: true,
    value: { items: [{ prompt: 'a boat' }] },
  })
})

it('a thumbnail from the page is kept, served and announced to everyone', async () => {
  const studio = await start()
  const { submissionId } = await confirm(studio)
  const fileId = (await studio.until(submissionId, isHome)).files[0]?.fileId ?? ''
  const jpeg = Buffer.from(sampleJpeg())
  const url = `http://127.0.0.1${posterRoute(fileId)}`
  const put = await studio.studio.mediaRoutes(
    new Request(`${url}?width=1024&height=768`, { method: 'PUT', body: jpeg }),
  )
  const got = await studio.studio.mediaRoutes(new Request(url))
  expect([put.status, got.status, Buffer.from(await got.arrayBuffer()).equals(jpeg)]).toEqual([
    204,
    200,
    true,
  ])
  const reported = studio.events.flatMap((event) => (event.name === 'library.changed' ? [event.payload] : []))
  expect(reported.at(-1)).toMatchObject({ fileId, hasPoster: true, width: 1024, height: 768 })
})

it('a wrong key is refused in the service’s words, and nothing more is sent until the person acts', async () => {
  const studio = await start({ serviceOverride: service.url, environmentKey: 'not-the-key' })
  const { submissionId } = await confirm(studio)
  const refused = await studio.until(submissionId, ({ state }) => state === 'rejected')
  expect(refused.problem).toMatchObject({ code: 'unauthorized', status: 401 })
  const tested = await studio.call('accounts.test', {})
  expect(tested.ok && tested.value).toMatchObject({ verdict: 'key_refused' })
  const status = await studio.call('studio.status', {})
  expect(status.ok && status.value.hold?.reason).toBe('unauthorized')
})

it('[CONN15] after a refused key only a test that the key passes lifts the hold, and each run is sent once', async () => {
  const refusing = await openTestService({ control: true })
  const refuse = (path: string) =>
    refusing.control('faults', { request: { kind: 'status', path, status: 401, times: 0 } })
  const studio = await start({ serviceOverride: refusing.url, environmentKey: refusing.key })
  const hold = async () => {
    const status = await studio.call('studio.status', {})
    return status.ok ? status.value.hold?.reason : null
  }
  await refuse('/generate/')
  const first = await confirm(studio)
  await studio.until(first.submissionId, ({ state }) => state === 'rejected')
  const second = await confirm(studio)
  await refuse('/')
  expect(await studio.call('accounts.test', {})).toMatchObject({ value: { verdict: 'key_refused' } })
  expect([await hold(), refusing.posts.length]).toEqual(['unauthorized', 1])
  await refusing.control('faults', {})
  expect(await studio.call('accounts.test', {})).toMatchObject({ value: { verdict: 'fine' } })
  await studio.until(second.submissionId, isHome)
  const refused = await studio.call('jobs.get', { submissionId: first.submissionId })
  expect([await hold(), refused.ok && refused.value.state, refusing.posts.length]).toEqual([
    undefined,
    'rejected',
    2,
  ])
  await refusing.close()
})

it('[JOB11] an unknown run is repeated only when the person chooses to, as a new run linked to the old', async () => {
  const forgetful = await openForgetfulService(service)
  const studio = await start({ serviceOverride: forgetful.url, environmentKey: service.key })
  const { submissionId } = await confirm(studio)
  const lost = await studio.until(submissionId, ({ state }) => state === 'unknown')
  expect([lost.problem?.code, forgetful.posts.length]).toEqual(['answer_lost', 1])
  expect(await studio.call('jobs.withdraw', { submissionId })).toMatchObject({
    error: { code: 'not_possible_now' },
  })
  const newSubmissionId = crypto.randomUUID()
  const wanted = { submissionId, newSubmissionId, estimate: lost.estimate }
  const again = await studio.call('jobs.sendAgain', wanted)
  expect(again.ok && again.value.repeats).toBe(submissionId)
  await studio.until(newSubmissionId, ({ state }) => state === 'unknown')
  await studio.call('jobs.sendAgain', wanted)
  const closed = await studio.call('jobs.close', { submissionId: newSubmissionId })
  expect([closed.ok && closed.value.state, forgetful.posts.length]).toEqual(['closed', 2])
  const old = await studio.call('jobs.get', { submissionId })
  expect(old.ok && old.value.state).toBe('closed')
  await forgetful.close()
})

it('a service that can’t be reached is reported, and nothing is written', async () => {
  const studio = await start({ serviceOverride: 'http://127.0.0.1:9', environmentKey: 'k' })
  const { submissionId, result } = await confirm(studio)
  expect(result).toMatchObject({ ok: false, error: { code: 'service_unreachable' } })
  expect(await studio.call('jobs.get', { submissionId })).toMatchObject({
    ok: false,
    error: { code: 'not_found' },
  })
})

it('returns a value or a failure from any call, never an exception', async () => {
  const studio = await start()
  const calls: [string, unknown][] = [
    ['no.such', {}],
    ['__proto__', {}],
    ['jobs.get', { submissionId: 'x' }],
    ['jobs.get', null],
    ['jobs.confirm', { submissionIds: [], modelId: 'i3', values: {}, estimate: unlisted }],
    ['settings.change', { theme: 'pink' }],
    ['library.list', { limit: 1e9 }],
  ]
  for (const [name, input] of calls)
    expect(await studio.studio.procedures(name, input)).toMatchObject({ ok: false })
})
