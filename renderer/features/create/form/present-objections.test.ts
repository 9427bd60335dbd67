import { expect, it } from 'vitest'
import type { BudgetObjection } from '../../../../shared/bridge/budget.ts'
import { microUsd, usd } from '../../../../shared/pricing/money.ts'
import { studioStatus } from '../../../testing/fixtures.ts'
import type { RequestedRun } from '../composer/run-confirmation.ts'
import { presentObjections } from './present-objections.ts'

const run: RequestedRun = {
  modelId: 'canvas',
  values: {},
  estimate: { kind: 'exact', microUsd: usd(1) },
}
const limit = usd(2)
const asked: BudgetObjection = {
  question: 'day',
  limit,
  committed: usd(1.8),
  open: usd(0.8),
  requested: usd(1),
}
const changed: BudgetObjection = {
  ...asked,
  question: 'changed',
  limit: microUsd(0),
  committed: microUsd(0),
}

function present(committed: number, some: Partial<RequestedRun> = {}) {
  const budget = { ...studioStatus().budget, day: { limit, committed: usd(committed) } }
  const request = { runs: [{ ...run, ...some }], sheet: null }
  return presentObjections({ request, objections: [changed, asked] }, budget)
}

it('[SPEND74] a question has the amounts of now, in its order', () => {
  expect(present(1.3)).toEqual([changed, { question: 'day', limit, committed: usd(1.3), requested: usd(1) }])
})

it('[SPEND74] a budget that would not be passed any more stands as it was asked', () => {
  expect(present(1)).toEqual([changed, asked])
})

it('[SPEND74] what is not known here stands as it was asked', () => {
  const retryOf = { submissionId: 'held', takesPlace: true, replaces: true } as const
  expect(present(1.3, { retryOf })).toEqual([changed, asked])
  const request = { runs: [run], sheet: null }
  expect(presentObjections({ request, objections: [asked] }, null)).toEqual([asked])
})
