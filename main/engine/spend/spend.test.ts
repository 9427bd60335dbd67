import { expect, test } from 'vitest'
import type { SpendRow } from '../../../shared/bridge/views.ts'
import { microUsd } from '../../../shared/pricing/money.ts'
import { createFakeClock } from '../../testing/fake-clock.ts'
import { sampleSubmission } from '../../testing/sample-submission.ts'
import type { Submission } from '../submissions/submission.ts'
import { createSpend } from './spend.ts'

function open({
  rows = [],
  running = [],
  now = '2026-11-20T12:00:00Z',
}: {
  rows?: SpendRow[]
  running?: Submission[]
  now?: string
}) {
  const requested: string[][] = []
  const spend = createSpend({
    clock: createFakeClock(Date.parse(now)),
    journal: { running: () => running },
    ledger: {
      spend(from, to) {
        requested.push([from, to])
        return rows
      },
      open: () => microUsd(0),
    },
  })
  return { spend, requested }
}

const row = {
  date: '2026-11-01',
  account: 'sandbox',
  modelId: 'v2',
  jobs: 2,
  microUsd: microUsd(250_000),
  upToMicroUsd: microUsd(30_000),
  unlistedJobs: 1,
}

test.each([
  ['2026-11-20T12:00:00Z', '2026-11-01', '2026-11-20'],
  ['2026-11-01T00:00:00Z', '2026-11-01', '2026-11-01'],
  ['2026-10-31T23:59:59.999Z', '2026-10-01', '2026-10-31'],
])('[SPEND4] at %s this month is from %s to %s, of one account', (now, from, to) => {
  const elsewhere = { ...row, account: 'https://service.example' }
  const { spend, requested } = open({
    now,
    rows: [row, { ...row, modelId: 'i3', microUsd: microUsd(1) }, elsewhere],
  })
  expect(spend.thisMonth('sandbox')).toEqual({
    account: 'sandbox',
    microUsd: 250_001,
    upToMicroUsd: 60_000,
    unlistedJobs: 2,
  })
  expect(requested).toEqual([[from, to]])
})

test('runs under way are summed at their upper estimates; those without one are counted', () => {
  const running = (
    [
      { kind: 'exact', microUsd: microUsd(100_000) },
      { kind: 'range', minMicroUsd: microUsd(40_000), maxMicroUsd: microUsd(75_000), fields: ['resolution'] },
      { kind: 'rate', microUsdPerSecond: microUsd(70_000) },
      { kind: 'unlisted' },
    ] as const
  ).map((estimate) => sampleSubmission({ state: 'accepted', estimate: estimate as Submission['estimate'] }))
  const { spend } = open({ rows: [row], running })
  expect(spend.summary({ from: '2026-11-01', to: '2026-11-30' })).toEqual({
    rows: [row],
    running: [{ account: 'sandbox', jobs: 4, microUsd: 1_225_000, unlistedJobs: 1 }],
  })
})
