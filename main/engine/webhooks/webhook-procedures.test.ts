import { expect, it } from 'vitest'
import type { LoggedDelivery, WebhookTest } from '../../../shared/bridge/webhook-views.ts'
import { createWebhookProcedures } from './webhook-procedures.ts'

const entry: LoggedDelivery = {
  id: 7,
  at: '2026-11-20T12:00:00.000Z',
  outcome: 'taken',
  status: 204,
  detail: null,
  requestId: 'r-1',
  submissionId: 'run-1',
}
const tested: WebhookTest = {
  finding: 'no_address',
  url: null,
  status: null,
  reason: null,
  cause: null,
  milliseconds: null,
}

function open() {
  return createWebhookProcedures({
    deliveryLog: { add: () => undefined, list: (limit) => Array(limit).fill(entry) },
    webhooks: { test: async () => tested },
  })
}

it('[HOOK17] a page gets as many entries of the log as it asks for', () => {
  expect(open()['webhooks.log']({ limit: 3 })).toEqual({ ok: true, value: [entry, entry, entry] })
})

it('[HOOK18] a page gets the outcome of a delivery to oneself', async () => {
  expect(await open()['webhooks.test']()).toEqual({ ok: true, value: tested })
})
