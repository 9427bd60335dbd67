import { expect, test } from 'vitest'
import type { BridgeResult } from '../../../shared/bridge/error-codes.ts'
import type { SubmissionView } from '../../../shared/bridge/views.ts'
import { reasonOf } from '../../../shared/failures/reason.ts'
import { microUsd } from '../../../shared/pricing/money.ts'
import { createFakeClock } from '../../testing/fake-clock.ts'
import { sampleSubmission } from '../../testing/sample-submission.ts'
import { refuse } from '../bridge-result.ts'
import type { WantedBatch } from '../submissions/run-confirmation.ts'
import type { Submission } from '../submissions/submission.ts'
import { createAgentRequests, mostRequests } from './agent-requests.ts'
import { createAgentRuns } from './agent-runs.ts'
import type { Quote } from './quotes.ts'

const quote: Quote = {
  quoteId: 'quote-1',
  account: 'sandbox',
  modelId: 'v2',
  modelLabel: 'V2',
  values: { prompt: 'a ship' },
  count: 1,
  estimate: { kind: 'unlisted' },
  upToMicroUsd: null,
  until: Number.MAX_SAFE_INTEGER,
}

const asks = refuse('asks_first', { code: 'agent_asks', limit: microUsd(0), requested: null })

/** Runs of agents where confirmations are refused in this order. */
function open(...refusals: BridgeResult<SubmissionView[]>[]) {
  return openWith([], ...refusals)
}

/** The same where these runs are written already. */
function openWith(written: Submission[], ...refusals: BridgeResult<SubmissionView[]>[]) {
  const confirmed: WantedBatch[] = []
  let asked = 0
  const requests = createAgentRequests({ clock: createFakeClock(), onChanged: () => undefined })
  const runs = createAgentRuns({
    ids: { next: () => `request-${++asked}` },
    journal: { batch: () => written },
    views: { many: () => [] },
    confirmation: {
      async confirm(batch) {
        confirmed.push(batch)
        return refusals.shift() ?? asks
      },
    },
    requests,
    hasPage: () => true,
  })
  return {
    ...runs,
    confirmed,
    requests,
    ask: () => runs.generate({ agent: 'an agent', key: 'key-1', quote }),
  }
}

test.each([
  ['price_changed', refuse('price_changed', reasonOf('price_changed'))],
  ['model_unknown', refuse('unknown_model', { code: 'model_unknown', model: 'v2' })],
  ['values_invalid', refuse('invalid_values', { code: 'values_invalid', field: 'prompt', problem: '' })],
  [
    'model_ended',
    refuse('model_sunset', { code: 'model_ended', model: 'V2', date: null, replacement: null, words: null }),
  ],
] as const)(
  '[AGENT63] a yes that meets %s ends the request, and the key takes a new quote',
  async (_, refusal) => {
    const { ask, answer, of, requests } = open(asks, refusal, asks)
    await ask()
    expect(await answer('request-1', true)).toEqual(refusal)
    expect(of('key-1')).toEqual({ submissions: [], held: 'outdated' })
    expect(requests.views()).toEqual([])
    expect(await ask()).toMatchObject({ ok: true, value: { held: 'waiting' } })
  },
)

test.each([
  refuse('not_possible_now', reasonOf('account_changed')),
  refuse('price_changed', reasonOf('models_changed')),
  refuse('service_unreachable', reasonOf('service_not_reached')),
])('[AGENT63] a yes that could be carried out later leaves the request as it is', async (refusal) => {
  const { ask, answer, of } = open(asks, refusal)
  await ask()
  expect(await answer('request-1', true)).toEqual(refusal)
  expect(of('key-1').held).toBe('waiting')
})

test('[AGENT3] [AGENT13] a quote confirms for its own account, and only the person’s yes allows more', async () => {
  const { ask, answer, confirmed } = open(asks, asks)
  await ask()
  await answer('request-1', true)
  expect(confirmed).toMatchObject([
    { account: 'sandbox', agreed: [], agent: { name: 'an agent', isAllowed: false } },
    { account: 'sandbox', agreed: ['price'], agent: { name: 'an agent', isAllowed: true } },
  ])
})

test('[AGENT12] of more requests than a person can look through the next one is refused', async () => {
  const { generate, requests, answer } = open()
  const ask = (key: string) => generate({ agent: 'an agent', key, quote })
  for (let number = 0; number < mostRequests; number += 1)
    expect(await ask(`key-${number}`)).toMatchObject({ ok: true, value: { held: 'waiting' } })
  const full = { ok: false, error: { code: 'too_many', cause: { code: 'agent_requests_full' } } }
  expect(await ask('one-too-many')).toMatchObject(full)
  expect(requests.views()).toHaveLength(mostRequests)
  await answer(requests.views()[0]?.requestId ?? '', false)
  expect(await ask('one-too-many')).toMatchObject({ ok: true, value: { held: 'waiting' } })
})

test.each([
  ['another model', { modelId: 'v1' }],
  ['other values', { values: { prompt: 'a plane' } }],
])('[AGENT2] a key whose runs have %s is refused', async (_, changes) => {
  const run = sampleSubmission({ modelId: quote.modelId, values: quote.values, agent: 'an agent' })
  expect(await openWith([run]).ask()).toMatchObject({ ok: true })
  expect(await openWith([{ ...run, ...changes }]).ask()).toMatchObject({
    error: { cause: { code: 'agent_key_used' } },
  })
})
