import type { Socket } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import type { StudioStatus } from '../shared/bridge/views.ts'
import type { DeliveryEntry, ReceiverStatus } from '../shared/bridge/webhook-views.ts'
import { settingsSchema } from '../shared/settings/settings.ts'
import type { WebhookSettings } from '../shared/settings/webhook-profile.ts'
import { createLeapingClock, type LeapingClock } from './testing/leaping-clock.ts'
import { openSpyHttpServer } from './testing/spy-http-server.ts'
import { temporaryFolder } from './testing/temporary-folder.ts'
import {
  isHome,
  openTestService,
  openTestStudio,
  type TestService,
  type TestStudio,
  type TestStudioOptions,
} from './testing/test-studio.ts'

// A whole studio with a whole service, which makes the media in separate processes.
vi.setConfig({ testTimeout: 60_000 })

const values = { prompt: 'a kite over the sea' }

let service: TestService
beforeAll(async () => {
  service = await openTestService({ control: true })
})
afterAll(() => service.close())
beforeEach(() => service.control('faults', {}))

/** A studio that is closed when the test ends, if it was not before. */
async function openOnce(folder: string, options: Partial<TestStudioOptions> = {}): Promise<TestStudio> {
  const studio = await openTestStudio({ folder, service, ...options })
  let closing: Promise<void> | null = null
  const close = () => {
    closing ??= studio.close()
    return closing
  }
  onTestFinished(close)
  return { ...studio, close }
}

async function open(webhooks: Partial<WebhookSettings> = {}, folder = temporaryFolder()) {
  const studio = await openOnce(folder)
  await receive(studio, webhooks)
  return studio
}

/** Turns the receiver on, unless the changes say otherwise, and waits until it has moved. */
async function receive(studio: TestStudio, webhooks: Partial<WebhookSettings> = {}): Promise<void> {
  const defaults = settingsSchema.parse({}).webhooks
  await studio.call('settings.change', { webhooks: { ...defaults, enabled: true, port: 0, ...webhooks } })
  if (webhooks.enabled === false) return
  await expect.poll(async () => (await statusOf(studio)).receiver.state).not.toBe('off')
}

async function statusOf(studio: TestStudio) {
  const status = await studio.call('studio.status', {})
  if (!status.ok) throw new Error(status.error.message)
  return status.value
}

async function logOf(studio: TestStudio): Promise<DeliveryEntry[]> {
  const log = await studio.call('webhooks.log', {})
  return log.ok ? log.value : []
}

async function outcomesOf(studio: TestStudio): Promise<string[]> {
  return (await logOf(studio)).map(({ outcome }) => outcome).toReversed()
}

async function confirm(studio: TestStudio): Promise<string> {
  const submissionId = crypto.randomUUID()
  const confirmed = await studio.call('jobs.confirm', {
    submissionIds: [submissionId],
    modelId: 'i3',
    values,
    estimate: { kind: 'unlisted' },
  })
  expect(confirmed.ok).toBe(true)
  return submissionId
}

it('[VIEW10] a result is downloaded after a signed delivery, and the log and the run say so', async () => {
  const studio = await open()
  // On a busy machine a poll could find the end before.
  await service.control('faults', { request: { kind: 'status', path: '/jobs/', times: 0 } })
  const submissionId = await confirm(studio)
  await expect.poll(() => outcomesOf(studio)).toEqual(['taken'])
  await service.control('faults', {})
  const { arrival } = await studio.until(submissionId, isHome)
  expect(arrival?.by).toBe('webhook')
  expect((await logOf(studio))[0]).toMatchObject({ submissionId, status: 204 })
  const status = await statusOf(studio)
  expect([status.delivery, status.receiver.state, status.receiver.missedAt]).toEqual([
    'webhook',
    'listening',
    null,
  ])
})

it('[HOOK12] a run whose response was lost is completed by its delivery, paid once', async () => {
  const studio = await open()
  service.posts.length = 0
  await service.control('faults', { request: { kind: 'accept-and-close' } })
  const submissionId = await confirm(studio)
  const home = await studio.until(submissionId, isHome)
  expect([home.state, home.problem, service.posts.length]).toEqual(['accepted', null, 1])
  expect(home.arrival?.by).toBe('webhook')
  const states = studio.events.flatMap(({ name, payload }) =>
    name === 'submission.changed' ? [payload.state] : [],
  )
  expect(states).toContain('unknown')
})

it('[HOOK13] a delivery that overtakes the response to its POST is kept until the sending has ended', async () => {
  const folder = temporaryFolder()
  const studio = await open({}, folder)
  await service.control('faults', { request: { kind: 'hang' } })
  const submissionId = await confirm(studio)
  await expect.poll(() => outcomesOf(studio)).toEqual(['taken'])
  const during = await studio.call('jobs.get', { submissionId })
  expect(during.ok && during.value.state).toBe('sending')
  await studio.close()
  const again = await openOnce(folder)
  const home = await again.until(submissionId, isHome)
  expect([home.state, home.files.length]).toEqual(['accepted', 1])
})

it('[HOOK13] a delivery that arrived while the response was awaited is used once that is lost', async () => {
  const { url, hangUp } = await openHoldingService()
  const studio = await openOnce(temporaryFolder(), { serviceOverride: url, environmentKey: service.key })
  await receive(studio)
  const submissionId = await confirm(studio)
  await expect.poll(() => outcomesOf(studio)).toEqual(['taken'])
  hangUp()
  const home = await studio.until(submissionId, isHome)
  expect([home.state, home.files.length]).toEqual(['accepted', 1])
})

/** The service as if at another address, whose responses to paid requests are held until they are hung up on. */
async function openHoldingService() {
  const held: Socket[] = []
  const front = await openSpyHttpServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const isPaid = request.method === 'POST'
    const reply = await fetch(`${service.url}${request.url}`, {
      method: request.method ?? 'GET',
      headers: Object.fromEntries(
        ['authorization', 'content-type', 'x-webhook-url'].flatMap((name) => {
          const value = request.headers[name]
          return typeof value === 'string' ? [[name, value]] : []
        }),
      ),
      ...(isPaid ? { body: Buffer.concat(chunks) } : {}),
    })
    if (isPaid) held.push(request.socket)
    else if (reply.headers.get('content-type')?.includes('json'))
      response.writeHead(reply.status).end((await reply.text()).replaceAll(service.url, front.url))
    else response.writeHead(reply.status).end(Buffer.from(await reply.arrayBuffer()))
  })
  onTestFinished(() => front.close())
  return { url: front.url, hangUp: () => held.map((socket) => socket.destroy()) }
}

it('[HOOK10] duplicates, forgeries, late and reordered ones leave one effect each', async () => {
  const studio = await open()
  for (const kind of ['duplicate', 'forged', 'late', 'reordered'] as const) {
    await service.control('faults', { webhook: { kind, delay: 300 } })
    const home = await studio.until(await confirm(studio), isHome)
    expect(home.files.length).toBe(1)
  }
  await studio.until(await confirm(studio), isHome)
  await expect
    .poll(async () => (await outcomesOf(studio)).toSorted())
    .toEqual(['bad_signature', 'repeated', 'taken', 'taken', 'taken', 'taken', 'taken'])
  const listed = await studio.call('library.sum', {})
  expect(listed.ok && listed.value.files).toBe(5)
})

it('unsigned deliveries change nothing unless the person allows them', async () => {
  const studio = await open()
  await service.control('webhooks', { signed: false })
  onTestFinished(() => service.control('webhooks', { signed: true }))
  await studio.until(await confirm(studio), isHome)
  await expect.poll(async () => (await outcomesOf(studio))[0]).toBe('header_missing')
  const { webhooks } = settingsSchema.parse({})
  const profile = { ...webhooks.profile, allowsUnsigned: true }
  await studio.call('settings.change', { webhooks: { ...webhooks, enabled: true, port: 0, profile } })
  await studio.until(await confirm(studio), isHome)
  await expect.poll(() => outcomesOf(studio)).toContain('taken')
})

it('[HOOK6] a rotated key is found by its id', async () => {
  const studio = await open()
  await service.control('keys/rotate', {})
  await studio.until(await confirm(studio), isHome)
  await expect.poll(() => outcomesOf(studio)).toContain('taken')
})

it('[VIEW10] off, nothing listens, the service gets no address, and the run says that it was polled', async () => {
  const studio = await open({ enabled: false })
  const { arrival } = await studio.until(await confirm(studio), isHome)
  expect(arrival?.by).toBe('polling')
  const status = await statusOf(studio)
  expect([status.delivery, status.receiver.state, await logOf(studio)]).toEqual(['polling', 'off', []])
})

it('[HOOK19] a port that another program uses is reported, and results are polled', async () => {
  const other = await openSpyHttpServer((_, response) => response.end())
  onTestFinished(() => other.close())
  const studio = await open({ port: Number(new URL(other.url).port) })
  await studio.until(await confirm(studio), isHome)
  const status = await statusOf(studio)
  expect([status.delivery, status.receiver.state, status.receiver.address]).toEqual([
    'polling',
    'port_in_use',
    null,
  ])
  expect(other.requests).toEqual([])
})

/** The receiver's first matching state; a current one counts. */
function untilReceiver(
  studio: TestStudio,
  fits: (receiver: ReceiverStatus) => boolean,
): Promise<ReceiverStatus> {
  return new Promise((resolve) => {
    const take = ({ receiver }: StudioStatus) => {
      if (!fits(receiver)) return
      undo()
      resolve(receiver)
    }
    const undo = studio.studio.events.subscribe((event) => {
      if (event.name === 'studio.changed') take(event.payload)
    })
    void statusOf(studio).then(take)
  })
}

describe('[HOOK16] a tunnel that dies', () => {
  /** Milliseconds: the longest pause between two readings of a young run while its delivery is awaited. */
  const quietPause = 14_000
  /** Milliseconds: how long after an end found by polling its delivery may still arrive. */
  const grace = 15_000

  async function openOwn(speed: number) {
    const own = await openTestService({ control: true, speed })
    onTestFinished(() => own.close())
    await own.control('faults', { webhook: { kind: 'missing', times: 0 } })
    return { own, clock: createLeapingClock() }
  }

  /** The run's job ends at the service, is read in time, and no delivery arrives. */
  async function bringHomeByAsking(studio: TestStudio, own: TestService, clock: LeapingClock, id: string) {
    const { job } = await studio.until(id, ({ state }) => state === 'accepted')
    const headers = { authorization: `Bearer ${own.key}` }
    await expect
      .poll(async () => (await fetch(`${own.url}/jobs/${job?.jobId}`, { headers })).json())
      .toMatchObject({ status: 'completed' })
    clock.leap(quietPause)
    const home = await studio.until(id, isHome)
    clock.leap(grace)
    return home
  }

  it('is reported once polling has found an end, results are polled, and the next delivery ends the report', async () => {
    const { own, clock } = await openOwn(500)
    const studio = await openOnce(temporaryFolder(), { service: own, clock })
    await receive(studio)
    await bringHomeByAsking(studio, own, clock, await confirm(studio))
    const missed = await untilReceiver(studio, ({ missedAt }) => missedAt !== null)
    expect([missed.state, await logOf(studio)]).toEqual(['listening', []])
    await studio.until(await confirm(studio), isHome)
    expect((await statusOf(studio)).receiver.missedAt).toBe(missed.missedAt)
    await own.control('faults', {})
    await studio.until(await confirm(studio), isHome)
    await untilReceiver(studio, ({ missedAt }) => missedAt === null)
    expect(await outcomesOf(studio)).toEqual(['taken'])
  })

  it('[HOOK23] is reported also for a run that was sent before a restart', async () => {
    const { own, clock } = await openOwn(3)
    const folder = temporaryFolder()
    const first = await openOnce(folder, { service: own, clock })
    await receive(first)
    const port = (await statusOf(first)).receiver.port ?? 0
    await receive(first, { port })
    const submissionId = await confirm(first)
    await first.until(submissionId, ({ state }) => state === 'accepted')
    await first.close()
    const again = await openOnce(folder, { service: own, clock })
    expect((await statusOf(again)).receiver).toMatchObject({ state: 'listening', port, missedAt: null })
    const { job } = await bringHomeByAsking(again, own, clock, submissionId)
    expect(job?.status).toBe('completed')
    await untilReceiver(again, ({ missedAt }) => missedAt !== null)
  })
})

describe('[HOOK18] a test delivery', () => {
  async function test(studio: TestStudio) {
    const tested = await studio.call('webhooks.test', {})
    if (!tested.ok) throw new Error(tested.error.message)
    return tested.value
  }

  it.each([
    {},
    { encoding: 'hex', form: 'der' },
    { encoding: 'base64', message: '{id}.{timestamp}.{body}' },
    { scheme: 'jws' },
  ] as const)('arrives, signed according to the profile: %j', async (changes) => {
    const { profile } = settingsSchema.parse({}).webhooks
    const studio = await open({ profile: { ...profile, ...changes } })
    expect(await test(studio)).toMatchObject({ finding: 'arrived', status: 204 })
    expect(await outcomesOf(studio)).toEqual(['test'])
    const listed = await studio.call('jobs.list', {})
    expect(listed.ok && listed.value.submissions).toEqual([])
  })

  it('reports what is at the public URL instead, or that nothing is', async () => {
    const other = await openSpyHttpServer((_, response) => response.writeHead(200).end())
    onTestFinished(() => other.close())
    const elsewhere = await open({ publicUrl: other.url })
    expect(await test(elsewhere)).toMatchObject({
      finding: 'elsewhere',
      status: 200,
      url: `${other.url}/hooks/`,
    })
    const nowhere = await open({ publicUrl: 'http://127.0.0.1:9' })
    expect(await test(nowhere)).toMatchObject({ finding: 'not_reached', status: null })
    const off = await open({ enabled: false })
    expect(await test(off)).toMatchObject({ finding: 'not_listening' })
  })

  it('reports why where something on the way changes it, and counts once', async () => {
    const studio = await open()
    const { receiver } = await statusOf(studio)
    let seen = { path: '', headers: {} as Record<string, string>, body: '' }
    const tunnel = await openSpyHttpServer(async (request, response) => {
      let body = ''
      for await (const chunk of request) body += chunk
      const given = Object.entries(request.headers).map(([name, value]) => [name, String(value)] as const)
      const headers = Object.fromEntries(given.filter(([name]) => name.startsWith('x-service-')))
      seen = { path: request.url ?? '', headers, body }
      const url = `http://127.0.0.1:${receiver.port}${request.url}`
      const reply = await fetch(url, { method: 'POST', headers, body: `${body} ` })
      response.writeHead(reply.status).end()
    })
    onTestFinished(() => tunnel.close())
    const { webhooks } = settingsSchema.parse({})
    await studio.call('settings.change', {
      webhooks: { ...webhooks, enabled: true, port: 0, publicUrl: tunnel.url },
    })
    expect(await test(studio)).toMatchObject({ finding: 'refused', status: 401, reason: 'bad_signature' })
    const { path, headers, body } = seen
    const late = await fetch(`http://127.0.0.1:${receiver.port}${path}`, { method: 'POST', headers, body })
    expect([late.status, await outcomesOf(studio)]).toEqual([404, ['bad_signature', 'unknown_path']])
  })
})
