import { expect, test } from 'vitest'
import type { AgentRequest } from '../../../shared/bridge/agent-procedures.ts'
import { microUsd } from '../../../shared/pricing/money.ts'
import { createFixtureStudio, done, failed, settle } from '../../testing/fixture-studio.ts'
import { createAgentRequestsStore } from './agent-requests-store.ts'

const request: AgentRequest = {
  requestId: 'request-1',
  agent: 'an agent',
  modelId: 'v2',
  modelLabel: 'V2',
  prompt: 'a boat',
  count: 1,
  upToMicroUsd: microUsd(900_000),
  account: 'sandbox',
  passes: [],
  until: '2026-11-20T12:15:00.000Z',
}

test('[AGENT14] the page has what waits, as it changes, and answers each request once', async () => {
  const answers: unknown[] = []
  const studio = createFixtureStudio({
    'agents.requests': () => done([request]),
    'agents.answer': (input) => {
      answers.push(input)
      return done({ submissions: [], held: 'declined' })
    },
  })
  const requests = createAgentRequestsStore(studio.bridge)
  await settle()
  expect(requests.store.getState().requests).toEqual([request])
  const both = await Promise.all([requests.answer('request-1', true), requests.answer('request-1', true)])
  expect(both).toEqual([null, null])
  expect(answers).toEqual([{ requestId: 'request-1', isAllowed: true }])
  studio.emit('agents.changed', { requests: [] })
  await settle()
  expect(requests.store.getState().requests).toEqual([])
})

test('[AGENT14] an answer without effect says why', async () => {
  const studio = createFixtureStudio({
    'agents.requests': () => done([request]),
    'agents.answer': () => failed({ code: 'not_possible_now' }),
  })
  const requests = createAgentRequestsStore(studio.bridge)
  expect(await requests.answer('request-1', true)).toMatchObject({ code: 'not_possible_now' })
})
