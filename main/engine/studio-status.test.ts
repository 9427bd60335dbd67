import { expect, it } from 'vitest'
import type { QueueHold, StudioStatus } from '../../shared/bridge/views.ts'
import { usd } from '../../shared/pricing/money.ts'
import type { ServiceHealth } from './service/service-gate.ts'
import { createStudioStatus, type StudioStatusDeps } from './studio-status.ts'

function healthWith(
  state: ServiceHealth['state'],
  reason: QueueHold['reason'] | null,
  key: string | null = 'k',
  isKeyForbidden = false,
) {
  const status = createStudioStatus({
    facts: { host: 'browser', version: '1', dataFolder: '~' },
    unseenChanges: () => ({ models: 0, ofMoney: 0 }),
    connection: {
      current: () => ({ key }) as ReturnType<StudioStatusDeps['connection']['current']>,
      failure: () => null,
      refusesAddress: () => false,
      chosen: () => null,
    },
    journal: { counts: () => ({ waiting: 0, running: 0 }) },
    spend: { thisMonth: () => null as never, summary: () => null as never, lines: () => null as never },
    budget: { status: () => null as never },
    ledger: { pending: () => ({}) as never },
    hold: () => (reason === null ? null : { reason, until: null }),
    forbidsKey: () => isKeyForbidden,
    health: () => ({
      state,
      seenAt: Date.parse('2026-11-20T12:04:00Z'),
      since: Date.parse('2026-11-20T12:05:00Z'),
    }),
    receiver: () => ({ address: null }) as StudioStatus['receiver'],
    agentsHttp: () => null,
    waitingForSpace: () => null,
    storageFailureOf: () => null,
  })
  return status().service.health
}

it.each([
  ['fine', null, 'fine'],
  ['fine', 'paused', 'fine'],
  ['fine', 'insufficient_balance', 'fine'],
  ['fine', 'rate_limited', 'waiting'],
  ['waiting', null, 'waiting'],
  ['waiting', 'unreachable', 'unreachable'],
  ['unreachable', 'service_unavailable', 'unreachable'],
  ['unreachable', 'unauthorized', 'refused'],
  ['refused', 'unreachable', 'refused'],
] as const)(
  '[CONN14] polls say %s and the queue is held for %s: the service is %s',
  (state, reason, expected) => {
    expect(healthWith(state, reason)).toEqual({
      state: expected,
      lastSeenAt: '2026-11-20T12:04:00.000Z',
      since: state === expected ? '2026-11-20T12:05:00.000Z' : null,
    })
  },
)

it('[CONN30] a key that may not generate is said, unless something worse is so', () => {
  const states = (['fine', 'waiting', 'unreachable', 'refused'] as const).map(
    (state) => healthWith(state, null, 'k', true).state,
  )
  expect(states).toEqual(['not_allowed', 'not_allowed', 'unreachable', 'refused'])
})

it('[CONN14] a connection without a key says that first', () => {
  expect(healthWith('unreachable', null, null).state).toBe('no_key')
})

/** A studio whose connected account and readable library the test chooses. */
function openStatus() {
  const state = { account: 'https://a.example', failure: null as Error | null }
  const money = { microUsd: usd(1), upToMicroUsd: usd(0), unlistedJobs: 0 }
  const budgetOf = (limit: number) => ({
    day: { limit: usd(limit), committed: usd(1) },
    month: null,
    session: null,
    sessionSince: '2026-11-20T12:00:00.000Z',
    askAbove: null,
  })
  const status = createStudioStatus({
    facts: { host: 'browser', version: '1', dataFolder: '~' },
    unseenChanges: () => ({ models: 0, ofMoney: 0 }),
    connection: {
      current: () => ({ serviceId: state.account }) as ReturnType<StudioStatusDeps['connection']['current']>,
      failure: () => null,
      refusesAddress: () => false,
      chosen: () => null,
    },
    journal: {
      counts() {
        if (state.failure) throw state.failure
        return { waiting: 2, running: 1 }
      },
    },
    spend: {
      thisMonth: (account) => ({ account, ...money }),
      summary: () => null as never,
      lines: () => null as never,
    },
    budget: { status: () => budgetOf(5) },
    ledger: { pending: () => ({}) as never },
    hold: () => null,
    forbidsKey: () => false,
    health: () => ({ state: 'fine', seenAt: null, since: null }),
    receiver: () => ({ address: null }) as StudioStatus['receiver'],
    agentsHttp: () => null,
    waitingForSpace: () => null,
    storageFailureOf: (error) => (error === state.failure ? 'failing' : null),
  })
  const read = () => {
    const { service, spentThisMonth, budget, jobsWaiting } = status()
    const { account, microUsd } = spentThisMonth
    return [service.accountId, account, microUsd, budget.day?.limit ?? null, jobsWaiting]
  }
  return { state, read }
}

it('[RUN32] where the library can’t be read, sums stay the account’s own and are never shown as another’s', () => {
  const { state, read } = openStatus()
  state.failure = new Error('The disk fails.')
  expect(read()).toEqual(['https://a.example', 'https://a.example', 0, null, 0])
  state.failure = null
  const known = ['https://a.example', 'https://a.example', usd(1), usd(5), 2]
  expect(read()).toEqual(known)
  state.failure = new Error('The disk fails.')
  expect(read()).toEqual(known)
  state.account = 'https://b.example'
  expect(read()).toEqual(['https://b.example', 'https://b.example', 0, null, 2])
  state.account = 'https://a.example'
  expect(read()).toEqual(known)
})
