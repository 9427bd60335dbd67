import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import type { KeyFinding, KeySet } from '../engine/webhooks/ports.ts'
import { createSigningService, type SigningService } from '../testing/signed-delivery.ts'
import { openSpyHttpServer } from '../testing/spy-http-server.ts'
import { connectHttpService } from './http-service-client.ts'
import { createJoseKeySet } from './jose-key-set.ts'
import { systemClock } from './system-clock.ts'

const minute = 60_000

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-20T12:00:00Z') }))
afterEach(() => void vi.useRealTimers())

function resume(milliseconds: number): void {
  vi.setSystemTime(Date.now() + milliseconds)
}

interface Publication {
  status: number
  body: string
  location?: string
}

/** A service that publishes the given keys. */
async function publish(...services: Pick<SigningService, 'publicJwk'>[]) {
  const publication: Publication = {
    status: 200,
    body: JSON.stringify({ keys: services.map(({ publicJwk }) => publicJwk) }),
  }
  const server = await openSpyHttpServer((_, response) => {
    response
      .writeHead(publication.status, publication.location ? { location: publication.location } : {})
      .end(publication.body)
  })
  onTestFinished(() => server.close())
  const keys = createJoseKeySet({ baseUrl: `${server.url}/base`, clock: systemClock })
  return { server, keys, publication, baseUrl: server.url }
}

test('[HOOK8] 10,000 made-up key ids request the keys at most once in 30 seconds', async () => {
  const { keys, server } = await publish(await createSigningService('real'))
  for (let index = 0; index < 10_000; index += 1) {
    resume(30)
    expect((await keys.find(crypto.randomUUID())).type).toMatch(/^(unknown|unsettled)$/)
  }
  const seconds = (10_000 * 30) / 1000
  expect(server.requests.length).toBeLessThanOrEqual(seconds / 30 + 1)
  expect(server.requests.length).toBeGreaterThan(1)
})

test('[HOOK8] made-up key ids that come at once request them once', async () => {
  const { keys, server } = await publish(await createSigningService('real'))
  const found = await Promise.all(Array.from({ length: 200 }, () => keys.find(crypto.randomUUID())))
  expect([new Set(found.map(({ type }) => type)), server.requests.length]).toEqual([new Set(['unknown']), 1])
})

test('[HOOK8] unreachable keys are requested at most once in 30 seconds, too', async () => {
  const { keys, server, publication } = await publish(await createSigningService('real'))
  publication.status = 500
  for (let index = 0; index < 1_000; index += 1) {
    resume(90)
    expect((await keys.find('real')).type).toBe('unreachable')
  }
  expect(server.requests.length).toBeLessThanOrEqual(4)
  publication.status = 200
  resume(30_000)
  expect((await keys.find('real')).type).toBe('keys')
})

test('[JOB31] a key set that is nested too deeply holds no keys', async () => {
  const { keys, publication } = await publish(await createSigningService('real'))
  publication.body = `${publication.body.slice(0, -1)},"more":${'['.repeat(1_001)}${']'.repeat(1_001)}}`
  expect((await keys.find('real')).type).toBe('unreachable')
})

test('[HOOK8] a service that hangs up on a kept connection is still asked once', async () => {
  const server = await openSpyHttpServer((request, response) => {
    if (request.url === '/base/jobs/one') response.end('{}')
    else request.socket.resetAndDestroy()
  })
  onTestFinished(() => server.close())
  await connectHttpService({ baseUrl: `${server.url}/base`, key: null }).readJob('one')
  const keys = createJoseKeySet({ baseUrl: `${server.url}/base`, clock: systemClock })
  expect((await keys.find('real')).type).toBe('unreachable')
  expect(server.requests.map(({ path }) => path)).toEqual(['/base/jobs/one', '/base/.well-known/jwks.json'])
})

test('a key that the service added an hour ago is found without another request within ten minutes', async () => {
  const { keys, server } = await publish(await createSigningService('real'))
  await keys.find('real')
  resume(9 * minute)
  await keys.find('real')
  expect(server.requests.map(({ path }) => path)).toEqual(['/base/.well-known/jwks.json'])
  resume(2 * minute)
  await keys.find('real')
  expect(server.requests.length).toBe(2)
})

test('a new key is found after the pause, and a withdrawn one is gone after ten minutes', async () => {
  const [old, fresh] = [await createSigningService('old'), await createSigningService('fresh')]
  const { keys, publication } = await publish(old)
  await keys.find('old')
  publication.body = JSON.stringify({ keys: [fresh.publicJwk] })
  expect((await keys.find('fresh')).type).toBe('unsettled')
  resume(31_000)
  expect((await keys.find('fresh')).type).toBe('keys')
  resume(11 * minute)
  expect((await keys.find('old')).type).toBe('unknown')
})

test('[HOOK28] a key id is unknown only where the keys were read for it; during the pause it is undecided', async () => {
  const [old, fresh] = [await createSigningService('old'), await createSigningService('fresh')]
  const { keys, publication, server } = await publish(old)
  expect((await keys.find('fresh')).type).toBe('unknown')
  publication.body = JSON.stringify({ keys: [fresh.publicJwk] })
  resume(29_000)
  expect([(await keys.find('fresh')).type, server.requests.length]).toEqual(['unsettled', 1])
  resume(2_000)
  expect([(await keys.find('fresh')).type, server.requests.length]).toEqual(['keys', 2])
})

test('[HOOK28] where the keys can’t be read again, an unknown id stays undecided', async () => {
  const { keys, publication } = await publish(await createSigningService('old'))
  await keys.find('old')
  publication.status = 500
  resume(31_000)
  expect((await keys.find('fresh')).type).toBe('unreachable')
  resume(1_000)
  expect((await keys.find('fresh')).type).toBe('unreachable')
})

test('[HOOK29] without a key id the keys are read again after the pause, once, for all callers', async () => {
  const [old, fresh] = [await createSigningService('old'), await createSigningService('fresh')]
  const { keys, publication, server } = await publish(old)
  const first = await keys.find(null)
  expect(first).not.toHaveProperty('newer')
  publication.body = JSON.stringify({ keys: [old.publicJwk, fresh.publicJwk] })
  resume(29_000)
  expect(await newerThan(keys)).toMatchObject({ type: 'unsettled' })
  resume(2_000)
  const newer = await Promise.all(Array.from({ length: 50 }, () => newerThan(keys)))
  expect(newer.map((found) => (found.type === 'keys' ? found.keys.length : found.type))).toEqual(
    Array.from({ length: 50 }, () => 2),
  )
  expect([await newerThan(keys), server.requests.length]).toMatchObject([{ type: 'unsettled' }, 2])
})

test('[HOOK29] keys that can’t be read again are out of reach, and requested once per pause', async () => {
  const { keys, publication, server } = await publish(await createSigningService('old'))
  await keys.find(null)
  publication.status = 500
  resume(31_000)
  expect([await newerThan(keys), await newerThan(keys)]).toEqual([
    { type: 'unreachable' },
    { type: 'unreachable' },
  ])
  expect(server.requests.length).toBe(2)
})

async function newerThan(keys: KeySet): Promise<KeyFinding> {
  const found = await keys.find(null)
  if (found.type !== 'keys' || !found.newer) throw new Error('There is nothing newer to be had.')
  return found.newer()
}

test('[HOOK6] without a key id only the P-256 signing keys are found, at most 8', async () => {
  const many = await Promise.all(Array.from({ length: 12 }, () => createSigningService()))
  const { publicJwk } = await createSigningService()
  const others = [
    { publicJwk: { ...publicJwk, use: 'enc' } },
    { publicJwk: { ...publicJwk, alg: 'ES384' } },
    { publicJwk: { ...publicJwk, crv: 'P-384' } },
    { publicJwk: { kty: 'oct', k: 'c2VjcmV0', alg: 'HS256', kid: 'h' } },
    { publicJwk: { ...publicJwk, key_ops: ['sign'] } },
  ]
  const few = await publish(...others, ...many.slice(0, 2))
  const found = await few.keys.find(null)
  expect(found.type === 'keys' && found.keys.length).toBe(2)
  const found8 = await (await publish(...many)).keys.find(null)
  expect(found8.type === 'keys' && found8.keys.length).toBe(8)
  expect((await (await publish(...others)).keys.find(null)).type).toBe('unknown')
})

test.each([
  ['longer than 64 KiB', { body: `{"keys":[],"more":"${'x'.repeat(64 * 1024)}"}` }],
  ['no JSON', { body: '<html>' }],
  ['no key set', { body: '{"keys":"none"}' }],
  ['an error', { status: 404, body: '{"keys":[]}' }],
])('[HOOK8] a response that is %s is no key set', async (_, change) => {
  const { keys, publication } = await publish()
  Object.assign(publication, change)
  expect((await keys.find(null)).type).toBe('unreachable')
})

test('[HOOK8] a redirect is not followed', async () => {
  const real = await publish(await createSigningService('real'))
  const { keys, publication } = await publish()
  Object.assign(publication, { status: 302, location: `${real.baseUrl}/.well-known/jwks.json` })
  expect((await keys.find('real')).type).toBe('unreachable')
  expect(real.server.requests).toEqual([])
})

test('[HOOK8] nothing is requested over plain http beyond this machine’s own names', async () => {
  const { server, baseUrl } = await publish(await createSigningService('real'))
  // Another way to write 127.0.0.1, to which the server does respond.
  const elsewhere = baseUrl.replace('127.0.0.1', '[::ffff:127.0.0.1]')
  expect((await fetch(elsewhere)).status).toBe(200)
  const keys = createJoseKeySet({ baseUrl: elsewhere, clock: systemClock })
  expect((await keys.find('real')).type).toBe('unreachable')
  expect(server.requests.length).toBe(1)
})
