import { generateKeyPairSync, sign } from 'node:crypto'
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import type { DeliveryEntry } from '../../../shared/bridge/webhook-views.ts'
import { type WebhookProfile, webhookProfileSchema } from '../../../shared/settings/webhook-profile.ts'
import { arrivedRequest } from '../../testing/arrived-request.ts'
import { createFakeClock } from '../../testing/fake-clock.ts'
import {
  createSigningService,
  payloadOf,
  type SigningService,
  signHeaders,
} from '../../testing/signed-delivery.ts'
import type { KeyFinding, KeySet, VerifiedDelivery } from './ports.ts'
import { createReceiver, type HookTarget } from './receiver.ts'

const token = 'token'
const jobId = '0199a4d2-7b1c-4c3e-8f00-112233445566'
const names = webhookProfileSchema.parse({}).headers
const now = Math.floor(Date.parse('2026-11-20T12:00:00Z') / 1000)

let service: SigningService
beforeAll(async () => {
  service = await createSigningService('key-1')
})

function without(name: string, headers: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([other]) => other !== name))
}

interface Setting {
  readonly profile?: Partial<WebhookProfile>
  readonly keys?: KeySet | null
  readonly ownJob?: string
  readonly maskKeys?: (words: string) => string
  readonly isWatched?: boolean
  /** What the path names; a run where it is not given. */
  readonly target?: HookTarget
}

function open({
  profile = {},
  keys = service.keys,
  ownJob = jobId,
  maskKeys = (words) => words,
  isWatched = false,
  ...setting
}: Setting = {}) {
  const taken: VerifiedDelivery[] = []
  const needs: string[] = []
  const entries: DeliveryEntry[] = []
  const ids = new Set<string>()
  const target: HookTarget = {
    type: 'run',
    submissionId: 'run-1',
    serviceId: 'sandbox',
    keys,
    isWatched,
    canBe: (requested) => requested === ownJob,
  }
  const receive = createReceiver({
    maskKeys,
    clock: createFakeClock(),
    profile: () => webhookProfileSchema.parse(profile),
    target: (requested) => (requested === token ? (setting.target ?? target) : null),
    deliveries: {
      async take(delivery, _, need) {
        needs.push(need)
        const isKnown = ids.has(delivery.requestId)
        ids.add(delivery.requestId)
        return isKnown ? 'repeated' : 'taken'
      },
    },
    onVerified: (delivery, need) => void [taken.push(delivery), needs.push(need)],
    onEntry: (entry) => entries.push(entry),
  })
  async function deliver(
    headers: Headers | Record<string, string>,
    body: string | Uint8Array,
    path = `/hooks/${token}`,
    method = 'POST',
  ) {
    const withBody = method === 'GET' ? {} : { body: Buffer.from(body) }
    const response = await receive(
      arrivedRequest(new Request(`http://127.0.0.1${path}`, { method, headers, ...withBody })),
    )
    return [response.status, entries.at(-1)?.outcome, entries.at(-1)?.detail ?? null] as const
  }
  return { receive, deliver, taken, needs, entries }
}

it('[HOOK11] accepts a signed delivery of its own job, and takes only the job’s id from its body', async () => {
  const { deliver, taken, entries } = open()
  const body = payloadOf(jobId.toUpperCase(), { status: 'failed' })
  expect(await deliver(signHeaders({ service, body, requestId: 'r-1' }), body)).toEqual([204, 'taken', null])
  expect(taken).toEqual([{ serviceId: 'sandbox', submissionId: 'run-1', requestId: 'r-1', jobId }])
  expect(entries).toEqual([
    {
      at: '2026-11-20T12:00:00.000Z',
      outcome: 'taken',
      status: 204,
      detail: null,
      requestId: 'r-1',
      submissionId: 'run-1',
    },
  ])
})

it('[CONN8] a request id that repeats the key is neither kept nor logged, and still counts once', async () => {
  const { deliver, taken, entries } = open({ maskKeys: (words) => words.replace('the-key', '[API-key]') })
  const body = payloadOf(jobId)
  const headers = signHeaders({ service, body, requestId: 'r-the-key-1' })
  expect([(await deliver(headers, body))[1], (await deliver(headers, body))[1]]).toEqual([
    'taken',
    'repeated',
  ])
  expect(JSON.stringify([taken, entries])).not.toContain('the-key')
  expect(taken[0]?.requestId).toBe('r-[API-key]-1')
})

it('[HOOK14] a delivery for a job that is watched is settled as it is taken, any other stays open', async () => {
  const body = payloadOf(jobId)
  const needsOf = async (isWatched: boolean) => {
    const { deliver, needs } = open({ isWatched })
    await deliver(signHeaders({ service, body }), body)
    return needs
  }
  expect([await needsOf(true), await needsOf(false)]).toEqual([
    ['settled', 'settled'],
    ['open', 'open'],
  ])
})

it('[HOOK18] a delivery to oneself is reported to its sender, with the reason where it is refused, and changes no run', async () => {
  const reported: string[] = []
  const target: HookTarget = {
    type: 'test',
    keys: service.keys,
    arrived: () => void reported.push('arrived'),
    refused: (reason) => void reported.push(reason),
  }
  const { deliver, taken, entries } = open({ target })
  const body = payloadOf(jobId)
  expect(await deliver(signHeaders({ service, body }), body)).toEqual([204, 'test', null])
  expect(await deliver(signHeaders({ service, body, timestamp: now - 301 }), body)).toEqual([
    401,
    'stale',
    names.timestamp,
  ])
  expect([reported, taken, entries.map(({ submissionId }) => submissionId)]).toEqual([
    ['arrived', 'stale'],
    [],
    [null, null],
  ])
})

it('[HOOK17] a refused request is logged without an id, and only a wrong method gets the right one in its response', async () => {
  const { receive, entries } = open()
  const responseTo = (url: string, method: string) =>
    receive({ ...arrivedRequest(new Request('http://127.0.0.1/', { method })), url })
  const hook = `http://127.0.0.1/hooks/${token}`
  const [wrongMethod, unread, unknown] = [
    await responseTo(hook, 'GET'),
    await responseTo(hook, 'POST'),
    await responseTo('http://[', 'POST'),
  ]
  expect(entries.map(({ outcome, requestId }) => [outcome, requestId])).toEqual([
    ['wrong_method', null],
    ['header_missing', null],
    ['unknown_path', null],
  ])
  expect(wrongMethod.headers).toEqual({ Allow: 'POST', 'Cache-Control': 'no-store' })
  for (const { headers } of [unread, unknown]) expect(headers).toEqual({ 'Cache-Control': 'no-store' })
})

describe('[HOOK1] the first fault found is the reason', () => {
  const body = payloadOf(jobId)
  const sound = () => signHeaders({ service, body })
  const stale = () => signHeaders({ service, body, timestamp: now - 301 })
  const large = 'x'.repeat(1024 * 1024 + 1)

  it.each([
    ['a path that names nothing', {}, body, '/hooks/other', 'GET', [404, 'unknown_path', null]],
    ['another path', {}, body, '/', 'POST', [404, 'unknown_path', null]],
    ['another method', {}, body, `/hooks/${token}`, 'GET', [405, 'wrong_method', null]],
    ['a body too large, without headers', {}, large, `/hooks/${token}`, 'POST', [413, 'too_large', null]],
    ['no headers', {}, body, `/hooks/${token}`, 'POST', [401, 'header_missing', names.requestId]],
  ] as const)('%s', async (_, headers, sent, path, method, expected) => {
    expect(await open().deliver(headers, sent, path, method)).toEqual(expected)
  })

  it('decoding before time, time before key, key before signature, signature before body, body before job', async () => {
    const other = await createSigningService('key-2')
    const unknownKey = { ...stale(), [names.keyId]: 'nobody' }
    const { deliver } = open({ ownJob: 'another' })
    expect(await deliver({ ...unknownKey, [names.signature]: 'short' }, '{')).toEqual([
      401,
      'signature_malformed',
      names.signature,
    ])
    expect(await deliver(unknownKey, '{')).toEqual([401, 'stale', names.timestamp])
    expect(await deliver({ ...sound(), [names.keyId]: 'nobody' }, '{')).toEqual([
      401,
      'unknown_key',
      names.keyId,
    ])
    expect(await deliver(sound(), '{')).toEqual([401, 'bad_signature', names.signature])
    const byOther = signHeaders({ service: { ...other, keyId: 'key-1' }, body })
    expect(await deliver(byOther, body)).toEqual([401, 'bad_signature', names.signature])
    expect(await deliver(signHeaders({ service, body: '{' }), '{')).toEqual([400, 'unreadable_body', null])
    expect(await deliver(sound(), body)).toEqual([409, 'other_job', null])
  })
})

it('a body that is not UTF-8 is refused although it is signed', async () => {
  const body = Buffer.concat([
    Buffer.from(payloadOf(jobId).slice(0, -1)),
    Buffer.from([0x2c, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]),
  ])
  expect(await open().deliver(signHeaders({ service, body }), body)).toEqual([400, 'unreadable_body', null])
})

it('[JOB31] a body that is too deep, or has too many members, is refused although it is signed', async () => {
  for (const more of [`${'['.repeat(1_001)}${']'.repeat(1_001)}`, `[${Array(10_001).fill(1)}]`]) {
    const body = `${payloadOf(jobId).slice(0, -1)},"more":${more}}`
    expect(await open().deliver(signHeaders({ service, body }), body)).toEqual([400, 'unreadable_body', null])
  }
})

it('[HOOK2] only what stands behind our own path is a token', async () => {
  const { deliver } = open()
  const body = payloadOf(jobId)
  const [status] = await deliver(signHeaders({ service, body }), body, `//hooks/${token}`)
  expect(status).toBe(204)
  for (const path of [`/12345${token}`, `/${token}`, `/hook/${token}`])
    expect(await deliver(signHeaders({ service, body }), body, path)).toEqual([404, 'unknown_path', null])
})

it('[HOOK2] the tunnel may put a path of its own before ours', async () => {
  const body = payloadOf(jobId)
  const { deliver } = open()
  expect((await deliver(signHeaders({ service, body }), body, `/atelier/hooks/${token}`))[0]).toBe(204)
})

it.each([
  [-301, false],
  [-300, true],
  [300, true],
  [301, false],
])('[HOOK5] a time %i seconds from now is taken: %s', async (seconds, isTaken) => {
  const body = payloadOf(jobId)
  const [status] = await open().deliver(signHeaders({ service, body, timestamp: now + seconds }), body)
  expect(status).toBe(isTaken ? 204 : 401)
})

describe('[HOOK4] headers', () => {
  const body = payloadOf(jobId)

  it.each(Object.entries(names))('%s sent twice is refused, also with the same value', async (_, name) => {
    const headers = new Headers(signHeaders({ service, body }))
    headers.append(name, headers.get(name) ?? '')
    expect(await open().deliver(headers, body)).toEqual([401, 'header_repeated', name])
  })

  it.each([names.requestId, names.timestamp, names.signature])(
    'without %s nothing is taken',
    async (name) => {
      const { [name]: _, ...rest } = signHeaders({ service, body })
      expect(await open().deliver(rest, body)).toEqual([401, 'header_missing', name])
    },
  )

  it.each(['', ' ', '01', '1e9', '+1', '-1', '1.0', '0x10', `${now}Z`, '99999999999999'])(
    'a time spelt %j is malformed',
    async (spelling) => {
      const headers = { ...signHeaders({ service, body }), [names.timestamp]: spelling }
      expect(await open().deliver(headers, body)).toEqual([401, 'header_malformed', names.timestamp])
    },
  )
})

it('[HOOK6] without a key’s id each of the service’s keys is tried', async () => {
  const others = await Promise.all([createSigningService(), createSigningService()])
  const found = await Promise.all([...others, service].map(({ keys }) => keys.find(null)))
  const keys: KeySet = {
    find: async () => ({ type: 'keys', keys: found.flatMap((one) => (one.type === 'keys' ? one.keys : [])) }),
  }
  const body = payloadOf(jobId)
  const headers = without(names.keyId, signHeaders({ service, body }))
  expect(await open({ keys }).deliver(headers, body)).toEqual([204, 'taken', null])
  const stranger = await createSigningService()
  const forged = without(names.keyId, signHeaders({ service: stranger, body }))
  expect(await open({ keys }).deliver(forged, body)).toEqual([401, 'bad_signature', names.signature])
})

it('[HOOK9] keys out of reach, and a run of another service, get 503', async () => {
  const body = payloadOf(jobId)
  const keys: KeySet = { find: async () => ({ type: 'unreachable' }) }
  expect(await open({ keys }).deliver(signHeaders({ service, body }), body)).toEqual([
    503,
    'keys_unreachable',
    null,
  ])
  expect(await open({ keys: null }).deliver(signHeaders({ service, body }), body)).toEqual([
    503,
    'other_service',
    null,
  ])
})

it('[HOOK28] a key id that can’t be looked up again yet gets 503, so that the service tries again', async () => {
  const body = payloadOf(jobId)
  const keys: KeySet = { find: async () => ({ type: 'unsettled' }) }
  const { deliver, taken } = open({ keys })
  expect(await deliver(signHeaders({ service, body }), body)).toEqual([503, 'key_unsettled', names.keyId])
  expect(taken).toEqual([])
})

describe('[HOOK29] a signature without a key id that no known key made', () => {
  const body = payloadOf(jobId)

  async function deliverBy(signer: SigningService, newer: KeyFinding) {
    const stranger = await (await createSigningService()).keys.find(null)
    if (stranger.type !== 'keys') throw new Error('A signing service has its key.')
    const keys: KeySet = { find: async () => ({ ...stranger, newer: async () => newer }) }
    return open({ keys }).deliver(without(names.keyId, signHeaders({ service: signer, body })), body)
  }

  it('is checked against the keys that the service publishes now', async () => {
    expect(await deliverBy(service, await service.keys.find(null))).toEqual([204, 'taken', null])
    const forger = await createSigningService()
    expect(await deliverBy(forger, await service.keys.find(null))).toEqual([
      401,
      'bad_signature',
      names.signature,
    ])
  })

  it('gets 503 where they may not be requested yet, or are out of reach', async () => {
    expect(await deliverBy(service, { type: 'unsettled' })).toEqual([503, 'key_unsettled', names.signature])
    expect(await deliverBy(service, { type: 'unreachable' })).toEqual([503, 'keys_unreachable', null])
  })

  it('with a key id is wrong at once', async () => {
    const found = await service.keys.find(null)
    const keys: KeySet = {
      find: async () => ({ ...(found as Extract<KeyFinding, { type: 'keys' }>), newer: async () => found }),
    }
    const forged = signHeaders({ service: await createSigningService(), body })
    expect(await open({ keys }).deliver(forged, body)).toEqual([401, 'bad_signature', names.signature])
  })
})

describe('[HOOK7] forgeries', () => {
  const body = payloadOf(jobId)

  it('no change to a byte of the body or to a character of a header is accepted, in more than 2,000 forgeries', async () => {
    const { deliver, taken, entries } = open()
    const headers = signHeaders({ service, body, requestId: 'r-1' })
    const bytes = Buffer.from(body)
    for (let index = 0; index < bytes.length; index += 1) {
      for (const bit of [0x01, 0x02, 0x10, 0x20, 0x80]) {
        const forged = Buffer.from(bytes)
        forged[index] = (forged[index] ?? 0) ^ bit
        await deliver(headers, forged)
      }
      await deliver(headers, bytes.subarray(0, index))
      await deliver(
        headers,
        Buffer.concat([bytes.subarray(0, index), Buffer.from(' '), bytes.subarray(index)]),
      )
    }
    for (const name of Object.values(names)) {
      const value = headers[name] ?? ''
      for (let index = 0; index < value.length; index += 1) {
        for (const character of ['A', 'B', '0', '1', '_', '=', '.']) {
          const forged = value.slice(0, index) + character + value.slice(index + 1)
          if (forged !== value) await deliver({ ...headers, [name]: forged }, body)
        }
        await deliver({ ...headers, [name]: value.slice(0, index) + value.slice(index + 1) }, body)
      }
    }
    expect(entries.length).toBeGreaterThan(2_000)
    expect([taken, entries.filter(({ status }) => status < 400)]).toEqual([[], []])
    expect((await deliver(headers, body))[1]).toBe('taken')
    // Over two thousand signatures are verified one after another.
  }, 60_000)

  it('no made-up signature, id, time, key or body is accepted', async () => {
    const { deliver, taken } = open()
    const signature = fc
      .uint8Array({ minLength: 60, maxLength: 70 })
      .map((bytes) => Buffer.from(bytes).toString('base64url'))
    const made = fc.record({
      id: fc.string(),
      time: fc.integer(),
      signature: fc.oneof(signature, fc.string()),
      body: fc.string(),
    })
    await fc.assert(
      fc.asyncProperty(made, async ({ id, time, signature, body }) => {
        const clean = (text: string) => text.replace(/[^\x21-\x7e]/g, 'x')
        const headers = {
          [names.requestId]: clean(id),
          [names.timestamp]: String(now + (time % 200)),
          [names.signature]: clean(signature),
        }
        expect((await deliver(headers, body))[0]).toBe(401)
      }),
      { numRuns: 300 },
    )
    expect(taken).toEqual([])
  })

  it('a signature of all zeros, or by another curve or algorithm, is refused', async () => {
    const { deliver } = open()
    const headers = signHeaders({ service, body })
    const zeros = Buffer.alloc(64).toString('base64url')
    expect((await deliver({ ...headers, [names.signature]: zeros }, body))[1]).toBe('bad_signature')
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'secp256k1' })
    const raw = sign('sha256', Buffer.from('any'), { key: privateKey, dsaEncoding: 'ieee-p1363' })
    const other = { ...headers, [names.signature]: raw.toString('base64url') }
    expect((await deliver(other, body))[1]).toBe('bad_signature')
  })
})

describe('[HOOK10] replays', () => {
  // Verifies 10,000 signatures.
  it('of 10,000 only the first is new, and every one gets 2xx', async () => {
    const { deliver, taken, entries } = open()
    const body = payloadOf(jobId)
    const headers = signHeaders({ service, body })
    for (let batch = 0; batch < 100; batch += 1)
      await Promise.all(Array.from({ length: 100 }, () => deliver(headers, body)))
    expect([taken.length, entries.length]).toEqual([1, 10_000])
    expect(new Set(entries.map(({ status }) => status))).toEqual(new Set([204]))
  }, 30_000)

  it('the same signature in its other form, (r, n − s), is the same request', async () => {
    const order = BigInt('0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551')
    const { deliver, taken } = open()
    const body = payloadOf(jobId)
    const headers = signHeaders({ service, body })
    const raw = Buffer.from(headers[names.signature] ?? '', 'base64url')
    const s = order - BigInt(`0x${raw.subarray(32).toString('hex')}`)
    const mirrored = Buffer.concat([
      raw.subarray(0, 32),
      Buffer.from(s.toString(16).padStart(64, '0'), 'hex'),
    ])
    await deliver(headers, body)
    await deliver({ ...headers, [names.signature]: mirrored.toString('base64url') }, body)
    expect(taken.length).toBe(1)
  })
})

describe('[HOOK15] unsigned deliveries', () => {
  const body = payloadOf(jobId)

  it('are refused unless the person allows them', async () => {
    expect(await open().deliver({}, body)).toEqual([401, 'header_missing', names.requestId])
    const { deliver, taken, entries } = open({
      profile: { allowsUnsigned: true },
      maskKeys: (words) => words.replace('the-key', '[API-key]'),
    })
    expect([await deliver({}, body), await deliver({}, body)]).toEqual([
      [204, 'taken', null],
      [204, 'repeated', null],
    ])
    expect(taken.length).toBe(1)
    expect(taken[0]?.requestId).toMatch(/^unsigned.*[0-9a-f]{64}$/)
    expect(entries[0]?.requestId).toBe(taken[0]?.requestId)
  })

  it('one that has some of the headers must have all of them', async () => {
    const { deliver } = open({ profile: { allowsUnsigned: true } })
    const headers = signHeaders({ service, body })
    for (const name of Object.values(names)) {
      const [status] = await deliver({ [name]: headers[name] ?? '' }, body)
      expect(status).toBe(401)
    }
  })
})

it('a store that can’t be written gives 503, so that the service sends it again', async () => {
  const entries: DeliveryEntry[] = []
  const receive = createReceiver({
    maskKeys: (words) => words,
    clock: createFakeClock(),
    profile: () => webhookProfileSchema.parse({}),
    target: () => ({
      type: 'run',
      submissionId: 'a',
      serviceId: 'b',
      keys: service.keys,
      isWatched: false,
      canBe: () => true,
    }),
    deliveries: { take: () => Promise.reject(new Error('disk full')) },
    onVerified: () => expect.unreachable(),
    onEntry: (entry) => entries.push(entry),
  })
  const body = payloadOf(jobId)
  const headers = signHeaders({ service, body })
  const { status } = await receive(
    arrivedRequest(new Request('http://127.0.0.1/hooks/x', { method: 'POST', headers, body })),
  )
  expect([status, entries[0]?.outcome]).toEqual([503, 'storage_failed'])
})

describe('[HOOK3] a body', () => {
  function endless(limit: number) {
    let sent = 0
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        sent += 65_536
        if (sent > limit) controller.error(new Error('The line went dead.'))
        else controller.enqueue(new Uint8Array(65_536))
      },
    })
    return {
      request: arrivedRequest(
        new Request(`http://127.0.0.1/hooks/${token}`, {
          method: 'POST',
          body,
          duplex: 'half',
        } as RequestInit),
      ),
      sent: () => sent,
    }
  }

  it('of unannounced length that never ends is refused soon after 1 MiB', async () => {
    const { receive } = open()
    const { request, sent } = endless(Number.POSITIVE_INFINITY)
    expect((await receive(request)).status).toBe(413)
    expect(sent()).toBeLessThan(1.25 * 1024 * 1024)
  })

  it('that breaks off is refused', async () => {
    const { receive, entries } = open()
    await receive(endless(200_000).request)
    expect(entries[0]?.outcome).toBe('body_cut')
  })
})
