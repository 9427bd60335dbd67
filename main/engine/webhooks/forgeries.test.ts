import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { type WebhookProfile, webhookProfileSchema } from '../../../shared/settings/webhook-profile.ts'
import { createSqliteRequestIds } from '../../infra/sqlite-request-ids.ts'
import { createSqliteWebhookStore } from '../../infra/sqlite-webhook-store.ts'
import { arrivedRequest } from '../../testing/arrived-request.ts'
import { createFakeClock } from '../../testing/fake-clock.ts'
import { openLibrary } from '../../testing/open-library.ts'
import { sampleJob, sampleSubmission } from '../../testing/sample-submission.ts'
import {
  createSigningService,
  payloadOf,
  type SigningService,
  signHeadersAs,
} from '../../testing/signed-delivery.ts'
import { startIdPruning } from './id-pruning.ts'
import type { VerifiedDelivery } from './ports.ts'
import { createReceiver } from './receiver.ts'

const jobId = '0199a4d2-7b1c-4c3e-8f00-112233445566'
const now = Math.floor(Date.parse('2026-11-20T12:00:00Z') / 1000)
const order = BigInt('0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551')

let service: SigningService
beforeAll(async () => {
  service = await createSigningService('key-1')
})

/** A receiver over a real store, with one run that awaits its delivery. */
async function open(profile = webhookProfileSchema.parse({})) {
  const deps = { profile }
  const { database, journal } = await openLibrary()
  const run = sampleSubmission({ state: 'unknown' })
  journal.insert([run])
  const store = createSqliteWebhookStore(database)
  const effects: VerifiedDelivery[] = []
  const clock = createFakeClock()
  const receive = createReceiver({
    maskKeys: (words) => words,
    clock,
    profile: () => deps.profile,
    target: () => ({
      type: 'run',
      submissionId: run.submissionId,
      serviceId: 'sandbox',
      keys: service.keys,
      isWatched: false,
      canBe: (requested) => requested === jobId,
    }),
    deliveries: store,
    onVerified: (delivery) => effects.push(delivery),
    onEntry: () => undefined,
  })
  async function deliver({ headers, body }: Delivery): Promise<number> {
    const request = new Request('http://127.0.0.1/hooks/t', {
      method: 'POST',
      headers,
      body: Buffer.from(body),
    })
    return (await receive(arrivedRequest(request))).status
  }
  function endRun() {
    const ended = { ...run, state: 'accepted' as const, job: sampleJob({ job_id: jobId, status: 'failed' }) }
    journal.saveEnd(ended, [])
  }
  return { deps, clock, deliver, effects, store, requestIds: createSqliteRequestIds(database), endRun }
}

interface Delivery {
  readonly headers: Record<string, string>
  readonly body: Uint8Array
}

const profiles = fc
  .record({
    scheme: fc.constantFrom('signature', 'jws'),
    encoding: fc.constantFrom('base64url', 'base64', 'hex'),
    form: fc.constantFrom('raw', 'der'),
    message: fc.constantFrom(
      '{id}\n{timestamp}\n{sha256}',
      '{id}.{timestamp}.{body}',
      '{body}{timestamp}{id}',
    ),
    headers: fc.constantFrom(
      {},
      { requestId: 'webhook-id', timestamp: 'webhook-timestamp', signature: 'Authorization' },
    ),
  })
  .map((choice) => webhookProfileSchema.parse(choice))

/** Changes to a byte or a character in transit. */
const change = fc.record({
  part: fc.constantFrom('requestId', 'timestamp', 'signature', 'body'),
  at: fc.nat(),
  how: fc.constantFrom('replace', 'insert', 'remove', 'repeat'),
  character: fc.constantFrom(...'AZaz09._~+/=-'),
})

type Change = typeof change extends fc.Arbitrary<infer Value> ? Value : never

function changed(bytes: Uint8Array, { at, how, character }: Change): Buffer {
  const index = at % bytes.length
  const kept = { replace: index + 1, insert: index, remove: index + 1, repeat: index }[how]
  const put =
    how === 'repeat' ? bytes.subarray(index, index + 1) : Buffer.from(how === 'remove' ? '' : character)
  return Buffer.concat([bytes.subarray(0, index), put, bytes.subarray(kept)])
}

function forge({ headers, body }: Delivery, profile: WebhookProfile, what: Change): Delivery {
  if (what.part === 'body') return { headers, body: changed(body, what) }
  const name = profile.headers[what.part]
  return { headers: { ...headers, [name]: changed(Buffer.from(headers[name] ?? ''), what).toString() }, body }
}

function isSame(one: Delivery, other: Delivery): boolean {
  return (
    Buffer.compare(one.body, other.body) === 0 &&
    JSON.stringify(one.headers) === JSON.stringify(other.headers)
  )
}

function sound(profile: WebhookProfile, requestId: string): Delivery {
  const body = Buffer.from(payloadOf(jobId))
  return { headers: signHeadersAs({ profile, service, body, requestId }), body }
}

describe('[HOOK7] whatever the profile', () => {
  // Signs 40 deliveries and verifies more than a thousand forgeries of them.
  it('a signed delivery is accepted, and refused after a change in any one place', async () => {
    const { deps, deliver, effects, store } = await open()
    let forgeries = 0
    await fc.assert(
      fc.asyncProperty(
        profiles,
        fc.array(change, { minLength: 40, maxLength: 40 }),
        async (profile, changes) => {
          deps.profile = profile
          const before = effects.length
          const genuine = sound(profile, crypto.randomUUID())
          for (const one of changes) {
            const forged = forge(genuine, profile, one)
            if (isSame(forged, genuine)) continue
            forgeries += 1
            expect(await deliver(forged)).toBe(401)
          }
          expect([effects.length, store.open().length]).toEqual([before, before])
          expect(await deliver(genuine)).toBe(204)
        },
      ),
      { numRuns: 40 },
    )
    expect(forgeries).toBeGreaterThan(1_000)
  }, 30_000)

  it('parts of two valid deliveries make no third', async () => {
    const { deps, deliver, effects } = await open()
    await fc.assert(
      fc.asyncProperty(profiles, fc.integer({ min: 1, max: 6 }), async (profile, mask) => {
        deps.profile = profile
        const [one, other] = [sound(profile, 'r-1'), sound(profile, 'r-2')]
        const later = signHeadersAs({
          profile,
          service,
          body: other.body,
          requestId: 'r-2',
          timestamp: now + 1,
        })
        const names = [profile.headers.requestId, profile.headers.timestamp, profile.headers.signature]
        const mixed = names.map((name, index) => [
          name,
          ((mask >> index) & 1 ? later : one.headers)[name] ?? '',
        ])
        await deliver({ headers: { ...one.headers, ...Object.fromEntries(mixed) }, body: one.body })
        expect(effects).toEqual([])
      }),
      { numRuns: 40 },
    )
  })
})

/** The same signature as (r, n − s): as valid as the first. */
function mirrored({ headers, body }: Delivery, profile: WebhookProfile): Delivery {
  const name = profile.headers.signature
  const raw = Buffer.from(headers[name] ?? '', 'base64url')
  const s = order - BigInt(`0x${raw.subarray(32).toString('hex')}`)
  const other = Buffer.concat([raw.subarray(0, 32), Buffer.from(s.toString(16).padStart(64, '0'), 'hex')])
  return { headers: { ...headers, [name]: other.toString('base64url') }, body }
}

function idsOf(deliveries: readonly VerifiedDelivery[]): string[] {
  return deliveries.map(({ requestId }) => requestId).toSorted()
}

// 30 histories of deliveries that overlap, each of them signed and verified.
it('[HOOK10] replayed, mirrored and in any order, at once or in turn, each request has one effect in the library', async () => {
  const profile = webhookProfileSchema.parse({})
  const step = fc.record({ id: fc.nat(4), isMirrored: fc.boolean(), isAwaited: fc.boolean() })
  const { deliver, effects, store } = await open(profile)
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 60 }), async (steps) => {
      const before = effects.length
      const run = crypto.randomUUID()
      const genuine = [0, 1, 2, 3, 4].map((id) => sound(profile, `${run}-${id}`))
      const responses: Promise<number>[] = []
      for (const { id, isMirrored, isAwaited } of steps) {
        const one = genuine[id] ?? expect.unreachable()
        const response = deliver(isMirrored ? mirrored(one, profile) : one)
        responses.push(response)
        if (isAwaited) await response
      }
      expect(new Set(await Promise.all(responses))).toEqual(new Set([204]))
      const ids = [...new Set(steps.map(({ id }) => `${run}-${id}`))].toSorted()
      expect(idsOf(effects.slice(before))).toEqual(ids)
      expect(idsOf(store.open().filter(({ requestId }) => requestId.startsWith(run)))).toEqual(ids)
    }),
    { numRuns: 30 },
  )
}, 30_000)

// 40 histories of deliveries, each of them signed and verified again.
it('[HOOK27] a signed delivery sent again has no effect at any time, whether its id is kept or forgotten', async () => {
  const { deps, clock, deliver, effects, store, requestIds, endRun } = await open()
  const waits = fc.oneof(fc.nat({ max: 900 }), fc.nat({ max: 200_000 }))
  let forgotten = 0
  await fc.assert(
    fc.asyncProperty(
      profiles,
      fc.integer({ min: -300, max: 300 }),
      fc.array(waits, { minLength: 1, maxLength: 6 }),
      async (profile, skew, seconds) => {
        deps.profile = profile
        const requestId = crypto.randomUUID()
        const body = Buffer.from(payloadOf(jobId))
        const timestamp = Math.floor(clock.now() / 1000) + skew
        const headers = signHeadersAs({ profile, service, body, requestId, timestamp })
        const before = effects.length
        expect(await deliver({ headers, body })).toBe(204)
        for (const delivery of store.open()) store.settle(delivery, clock.now())
        store.flush()
        endRun()
        const stop = startIdPruning({ clock, ids: requestIds, lastRequestAt: () => Number.NaN })
        for (const wait of seconds) {
          await clock.advance(wait * 1000)
          if ((await deliver({ headers, body })) === 401) forgotten += 1
          expect(effects).toHaveLength(before + 1)
        }
        stop()
      },
    ),
    { numRuns: 40 },
  )
  expect(forgotten).toBeGreaterThan(0)
}, 30_000)
