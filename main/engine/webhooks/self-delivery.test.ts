import { expect, it } from 'vitest'
import { webhookProfileSchema } from '../../../shared/settings/webhook-profile.ts'
import { createFakeClock } from '../../testing/fake-clock.ts'
import type { SendDelivery } from './ports.ts'
import { createSelfDelivery } from './self-delivery.ts'

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
  })
  const sent = selfDelivery.send('http://127.0.0.1:4001/hooks/', profile)
  while (clock.waiting() === 0) await clock.advance(0)
  await clock.advance(15_000)
  expect(await sent).toMatchObject({ finding: 'not_reached', cause: 'TimeoutError', milliseconds: 15_000 })
  expect(clock.waiting()).toBe(0)
})

it('leaves no timer where the response arrives', async () => {
  const clock = createFakeClock()
  const send: SendDelivery = async () => ({ type: 'answered', status: 404 })
  const selfDelivery = createSelfDelivery({ clock, ids: { next: () => crypto.randomUUID() }, send })
  expect(await selfDelivery.send('http://127.0.0.1:4001/hooks/', profile)).toMatchObject({
    finding: 'elsewhere',
    status: 404,
  })
  expect(clock.waiting()).toBe(0)
})
