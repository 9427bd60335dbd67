import { describe, expect, it, onTestFinished } from 'vitest'
import type { DeliveryEntry } from '../../../shared/bridge/webhook-views.ts'
import { fail, succeed } from '../../../shared/result.ts'
import { type WebhookSettings, webhookSettingsSchema } from '../../../shared/settings/webhook-profile.ts'
import { arrivedRequest } from '../../testing/arrived-request.ts'
import { createFakeClock } from '../../testing/fake-clock.ts'
import { sampleJob, sampleSubmission } from '../../testing/sample-submission.ts'
import { createSigningService, payloadOf, signHeaders } from '../../testing/signed-delivery.ts'
import { createSpyService } from '../../testing/spy-connect-service.ts'
import type { Connection } from '../service/connection.ts'
import type { Submission } from '../submissions/submission.ts'
import type { ArrivedRequest, HookRun, RequestResponse, WebhookServer } from './ports.ts'
import { createWebhooks } from './webhooks.ts'

type Receive = (request: ArrivedRequest) => Promise<RequestResponse>

interface Setting {
  readonly run?: Partial<HookRun>
  readonly keysAt?: string[]
  /** What the library remembers of the address, and when its run was sent. */
  readonly kept?: { address: string | null; since: number }
  readonly sentAt?: number
  readonly settings?: Partial<WebhookSettings>
  readonly serviceUrl?: string
  readonly submission?: Partial<Submission>
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
  const submission = sampleSubmission({ state: 'accepted', job: sampleJob(), ...setting.submission })
  const run: HookRun = { serviceId: 'sandbox', state: 'accepted', jobId: null, ...setting.run }
  const deps = {
    submission,
    isConnected: true,
    canAdopt: true,
    owner: null as Submission | null,
    isSlow: false,
    canKeep: true,
  }
  const polledNow: string[] = []
  const needs: string[] = []
  const logged: DeliveryEntry[] = []
  const adopted: string[] = []
  const warned: string[] = []
  const sentTo: string[] = []
  const requested = { opens: 0, keeps: 0 }
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
  const connection: Connection = {
    kind: 'service',
    serviceId: 'sandbox',
    baseUrl: serviceUrl,
    key: 'k',
    keySource: 'environment',
    isDescribed: true,
    client: createSpyService().connect({ baseUrl: serviceUrl, key: 'k' }),
  }
  const webhooks = createWebhooks({
    maskKeys: (words) => words,
    clock,
    ids: { next: () => crypto.randomUUID() },
    server,
    log: { warn: (sentence) => warned.push(sentence) },
    send: async ({ url, signal }) => {
      sentTo.push(url)
      if (deps.isSlow && !signal.aborted)
        await new Promise((resolve) => signal.addEventListener('abort', resolve))
      return { type: 'failed', cause: 'Nothing there.' }
    },
    deliveries: {
      run: (submissionId) => (submissionId === submission.submissionId ? run : null),
      take: async (_, at, need) => {
        needs.push(need)
        return at > 0 ? 'taken' : 'repeated'
      },
      open() {
        requested.opens += 1
        return []
      },
      settle: () => undefined,
      keep: (address, now) => {
        requested.keeps += 1
        if (!deps.canKeep) throw new Error('The disk is full.')
        if (kept.address !== address) Object.assign(kept, { address, since: now })
        return kept.since
      },
      sentSince: (time) => (time <= sentAt ? [submission.submissionId] : []),
    },
    deliveryLog: { add: (entry) => void logged.push(entry), list: () => [] },
    secret: Buffer.alloc(32, 1),
    settings: () => chosen.settings,
    keysOf(baseUrl) {
      keysAt.push(baseUrl)
      return service.keys
    },
    connection: () => (deps.isConnected ? connection : null),
    submission: (submissionId) => (submissionId === submission.submissionId ? deps.submission : null),
    submissionOfJob: () => deps.owner,
    adopt: (submissionId) => adopted.push(submissionId) > 0 && deps.canAdopt,
    announced: () => undefined,
    pollNow: (submissionId) => polledNow.push(submissionId),
    pollAllNow: () => requestedPolls.push('all'),
    onChanged: () => changes.push(webhooks.status().lastEntryAt),
  })
  onTestFinished(() => webhooks.close())
  await webhooks.configure()
  async function set(patch: Partial<WebhookSettings>) {
    chosen.settings = { ...chosen.settings, ...patch }
    await webhooks.configure()
  }
  /** Sends a signed delivery of this job to the run's address; returns the status. */
  async function deliver(
    jobId: string = crypto.randomUUID(),
    url = webhooks.announceAddress(submission.submissionId),
  ) {
    const body = payloadOf(jobId)
    const headers = signHeaders({ service, body, timestamp: Math.floor(clock.now() / 1000) })
    const request = new Request(url ?? '', { method: 'POST', headers, body })
    const response = await ports.at(-1)?.receive(arrivedRequest(request))
    return response?.status
  }
  return {
    deliver,
    requested,
    polledNow,
    needs,
    logged,
    adopted,
    warned,
    sentTo,
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
  const response = await ports[0]?.receive(
    arrivedRequest(new Request(url ?? '', { method: 'POST', headers, body })),
  )
  expect([response?.status, webhooks.status().missedAt, webhooks.isQuiet('another run')]).toEqual([
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

it('[HOOK14] a delivery of a run that is watched has it polled now; of one that is unknown its job is read and taken', async () => {
  const watched = await open()
  expect(await watched.deliver()).toBe(204)
  await watched.clock.advance(0)
  expect([watched.needs, watched.polledNow, watched.adopted]).toEqual([
    ['settled'],
    [watched.submission.submissionId],
    [],
  ])
  const unknown = await open({ run: { state: 'unknown' }, submission: { state: 'unknown', job: null } })
  expect(await unknown.deliver()).toBe(204)
  await unknown.clock.advance(0)
  expect([unknown.needs, unknown.polledNow, unknown.adopted]).toEqual([
    ['open'],
    [],
    [unknown.submission.submissionId],
  ])
})

it('[HOOK12] a run takes deliveries of its own job alone, in either case, and of none that another run has', async () => {
  const jobId = crypto.randomUUID()
  const own = await open({ run: { jobId: jobId.toUpperCase() } })
  expect([await own.deliver(jobId), await own.deliver()]).toEqual([204, 409])
  const free = await open()
  free.deps.owner = sampleSubmission()
  expect(await free.deliver()).toBe(409)
  free.deps.owner = free.submission
  expect(await free.deliver()).toBe(204)
})

it('[HOOK2] a token that is none of ours, or names a run that is not there, is not found', async () => {
  const { webhooks, deliver } = await open()
  expect(await deliver(crypto.randomUUID(), webhooks.announceAddress('another run'))).toBe(404)
  expect(await deliver(crypto.randomUUID(), 'http://127.0.0.1:4001/hooks/none')).toBe(404)
})

it('[HOOK8] the keys of one service are one set, whatever comes', async () => {
  const keysAt: string[] = []
  const { deliver } = await open({ keysAt })
  await deliver()
  await deliver()
  expect(keysAt).toEqual(['http://127.0.0.1:4000'])
})

it('[HOOK17] each request is logged until the receiver is closed', async () => {
  const { webhooks, deliver, logged, changes, clock } = await open()
  await deliver()
  expect(logged.map(({ outcome }) => outcome)).toEqual(['taken'])
  changes.length = 0
  await clock.advance(5_000)
  await deliver()
  expect([logged.length, changes.length]).toEqual([2, 1])
  const url = webhooks.announceAddress('x')
  await webhooks.close()
  await deliver(crypto.randomUUID(), url)
  expect([logged.length, clock.waiting()]).toEqual([2, 0])
})

it('[HOOK16] that deliveries are missed, and come again, is reported', async () => {
  const { webhooks, changes, clock, deliver, submission } = await open()
  webhooks.announceAddress(submission.submissionId)
  changes.length = 0
  webhooks.foundEnd(submission.submissionId)
  await clock.advance(20_000)
  expect(changes.length).toBe(1)
  await deliver()
  expect(changes.length).toBe(3)
})

it('[HOOK19] while no service is connected no address of this machine is sent', async () => {
  const { webhooks, deps } = await open()
  deps.isConnected = false
  expect([webhooks.announceAddress('a'), webhooks.status().address]).toEqual([null, null])
})

describe('[HOOK16] what is awaited', () => {
  const publicUrl = 'https://tunnel.example'

  it('stays so where the settings say the same, or change beside the address', async () => {
    const { webhooks, changes, ports, set } = await open({ settings: { port: 4001 } })
    webhooks.announceAddress('a')
    const before = changes.length
    await webhooks.configure()
    expect([changes.length, ports.length, webhooks.isQuiet('a')]).toEqual([before, 1, true])
    await set({ profile: webhookSettingsSchema.parse({ profile: { allowsUnsigned: true } }).profile })
    expect([changes.length, ports.length, webhooks.isQuiet('a')]).toEqual([before + 1, 1, true])
  })

  it('is forgotten where the address is another', async () => {
    const moved = await open({ settings: { port: 4001, publicUrl } })
    moved.webhooks.announceAddress('a')
    await moved.set({ publicUrl: 'https://new.example' })
    expect([moved.webhooks.isQuiet('a'), moved.ports.length]).toEqual([false, 1])
    moved.webhooks.announceAddress('b')
    await moved.set({ port: 4002 })
    expect([moved.webhooks.isQuiet('b'), moved.ports.length]).toEqual([false, 2])
  })

  it('is no more once the run is not the service’s, and is as before while it is sent', async () => {
    const { webhooks } = await open()
    for (const [state, isQuiet] of [
      ['sending', true],
      ['unknown', true],
      ['accepted', true],
      ['unsent', false],
      ['rejected', false],
    ] as const) {
      const submission = sampleSubmission({ state })
      webhooks.announceAddress(submission.submissionId)
      webhooks.noticed(submission)
      expect([state, webhooks.isQuiet(submission.submissionId)]).toEqual([state, isQuiet])
    }
  })
})

it('[HOOK13] open deliveries are looked at where a run becomes unknown or accepted, and with each connection', async () => {
  const { webhooks, requested } = await open()
  const looks = (state: Submission['state']) => {
    const before = requested.opens
    webhooks.noticed(sampleSubmission({ state }))
    return requested.opens - before
  }
  expect([looks('unknown'), looks('accepted'), looks('sending'), looks('rejected')]).toEqual([1, 1, 0, 0])
  const before = requested.opens
  webhooks.resume()
  expect(requested.opens - before).toBe(1)
})

it('[HOOK23] the address is remembered with each connection, and not without one', async () => {
  const { webhooks, requested, deps } = await open()
  expect(requested.keeps).toBe(1)
  webhooks.resume()
  expect(requested.keeps).toBe(2)
  deps.isConnected = false
  webhooks.resume()
  expect(requested.keeps).toBe(2)
})

describe('[HOOK23] an end that came before somebody listened here for it', () => {
  async function openEnded(secondsAgo: number) {
    const opened = await open()
    const { webhooks, clock, deps, submission } = opened
    const end = () => {
      const completedAt = new Date(clock.now() - secondsAgo * 1_000).toISOString()
      deps.submission = {
        ...submission,
        job: sampleJob({ status: 'completed', completed_at: completedAt }),
      }
      webhooks.announceAddress(submission.submissionId)
      webhooks.foundEnd(submission.submissionId)
    }
    const isMissed = async () => {
      await clock.advance(20_000)
      return webhooks.status().missedAt !== null
    }
    await clock.advance(60_000)
    return { ...opened, end, isMissed }
  }

  it('is not missed where the connection is newer, and its run is awaited no more', async () => {
    const { webhooks, submission, end, isMissed } = await openEnded(1)
    webhooks.resume()
    end()
    expect(webhooks.isQuiet(submission.submissionId)).toBe(false)
    expect(await isMissed()).toBe(false)
  })

  it('is not missed where the receiver is', async () => {
    const { set, end, isMissed } = await openEnded(1)
    await set({ enabled: false })
    await set({ enabled: true })
    end()
    expect(await isMissed()).toBe(false)
  })

  it('is missed from the very moment on', async () => {
    const { webhooks, end, isMissed } = await openEnded(0)
    webhooks.resume()
    end()
    expect(await isMissed()).toBe(true)
  })
})

it('[HOOK23] while the receiver is off no run is awaited, whatever address was sent with it', async () => {
  const setting = { settings: { enabled: false }, kept: { address: null, since: 0 }, sentAt: 2_000 }
  const { webhooks, submission } = await open(setting)
  webhooks.resume()
  expect(webhooks.isQuiet(submission.submissionId)).toBe(false)
})

it('[HOOK18] a delivery to oneself waits for the receiver that is being opened', async () => {
  const { set, webhooks } = await open({ settings: { enabled: false } })
  const setting = set({ enabled: true, port: 4001 })
  expect(await webhooks.test()).toMatchObject({ finding: 'not_reached' })
  await setting
})

it('[HOOK23] an address that can’t be kept is reported, and what is chosen next is applied all the same', async () => {
  const { webhooks, deps, set, changes } = await open()
  deps.canKeep = false
  const told = changes.length
  await expect(set({ port: 4_100 })).rejects.toThrow('The disk is full.')
  expect([webhooks.status(), changes.length]).toMatchObject([{ state: 'listening', port: 4_100 }, told + 1])
  deps.canKeep = true
  await set({ port: 4_200 })
  expect(webhooks.status()).toMatchObject({ state: 'listening', port: 4_200 })
  expect(await webhooks.test()).toMatchObject({ finding: 'not_reached' })
})

it('[HOOK16] where the receiver is switched off everything is polled now', async () => {
  const { requestedPolls, set, webhooks } = await open()
  requestedPolls.length = 0
  await set({ enabled: false })
  expect([requestedPolls, webhooks.status().port]).toEqual([['all'], null])
})

it('[HOOK19] a port that can’t be had is logged', async () => {
  const { refused, set, warned } = await open({ settings: { port: 4001 } })
  expect(warned).toEqual([])
  refused.add(4002)
  await set({ port: 4002 })
  expect(warned.length).toBe(1)
})

it('[HOOK18] a delivery to oneself goes to the address that a service receives, and nowhere where there is none', async () => {
  const off = await open({ settings: { enabled: false } })
  expect(await off.webhooks.test()).toMatchObject({ finding: 'not_listening', url: null })
  const nowhere = await open({ serviceUrl: 'https://service.example' })
  expect(await nowhere.webhooks.test()).toMatchObject({ finding: 'no_address', url: null })
  const here = await open({ settings: { port: 4001 } })
  expect(await here.webhooks.test()).toMatchObject({
    finding: 'not_reached',
    url: 'http://127.0.0.1:4001/hooks/',
  })
  expect(here.sentTo).toEqual([expect.stringMatching(/^http:\/\/127\.0\.0\.1:4001\/hooks\/test\./)])
  expect([off.sentTo, nowhere.sentTo]).toEqual([[], []])
})

it('closing closes the port, forgets what is awaited and leaves no timer', async () => {
  const { webhooks, closed, clock, submission } = await open({ settings: { port: 4001 } })
  webhooks.announceAddress(submission.submissionId)
  webhooks.foundEnd(submission.submissionId)
  expect(clock.waiting()).toBe(1)
  await webhooks.close()
  expect([closed, clock.waiting(), webhooks.status().port]).toEqual([[4001], 0, null])
})

it('closing waits for the port that is being opened, and closes it', async () => {
  const { webhooks, closed, set } = await open({ settings: { port: 4001 } })
  const moving = set({ port: 4002 })
  await webhooks.close()
  await moving
  expect(closed).toEqual([4001, 4002])
})

it('closing ends a delivery to oneself that is under way', async () => {
  const { webhooks, deps, clock } = await open({ settings: { port: 4001 } })
  deps.isSlow = true
  const testing = webhooks.test()
  await webhooks.close()
  expect([(await testing).finding, clock.waiting()]).toEqual(['not_reached', 0])
})

it('closing ends what waits to be read again for a delivery', async () => {
  const { webhooks, deliver, deps, clock } = await open({
    run: { state: 'unknown' },
    submission: { state: 'unknown', job: null },
  })
  deps.canAdopt = false
  await deliver()
  await clock.advance(1_000)
  expect(clock.waiting()).toBe(1)
  await webhooks.close()
  expect(clock.waiting()).toBe(0)
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
    const response = await ports[0]?.receive(
      arrivedRequest(new Request(url, { method: 'POST', headers, body })),
    )
    return [response?.status, keysAt]
  }

  it('is verified with the keys of the service that the run was sent to', async () => {
    expect(await deliver('https://other.example')).toEqual([204, ['https://other.example']])
  })

  it('[ACC1] which two accounts at one address share', async () => {
    expect(await deliver('https://other.example/v1#2')).toEqual([204, ['https://other.example/v1']])
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
    ['sent before that address was known', { kept: kept(), sentAt: 999, settings: { publicUrl } }],
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
