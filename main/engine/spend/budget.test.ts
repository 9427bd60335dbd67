import { describe, expect, test, vi } from 'vitest'
import type { Estimate } from '../../../shared/pricing/estimate.ts'
import { usd } from '../../../shared/pricing/money.ts'
import { type Settled, settleWithoutResult } from '../../../shared/pricing/settle.ts'
import { budgetSchema } from '../../../shared/settings/settings.ts'
import { createFakeClock } from '../../testing/fake-clock.ts'
import { openLibrary } from '../../testing/open-library.ts'
import { sampleJob, sampleSubmission } from '../../testing/sample-submission.ts'
import type { Submission } from '../submissions/submission.ts'
import { createAgentBudget } from './agent-budget.ts'
import { createBudget } from './budget.ts'

const now = '2026-11-20T12:00:00Z'
const exact = (dollars: number): Estimate => ({ kind: 'exact', microUsd: usd(dollars) })

type Limits = { perDay?: number; perMonth?: number; perSession?: number; askAbove?: number }

function toLimits(limits: Limits) {
  return budgetSchema.parse(
    Object.fromEntries(Object.entries(limits).map(([name, value]) => [name, usd(value)])),
  )
}

async function open(limits: Limits, own: Record<string, Limits> = {}) {
  const { journal } = await openLibrary()
  const clock = createFakeClock(Date.parse(now))
  const start = () =>
    createBudget({ clock, ledger: journal, limits: (account) => toLimits(own[account] ?? limits) })
  const budget = start()
  function add(dollars: number, change: Partial<Submission> = {}): void {
    const submission = sampleSubmission({ estimate: exact(dollars) })
    journal.insert([{ ...submission, ...change, state: 'confirmed' }])
    journal.save({ ...submission, ...change })
  }
  function complete(dollars: number, at: string, change: Partial<Submission> = {}): void {
    const submission = sampleSubmission({ estimate: exact(dollars), ...change })
    journal.insert([submission])
    const job = sampleJob({ status: 'completed', completed_at: at })
    journal.saveEnd(
      { ...submission, state: 'accepted', job, settled: settleWithoutResult(submission.estimate) },
      [],
    )
  }
  function completeOpen(estimate: Estimate) {
    const submission = sampleSubmission({ estimate, settled: settleWithoutResult(estimate) })
    journal.insert([submission])
    journal.saveEnd(
      { ...submission, state: 'accepted', job: sampleJob({ status: 'completed', completed_at: now }) },
      [],
    )
    return (settled: Settled) => journal.saveSettled(submission.submissionId, settled)
  }
  return { budget, start, clock, ledger: journal, add, complete, completeOpen }
}

test('[SPEND1] no confirmation is needed where the person set no budget', async () => {
  const { budget } = await open({})
  expect(budget.objection('sandbox', [exact(10_000)], [])).toBeNull()
  expect(budget.status('sandbox')).toEqual({
    day: null,
    month: null,
    session: null,
    sessionSince: '2026-11-20T12:00:00.000Z',
    askAbove: null,
  })
})

describe('[SPEND1] runs above the person’s price', () => {
  const range: Estimate = {
    kind: 'range',
    minMicroUsd: usd(0.5),
    maxMicroUsd: usd(1.01),
    fields: ['resolution'],
  }

  test.each<[string, Estimate[], number | null]>([
    ['at it', [exact(1)], null],
    ['above it', [exact(0.2), exact(1.5)], 1.7],
    ['above it at its upper end', [range], 1.01],
    ['many that are above it only together', [exact(0.9), exact(0.9)], 1.8],
    ['many that are at it together', [exact(0.5), exact(0.5)], null],
    ['without a listed price', [{ kind: 'unlisted' }], null],
    [
      'by the second, at the longest length',
      [{ kind: 'rate', microUsdPerSecond: usd(0.2), longestSeconds: 6 }],
      1.2,
    ],
    ['by the second, at fifteen seconds', [{ kind: 'rate', microUsdPerSecond: usd(0.07) }], 1.05],
  ])('%s', async (_, estimates, requested) => {
    const { budget } = await open({ askAbove: 1 })
    const expected = requested && {
      question: 'price',
      limit: usd(1),
      committed: 0,
      requested: usd(requested),
      ...(estimates.some(({ kind }) => kind !== 'exact') && { isUpTo: true }),
    }
    expect(budget.objection('sandbox', estimates, [])).toEqual(expected)
    expect(budget.objection('sandbox', estimates, ['price'])).toBeNull()
  })
})

test('[SPEND2] held runs that a confirmation replaces don’t count against its budgets', async () => {
  const { budget, add } = await open({ perDay: 3, perMonth: 3, perSession: 3 })
  add(1, { submissionId: 'kept' })
  add(2, { submissionId: 'held' })
  expect(budget.objection('sandbox', [exact(2)], [])).toMatchObject({ question: 'day', committed: usd(3) })
  expect(budget.objection('sandbox', [exact(2)], [], ['held'])).toBeNull()
  expect(budget.objection('sandbox', [exact(2.5)], [], ['held'])).toMatchObject({ committed: usd(1) })
  expect(budget.objection('sandbox', [exact(2.5)], ['day', 'month'], ['held'])).toMatchObject({
    question: 'session',
    committed: usd(1),
  })
})

test('[AGENT10] the agents’ budget counts what completed today and everything open, whenever it was confirmed', async () => {
  const { clock, ledger, add, complete } = await open({})
  const agents = createAgentBudget({
    clock,
    ledger,
    limits: () => ({ perDay: usd(10), askAbove: usd(10) }),
  })
  const yesterday = { agent: 'helper', confirmedAt: Date.parse('2026-11-19T23:50:00Z') }
  complete(1, '2026-11-20T00:00:00Z', yesterday)
  complete(100, '2026-11-19T23:59:59.999Z', yesterday)
  complete(100, '2026-11-20T01:00:00Z')
  for (const state of ['confirmed', 'unsent', 'unknown'] as const) add(1, { ...yesterday, state })
  add(1, { ...yesterday, state: 'sending', attempts: 1 })
  add(1, { ...yesterday, state: 'accepted', job: sampleJob({ status: 'queued' }) })
  add(50, { state: 'confirmed' })
  add(50, { ...yesterday, serviceId: 'https://other.example' })
  for (const state of ['rejected', 'withdrawn', 'closed'] as const) add(50, { ...yesterday, state })
  expect(agents.status('sandbox').committed).toBe(usd(6))
  expect(agents.objection('sandbox', [exact(4.01)], { isAllowed: true })).toMatchObject({ asksPerson: false })
  // What has no listed price is refused once all of it is spent.
  const unlisted = () => agents.objection('sandbox', [{ kind: 'unlisted' }], { isAllowed: true })
  expect(unlisted()).toBeNull()
  add(4, { ...yesterday, state: 'confirmed' })
  expect(unlisted()).toMatchObject({ asksPerson: false, reason: { code: 'agent_budget', requested: 0 } })
})

test('[SPEND2] a day’s budget counts what completed today and everything under way', async () => {
  const { budget, add, complete } = await open({ perDay: 10 })
  complete(1, '2026-11-20T00:00:00Z')
  complete(100, '2026-11-19T23:59:59.999Z')
  for (const state of ['confirmed', 'unsent', 'unknown'] as const) add(1, { state })
  add(1, { state: 'sending', attempts: 1 })
  add(1, { state: 'accepted', job: sampleJob({ status: 'queued' }) })
  for (const state of ['rejected', 'withdrawn', 'closed'] as const) add(50, { state })
  expect(budget.status('sandbox').day).toEqual({ limit: usd(10), committed: usd(6), open: usd(5) })
  expect(budget.objection('sandbox', [exact(2), exact(2)], [])).toBeNull()
  expect(budget.objection('sandbox', [exact(2), exact(2.01)], [])).toEqual({
    question: 'day',
    limit: usd(10),
    committed: usd(6),
    open: usd(5),
    requested: usd(4.01),
  })
})

test('[SPEND2] once a budget is spent, a run without a listed price is asked about, too; a free one is not', async () => {
  const { budget, complete } = await open({ perDay: 1, perMonth: 5, askAbove: 1 })
  const unlisted: Estimate[] = [{ kind: 'unlisted' }]
  expect(budget.objection('sandbox', unlisted, [])).toBeNull()
  complete(1, '2026-11-20T11:00:00Z')
  expect(budget.objection('sandbox', unlisted, [])).toEqual({
    question: 'day',
    limit: usd(1),
    committed: usd(1),
    requested: 0,
  })
  expect(budget.objection('sandbox', unlisted, ['day'])).toBeNull()
  expect(budget.objection('sandbox', [exact(0)], [])).toBeNull()
})

test('[SPEND3] a month is a UTC month', async () => {
  const { budget, complete } = await open({ perMonth: 5 })
  complete(4, '2026-11-01T00:00:00Z')
  complete(4, '2026-10-31T23:59:59.999Z')
  expect(budget.status('sandbox').month).toEqual({ limit: usd(5), committed: usd(4) })
  expect(budget.objection('sandbox', [exact(2)], ['price', 'day'])).toMatchObject({ question: 'month' })
})

test('[SPEND1] each budget is confirmed separately, and a free run needs no confirmation', async () => {
  const { budget } = await open({ perDay: 1, perMonth: 2, askAbove: 3 })
  const ask = (agreed: Parameters<typeof budget.objection>[2]) =>
    budget.objection('sandbox', [exact(4)], agreed)?.question
  expect([ask([]), ask(['price']), ask(['price', 'day']), ask(['price', 'day', 'month'])]).toEqual([
    'price',
    'day',
    'month',
    undefined,
  ])
  expect(budget.objection('sandbox', [{ kind: 'unlisted' }], [])).toBeNull()
})

test('[SPEND4] what another account has spent or has under way counts against none of this one’s budgets', async () => {
  const { budget, add, complete } = await open({ perDay: 10, perMonth: 20 })
  complete(4, '2026-11-20T00:00:00Z')
  add(3, { state: 'confirmed' })
  expect(budget.status('sandbox').day?.committed).toBe(usd(7))
  const service = 'https://service.example'
  expect(budget.status(service)).toMatchObject({ day: { committed: 0 }, month: { committed: 0 } })
  expect(budget.objection(service, [exact(10)], [])).toBeNull()
  expect(budget.objection('sandbox', [exact(4)], [])).toMatchObject({ question: 'day' })
})

test('[SPEND5] [SPEND12] a price that stays open counts at the most that it can be, a settled one as it is', async () => {
  const { budget, completeOpen } = await open({ perDay: 10 })
  const range = { kind: 'range', minMicroUsd: usd(1), maxMicroUsd: usd(3), fields: [] } as const
  const settle = completeOpen({ ...range, fields: [] })
  expect(budget.status('sandbox').day).toEqual({ limit: usd(10), committed: usd(3), open: usd(3) })
  settle({ kind: 'exact', microUsd: usd(2) })
  expect(budget.status('sandbox').day).toEqual({ limit: usd(10), committed: usd(2) })
})

test('[SPEND6] a session’s budget counts the runs confirmed since the studio was started, and no earlier ones', async () => {
  const { budget, start, add, complete } = await open({ perSession: 3 })
  complete(1, '2026-11-20T11:00:00Z')
  add(1, { state: 'unknown' })
  add(50, { state: 'withdrawn' })
  expect(budget.status('sandbox').session).toEqual({ limit: usd(3), committed: usd(2), open: usd(1) })
  expect(budget.objection('sandbox', [exact(1)], [])).toBeNull()
  expect(budget.objection('sandbox', [exact(1.01)], ['day'])).toMatchObject({ question: 'session' })
  expect(budget.objection('sandbox', [exact(1.01)], ['session'])).toBeNull()
  const next = start()
  expect(next.status('sandbox').session).toEqual({ limit: usd(3), committed: 0 })
  add(2, { state: 'confirmed' })
  expect(next.status('sandbox').session?.committed).toBe(usd(2))
})

test('[SPEND6] a clock that is set back lets no run out of the session', async () => {
  const { budget, add } = await open({ perSession: 3 })
  add(2, { state: 'confirmed', confirmedAt: Date.parse('2026-11-01T00:00:00Z') })
  expect(budget.status('sandbox').session?.committed).toBe(usd(2))
})

test('[SPEND7] an account has its own budgets; one without has those of all such accounts', async () => {
  const service = 'https://service.example'
  const { budget } = await open({ perDay: 1 }, { [service]: { perSession: 5 } })
  expect(budget.status('sandbox')).toMatchObject({ day: { limit: usd(1) }, session: null })
  expect(budget.status(service)).toMatchObject({ day: null, session: { limit: usd(5) } })
  expect(budget.objection(service, [exact(2)], [])).toBeNull()
  expect(budget.objection('sandbox', [exact(2)], [])).toMatchObject({ question: 'day' })
})

test('[SPEND2] what a service’s clock completes in our future counts today', async () => {
  const { budget, complete } = await open({ perDay: 10 })
  complete(4, '2026-11-21T00:00:30Z')
  expect(budget.status('sandbox').day?.committed).toBe(usd(4))
})

test.each([
  ['2026-11-20T23:59:59.999Z', 4, 4],
  ['2026-11-21T00:00:00Z', 0, 4],
  ['2026-11-30T23:59:59.999Z', 0, 4],
  ['2026-12-01T00:00:00Z', 0, 0],
])('[SPEND3] at %s the day has %d and the month %d, in every time zone', async (moment, day, month) => {
  for (const zone of ['UTC', 'Pacific/Auckland', 'America/Los_Angeles', 'Europe/Berlin']) {
    vi.stubEnv('TZ', zone)
    const { budget, clock, complete } = await open({ perDay: 10, perMonth: 10 })
    complete(4, '2026-11-20T18:00:00Z')
    await clock.advance(Date.parse(moment) - clock.now())
    const { day: today, month: thisMonth } = budget.status('sandbox')
    expect([today?.committed, thisMonth?.committed]).toEqual([usd(day), usd(month)])
    vi.unstubAllEnvs()
  }
})
