import { expect, test } from 'vitest'
import type { SpendSums } from '../../../shared/bridge/spend-views.ts'
import type { Estimate } from '../../../shared/pricing/estimate.ts'
import { microUsd, usd } from '../../../shared/pricing/money.ts'
import { createFakeClock } from '../../testing/fake-clock.ts'
import { createSpyLog } from '../../testing/spy-log.ts'
import type { Ledger, Period, UnitsByModel } from './ports.ts'
import { createSpend } from './spend.ts'

const sums: SpendSums = { jobs: 2, microUsd: usd(0.25), upToMicroUsd: usd(0.03), unlistedJobs: 1 }
const nothing = { runs: 0, microUsd: microUsd(0), unlistedRuns: 0 }
const exact = (dollars: number): Estimate => ({ kind: 'exact', microUsd: usd(dollars) })

interface Given {
  readonly now?: string
  readonly units?: UnitsByModel['of']
  /** The newest price in the period, and what it is today. */
  readonly prices?: readonly [then: Estimate, now: Estimate | null]
}

function open({ now = '2026-11-20T12:00:00Z', units = async () => [], prices }: Given = {}) {
  const requested: [string, Period][] = []
  const priced: string[] = []
  const ledger: Omit<Ledger, 'mark' | 'committedSince' | 'committedByAgents'> = {
    sums(account, period) {
      requested.push([account, period])
      return sums
    },
    days: () => [{ date: '2026-11-01', ...sums }],
    models: () => [{ modelId: 'v2', kind: 'video', ...sums, estimatedMicroUsd: usd(0.3), settledJobs: 1 }],
    keepers: () => [{ modelId: 'v2', kind: 'video', keepers: { files: 2, jobs: 1, besideFiles: 1 } }],
    collections: () => [{ collection: null, ...sums }],
    pending: () => ({ running: nothing, waiting: nothing, unknown: { ...nothing, runs: 1 } }),
    accounts: () => ['https://service.example', 'sandbox'],
    firstCompletedAt: () => null,
    newestPriced: () => (prices ? { values: { prompt: 'a' }, estimate: prices[0] } : null),
  }
  const spend = createSpend({
    clock: createFakeClock(Date.parse(now)),
    log: createSpyLog(),
    ledger,
    lines: {
      lines: () => ({ lines: [], nextCursor: null }),
      count: () => 7,
      states: () => ({ settled: 2, not_billed: 3 }),
    },
    units: { of: units },
    priceNow(run) {
      priced.push(run.account)
      return prices?.[1] ?? null
    },
  })
  const range = { from: '2026-11-01', to: '2026-11-30', account: 'sandbox' }
  return { spend, requested, priced, summary: () => spend.summary(range) }
}

test.each([
  ['2026-11-20T12:00:00Z', '2026-11-01', '2026-12-01'],
  ['2026-11-01T00:00:00Z', '2026-11-01', '2026-12-01'],
  ['2026-10-31T23:59:59.999Z', '2026-10-01', '2026-11-01'],
  ['2026-12-31T23:59:59.999Z', '2026-12-01', '2027-01-01'],
])('[SPEND4] at %s this month is from %s up to %s, of one account', (now, from, to) => {
  const { spend, requested } = open({ now })
  const { microUsd: settled, upToMicroUsd, unlistedJobs } = sums
  expect(spend.thisMonth('sandbox')).toEqual({
    account: 'sandbox',
    microUsd: settled,
    upToMicroUsd,
    unlistedJobs,
  })
  expect(requested).toEqual([['sandbox', { from: Date.parse(from), to: Date.parse(to) }]])
})

test('[SPEND4] [SPEND60] a summary is of one account, the others’ totals stand beside it', async () => {
  expect(await open().summary()).toMatchObject({
    account: 'sandbox',
    accounts: ['sandbox', 'https://service.example'],
    days: [{ date: '2026-11-01', ...sums }],
    totals: [
      { account: 'sandbox', ...sums },
      { account: 'https://service.example', ...sums },
    ],
    models: [{ modelId: 'v2', keepers: { files: 2, jobs: 1, besideFiles: 1 } }],
    collections: [{ collection: null, ...sums }],
    otherLines: { running: 0, waiting: 0, unknown: 0, closed: 0, not_billed: 3 },
    pending: { unknown: { runs: 1 } },
  })
})

test('[SPEND9] compute units stand beside a model where the usage report has jobs of it', async () => {
  const asked: unknown[] = []
  const units: UnitsByModel['of'] = async (...given) => {
    asked.push(given)
    return [{ modelId: 'v2', units: 41.5, jobs: 2 }]
  }
  expect((await open({ units }).summary()).models[0]?.units).toEqual({ units: 41.5, jobs: 2 })
  const period = { from: Date.parse('2026-11-01'), to: Date.parse('2026-12-01') }
  expect(asked).toEqual([['sandbox', period]])
  expect((await open().summary()).models[0]?.units).toBeNull()
})

test.each<[string, Estimate, Estimate | null, object | null]>([
  ['another price today', exact(0.35), exact(0.4), { thenMicroUsd: usd(0.35), nowMicroUsd: usd(0.4) }],
  ['the same price', exact(0.35), exact(0.35), null],
  ['no listed price any more', exact(0.35), { kind: 'unlisted' }, null],
  ['no such model any more', exact(0.35), null, null],
])('[SPEND9] a price list that has moved is seen: %s', async (_, then, now, moved) => {
  expect((await open({ prices: [then, now] }).summary()).models[0]?.moved).toEqual(moved)
})

test('[SPEND8] the number of lines comes with their first page alone', () => {
  const { spend } = open()
  const query = { account: null, from: '2026-11-01', to: '2026-11-30', sort: 'newest', limit: 100 } as const
  expect(spend.lines(query).total).toBe(7)
  expect(spend.lines({ ...query, cursor: '[1,2]' }).total).toBeNull()
})

test('[SPEND9] today’s list is the one of the account that is shown', async () => {
  const { spend, priced } = open({ prices: [exact(0.1), exact(0.2)] })
  await spend.summary({ from: '2026-11-01', to: '2026-11-30', account: 'https://service.example' })
  expect(priced).toEqual(['https://service.example'])
})

test('[SPEND9] the sums stand also where the units beside them can’t be read', async () => {
  const units = async () => {
    throw new Error('The thread ended.')
  }
  expect((await open({ units }).summary()).models).toMatchObject([{ modelId: 'v2', units: null, jobs: 2 }])
})
