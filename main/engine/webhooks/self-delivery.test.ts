import { expect, it } from 'vitest'
import { webhookProfileSchema } from '../../../shared/settings/webhook-profile.ts'
import { createFakeClock } from '../../testing/fake-clock.ts'
import { createHookTokens } from './hook-token.ts'
import type { SendDelivery } from './ports.ts'
import { createSelfDelivery, type SelfDelivery } from './self-delivery.ts'
import { verifyDelivery } from './verify-delivery.ts'

const tokens = createHookTokens(new Uint8Array(32))
const profile = webhookProfileSchema.parse({})

/** Rejects as soon as it is aborted, with the reason's name. */
const sendUntilAborted: SendDelivery = ({ signal }) =>
  new Promise((resolve) => {
    const fail = () => resolve({ type: 'failed', cause: (signal.reason as Error).name })
    if (signal.aborted) fail()
    else signal.addEventListener('abort', fail, { once: true })
  })

it('gives up a delivery without a response after 15 seconds of the studio’s clock, and leaves no timer', async () => {
  const clock = createFakeClock()
  const selfDelivery = createSelfDelivery({
    clock,
    ids: { next: () => crypto.randomUUID() },
    send: sendUntilAborted,
    tokens,
  })
  const sent = selfDelivery.send('http://127.0.0.1:4001/hooks/', profile)
  while (clock.waiting() === 0) await clock.advance(0)
  await clock.advance(15_000)
  expect(await sent).toMatchObject({ finding: 'not_reached', cause: 'TimeoutError', milliseconds: 15_000 })
  expect(clock.waiting()).toBe(0)
})

it('leaves no timer where the response arrives', async () => {
  const clock = createFakeClock()
  const send: SendDelivery = async () => ({ type: 'responded', status: 404 })
  const selfDelivery = createSelfDelivery({ clock, ids: { next: () => crypto.randomUUID() }, send, tokens })
  expect(await selfDelivery.send('http://127.0.0.1:4001/hooks/', profile)).toMatchObject({
    finding: 'elsewhere',
    status: 404,
  })
  expect(clock.waiting()).toBe(0)
})

const address = 'http://127.0.0.1:4001/hooks/'

/** Sends one by this profile; `meet` is what happens to it where it arrives. */
async function sendOne(
  meet: (arrived: {
    readonly target: NonNullable<ReturnType<SelfDelivery['target']>>
    readonly headers: Readonly<Record<string, string>>
    readonly body: Uint8Array
    readonly selfDelivery: SelfDelivery
    readonly token: string
  }) => number | Promise<number>,
  by = profile,
) {
  const clock = createFakeClock()
  const seen: string[] = []
  const selfDelivery: SelfDelivery = createSelfDelivery({
    clock,
    ids: { next: () => 'r-1' },
    tokens,
    async send({ url, headers, body }) {
      const token = url.slice(address.length)
      seen.push(token)
      const target = selfDelivery.target(token)
      if (!target) throw new Error('Nobody waits for this token.')
      await clock.advance(40)
      return { type: 'responded', status: await meet({ target, headers, body, selfDelivery, token }) }
    },
  })
  const test = await selfDelivery.send(address, by)
  return { test, clock, after: selfDelivery.target(seen[0] ?? '') }
}

it('[HOOK18] it counts once: its token names it until it has arrived', async () => {
  const { test, after } = await sendOne(({ target, selfDelivery, token }) => {
    expect(token).toBe(`test.${tokens.tokenOf('r-1')}`)
    if (target.type === 'test') target.arrived()
    expect(selfDelivery.target(token)).toBeNull()
    return 204
  })
  expect(test).toEqual({
    finding: 'arrived',
    url: address,
    status: 204,
    reason: null,
    cause: null,
    milliseconds: 40,
  })
  expect(after).toBeNull()
})

it('[HOOK18] where it is refused it says why, and its token names nothing after', async () => {
  const { test, after } = await sendOne(({ target }) => {
    if (target.type === 'test') target.refused('stale')
    return 401
  })
  expect([test.finding, test.status, test.reason, after]).toEqual(['refused', 401, 'stale', null])
})

it('[HOOK18] one that was refused first and arrived then has arrived', async () => {
  const { test } = await sendOne(({ target }) => {
    if (target.type === 'test') {
      target.refused('stale')
      target.arrived()
    }
    return 204
  })
  expect([test.finding, test.reason]).toEqual(['arrived', null])
})

it('[HOOK18] one that somebody else takes is elsewhere', async () => {
  const { test, after } = await sendOne(() => 200)
  expect([test.finding, test.status, after]).toEqual(['elsewhere', 200, null])
})

it.each([
  ['the usual one', {}],
  ['DER in hex', { encoding: 'hex', form: 'der' }],
  ['a detached JWS', { scheme: 'jws' }],
] as const)('[HOOK18] it is signed as the profile says: %s', async (_, changes) => {
  const by = webhookProfileSchema.parse(changes)
  const { test } = await sendOne(async ({ target, headers, body }) => {
    const verdict = await verifyDelivery({
      profile: by,
      headers: new Headers(headers),
      body,
      keys: target.keys ?? { find: () => expect.unreachable() },
      now: createFakeClock().now(),
    })
    expect(verdict).toEqual({ type: 'verified', requestId: 'r-1' })
    expect(headers['Content-Type']).toBe('application/json')
    expect(JSON.parse(Buffer.from(body).toString())).toMatchObject({ status: 'completed' })
    if (target.type === 'test') target.arrived()
    return 204
  }, by)
  expect(test.finding).toBe('arrived')
})

it('closing gives up what is on its way, and leaves no timer', async () => {
  const clock = createFakeClock()
  const selfDelivery = createSelfDelivery({
    clock,
    ids: { next: () => 'r-1' },
    send: sendUntilAborted,
    tokens,
  })
  const sent = selfDelivery.send(address, profile)
  while (clock.waiting() === 0) await clock.advance(0)
  selfDelivery.close()
  expect(await sent).toMatchObject({ finding: 'not_reached', cause: 'AbortError', status: null })
  expect(clock.waiting()).toBe(0)
})
