import { describe, expect, it, onTestFinished } from 'vitest'
import { fail, succeed } from '../../../shared/result.ts'
import { type WebhookSettings, webhookSettingsSchema } from '../../../shared/settings/webhook-profile.ts'
import { arrivedRequest } from '../../testing/arrived-request.ts'
import { createFakeClock } from '../../testing/fake-clock.ts'
import { sampleJob, sampleSubmission } from '../../testing/sample-submission.ts'
import { createSigningService, payloadOf, signHeaders } from '../../testing/signed-delivery.ts'
import { createSpyService } from '../../testing/spy-connect-service.ts'
import type { ArrivedRequest, HookRun, RequestAnswer, WebhookServer } from './ports.ts'
import { createWebhooks } from './webhooks.ts'

type Receive = (request: ArrivedRequest) => Promise<RequestAnswer>

interface Setting {
  readonly run?: Partial<HookRun>
  readonly keysAt?: string[]
  /** What the library remembers of the address, and when its run was sent. */
  readonly kept?: { address: string | null; since: number }
  readonly sentAt?: number
  readonly settings?: Partial<WebhookSettings>
  readonly serviceUrl?: string
}

async function open({
  settings = {},
  serviceUrl = 'http://127.0.0.1:4000',
  keysAt = [],
  kept = { address: null, since: 0 },
  sentAt = 0,
  ...setting
}: Setting = {}) {
  const clock = createFakeClock()
  const service = await createSigningService()
  const submission = sampleSubmission({ state: 'accepted', job: sampleJob() })
  const run: HookRun = { serviceId: 'sandbox', state: 'accepted', jobId: null, ...setting.run }
  const deps = { submission }
  const chosen = { settings: webhookSettingsSchema.parse({ enabled: true, ...settings }) }
  const ports: { port: number; receive: Receive }[] = []
  const closed: number[] = []
  const refused = new Set<number>()
  const requestedPolls: string[] = []
  const changes: (string | null)[] = []
  const server: WebhookServer = {
    async open(port, receive) {
      if (refused.has(port)) return fail({ code: 'port_in_use', message: `Port ${port} is in use.` })
      ports.push({ port, receive })
      return succeed({ port, close: async () => void closed.push(port) })
    },
  }
  const webhooks = createWebhooks({
    maskKeys: (words) => words,
    clock,
    ids: { next: () => crypto.randomUUID() },
    server,
    log: { warn: () => undefined },
    send: async () => ({ type: 'failed', cause: 'Nothing there.' }),
    deliveries: {
      run: (submissionId) => (submissionId === submission.submissionId ? run : null),
      take: async () => 'taken',
      open: () => [],
      settle: () => undefined,
      keep: (address, now) => {
        if (kept.address !== address) Object.assign(kept, { address, since: now })
        return kept.since
      },
      sentSince: (time) => (time <= sentAt ? [submission.submissionId] : []),
    },
    deliveryLog: { add: () => undefined, list: () => [] },
    secret: Buffer.alloc(32, 1),
    settings: () => chosen.settings,
    keysOf(baseUrl) {
      keysAt.push(baseUrl)
      return service.keys
    },
    connection: () => ({
      kind: 'service',
      serviceId: 'sandbox',
      baseUrl: serviceUrl,
      key: 'k',
      keySource: 'environment',
      isDescribed: true,
      client: createSpyService().connect({ baseUrl: serviceUrl, key: 'k' }),
    }),
    submission: (submissionId) => (submissionId === submission.submissionId ? deps.submission : null),
    submissionOfJob: () => null,
    adopt: () => true,
    pollNow: () => undefined,
    pollAllNow: () => requestedPolls.push('all'),
    onChanged: () => changes.push(webhooks.status().lastEntryAt),
  })
  onTestFinished(() => webhooks.close())
  await webhooks.configure()
  async function set(patch: Partial<WebhookSettings>) {
    chosen.settings = { ...chosen.settings, ...patch }
    await webhooks.configure()
  }
  return {
    webhooks,
    changes,
    clock,
    service,
    deps,
    kept,
    submission,
    ports,
    closed,
    refused,
    requestedPolls,
    set,
  }
}

it('[HOOK16] an end that polling found before its delivery is reported, and polling continues at the usual pace', async () => {
  const { webhooks, clock, service, submission, ports, requestedPolls } = await open()
  const { submissionId } = submission
  const url = webhooks.announceAddress(submissionId)
  webhooks.announceAddress('another run')
  expect(webhooks.isQuiet('another run')).toBe(true)
  webhooks.foundEnd(submissionId)
  await clock.advance(20_000)
  expect([webhooks.status().missedAt, webhooks.isQuiet('another run')]).toEqual([
    '2026-11-20T12:00:15.000Z',
    false,
  ])
  expect(requestedPolls).toEqual(['all'])
  const body = payloadOf(crypto.randomUUID())
  const headers = signHeaders({ service, body, timestamp: Math.floor(clock.now() / 1000) })
  const answer = await ports[0]?.receive(
    arrivedRequest(new Request(url ?? '', { method: 'POST', headers, body })),
  )
  expect([answer?.status, webhooks.status().missedAt, webhooks.isQuiet('another run')]).toEqual([
    204,
    null,
    true,
  ])
})

it('[HOOK16] a delivery that only looks like one does not end the alarm', async () => {
  const { webhooks, clock, submission, ports } = await open()
  const url = webhooks.announceAddress(submission.submissionId)
  webhooks.foundEnd(submission.submissionId)
  await clock.advance(20_000)
  await ports[0]?.receive(
    arrivedRequest(new Request(url ?? '', { method: 'POST', body: payloadOf(crypto.randomUUID()) })),
  )
  expect(webhooks.status().missedAt).not.toBeNull()
})

it('[HOOK19] a service elsewhere gets the public URL, or none while there is none', async () => {
  const { webhooks, set } = await open({ serviceUrl: 'https://service.example' })
  expect([webhooks.announceAddress('a'), webhooks.isQuiet('a'), webhooks.status().address]).toEqual([
    null,
    false,
    null,
  ])
  await set({ publicUrl: 'https://tunnel.example/atelier/' })
  expect(webhooks.announceAddress('a')).toMatch(/^https:\/\/tunnel\.example\/atelier\/hooks\/a\.[\w-]{43}$/)
})

it('[HOOK19] the receiver moves with its port, closes when it is off, and says when a port is not available', async () => {
  const { webhooks, ports, closed, refused, set } = await open({ settings: { port: 4001 } })
  await set({ publicUrl: 'https://tunnel.example' })
  await set({ port: 4002 })
  expect([ports.map(({ port }) => port), closed]).toEqual([[4001, 4002], [4001]])
  refused.add(4003)
  await set({ port: 4003 })
  expect([webhooks.status(), webhooks.announceAddress('a')]).toEqual([
    { state: 'port_in_use', port: null, address: null, missedAt: null, lastEntryAt: null },
    null,
  ])
  await set({ port: 4002 })
  await set({ enabled: false })
  expect([webhooks.status().state, closed]).toEqual(['off', [4001, 4002, 4002]])
})

it('[HOOK21] a flood of strangers is reported once a second, to its end', async () => {
  const { clock, ports, changes } = await open()
  changes.length = 0
  for (let index = 0; index < 300; index += 1) {
    await ports[0]?.receive(arrivedRequest(new Request(`http://127.0.0.1/${index}`)))
    await clock.advance(10)
  }
  await clock.advance(60_000)
  expect(changes).toEqual(
    ['00.000', '00.990', '01.990', '02.990'].map((second) => `2026-11-20T12:00:${second}Z`),
  )
  expect(clock.waiting()).toBe(0)
})

it('of settings that change in quick succession the last one applies', async () => {
  const { webhooks, ports, closed, set } = await open({ settings: { port: 4001 } })
  await Promise.all([set({ port: 4002 }), set({ port: 4003 }), set({ port: 4004 })])
  const standing = ports.map(({ port }) => port).filter((port) => !closed.includes(port))
  expect([standing, webhooks.status().port]).toEqual([[4004], 4004])
})

describe('[HOOK22] a delivery for a run of a service that is not connected', () => {
  async function deliver(serviceId: string) {
    const keysAt: string[] = []
    const { service, submission, webhooks, clock, ports } = await open({
      run: { serviceId, state: 'unknown' },
      keysAt,
    })
    const url = webhooks.announceAddress(submission.submissionId) ?? ''
    const body = payloadOf(crypto.randomUUID())
    const headers = signHeaders({ service, body, timestamp: Math.floor(clock.now() / 1000) })
    const answer = await ports[0]?.receive(
      arrivedRequest(new Request(url, { method: 'POST', headers, body })),
    )
    return [answer?.status, keysAt]
  }

  it('is verified with the keys of the service that the run was sent to', async () => {
    expect(await deliver('https://other.example')).toEqual([204, ['https://other.example']])
  })

  it('gets 503 where that service’s address is unknown now', async () => {
    expect(await deliver('another sandbox')).toEqual([503, []])
  })
})

describe('[HOOK23] after a restart', () => {
  const publicUrl = 'https://tunnel.example'
  const kept = () => ({ address: `${publicUrl}/hooks/`, since: 1_000 })

  it('runs with the same address are awaited again, and their ends missed', async () => {
    const { webhooks, clock, deps, submission } = await open({
      settings: { publicUrl },
      kept: kept(),
      sentAt: 2_000,
    })
    webhooks.resume()
    expect(webhooks.isQuiet(submission.submissionId)).toBe(true)
    await clock.advance(5_000)
    const completedAt = new Date(clock.now()).toISOString()
    deps.submission = { ...submission, job: sampleJob({ status: 'completed', completed_at: completedAt }) }
    webhooks.foundEnd(submission.submissionId)
    await clock.advance(20_000)
    expect(webhooks.status().missedAt).not.toBeNull()
  })

  it('an end from while nobody listened was not missed', async () => {
    const { webhooks, clock, deps, submission } = await open({
      settings: { publicUrl },
      kept: kept(),
      sentAt: 2_000,
    })
    webhooks.resume()
    const completedAt = new Date(clock.now() - 1).toISOString()
    deps.submission = { ...submission, job: sampleJob({ status: 'completed', completed_at: completedAt }) }
    webhooks.foundEnd(submission.submissionId)
    await clock.advance(60_000)
    expect([webhooks.status().missedAt, clock.waiting()]).toEqual([null, 0])
  })

  it.each([
    ['sent before that address was told', { kept: kept(), sentAt: 999, settings: { publicUrl } }],
    ['told another address', { kept: kept(), sentAt: 2_000, settings: { publicUrl: 'https://new.example' } }],
    [
      'told one while the receiver is off',
      { kept: kept(), sentAt: 2_000, settings: { publicUrl, enabled: false } },
    ],
  ] as const)('a run that was %s is polled as often as without', async (_, setting) => {
    const { webhooks, submission } = await open(setting)
    webhooks.resume()
    expect(webhooks.isQuiet(submission.submissionId)).toBe(false)
  })
})
