import { expect, it } from 'vitest'
import type { LoggedDelivery, WebhookTest } from '../../../shared/bridge/webhook-views.ts'
import { createFixtureStudio, done, failed, settle } from '../../testing/fixture-studio.ts'
import { studioStatus } from '../../testing/fixtures.ts'
import { createWebhookStore } from './webhook-store.ts'

const arrived: WebhookTest = {
  finding: 'arrived',
  url: 'https://tunnel.example/hooks/',
  status: 204,
  reason: null,
  cause: null,
  milliseconds: 80,
}

function open(count = 0) {
  const log: LoggedDelivery[] = []
  const add = () =>
    log.unshift({
      id: log.length,
      at: new Date(Date.parse('2026-11-20T12:00:00Z') + log.length * 1000).toISOString(),
      outcome: 'taken',
      status: 204,
      detail: null,
      requestId: null,
      submissionId: null,
    })
  for (let index = 0; index < count; index += 1) add()
  const studio = createFixtureStudio({
    'webhooks.log': ({ limit }) => done(log.slice(0, limit)),
    'webhooks.test': () => done(arrived),
  })
  const model = createWebhookStore(studio.bridge)
  function notify() {
    const lastEntryAt = log[0]?.at ?? null
    const { receiver } = studioStatus()
    studio.emit('studio.changed', studioStatus({ receiver: { ...receiver, lastEntryAt } }))
  }
  return { studio, model, add, notify }
}

it('shows the last few deliveries, and all stored ones when requested', async () => {
  const { model } = open(20)
  model.watch()
  await settle()
  expect(model.store.getState()).toMatchObject({ hasMore: true })
  expect(model.store.getState().entries?.length).toBe(6)
  await model.showAll()
  expect(model.store.getState()).toMatchObject({ hasMore: false })
  expect(model.store.getState().entries?.length).toBe(20)
})

it('reads the log again when something reached the receiver, and only then', async () => {
  const { studio, model, add, notify } = open()
  const undo = model.watch()
  await settle()
  add()
  notify()
  notify()
  await settle()
  expect(model.store.getState().entries?.length).toBe(1)
  expect(studio.calls.length).toBe(2)
  undo()
  add()
  notify()
  await settle()
  expect(studio.calls.length).toBe(2)
})

it('shows the result of a test delivery, and drops it when something is changed', async () => {
  const { model } = open()
  const testing = model.test()
  expect(model.store.getState().testing).toBe(true)
  await testing
  expect(model.store.getState()).toMatchObject({ testing: false, test: arrived })
  model.forgetTest()
  expect(model.store.getState().test).toBeNull()
})

it('reports where the studio could not run the test', async () => {
  const { studio, model } = open()
  studio.respond({ 'webhooks.test': () => failed({ code: 'internal', message: '' }) })
  await model.test()
  expect(model.store.getState()).toMatchObject({ testing: false, test: null })
})

it('never shows an older log over a newer one, in whichever order they arrive', async () => {
  const { studio, model } = open(1)
  await model.showAll()
  const [entry] = model.store.getState().entries ?? []
  expect(entry).toBeDefined()
  const slow = Promise.withResolvers<void>()
  studio.respond({
    'webhooks.log': async () => {
      await slow.promise
      return done([])
    },
  })
  const older = model.showAll()
  studio.respond({ 'webhooks.log': () => done(entry ? [entry] : []) })
  await model.showAll()
  slow.resolve()
  await older
  expect(model.store.getState().entries).toEqual([entry])
})
