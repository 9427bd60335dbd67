import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type BudgetQuestion, budgetQuestions } from '../../../shared/bridge/budget.ts'
import { type Estimate, upperEnd } from '../../../shared/pricing/estimate.ts'
import { microUsd } from '../../../shared/pricing/money.ts'
import { notBilled, settleWithoutResult } from '../../../shared/pricing/settle.ts'
import { type BudgetLimits, budgetSchema } from '../../../shared/settings/settings.ts'
import { createFakeClock } from '../../testing/fake-clock.ts'
import { openLibrary } from '../../testing/open-library.ts'
import { sampleJob, sampleSubmission } from '../../testing/sample-submission.ts'
import type { Submission } from '../submissions/submission.ts'
import { createBudget } from './budget.ts'

const accounts = ['sandbox', 'https://service.example'] as const
const amount = fc.integer({ min: 1, max: 40 }).map(microUsd)

const estimate: fc.Arbitrary<Estimate> = fc.oneof(
  amount.map((one) => ({ kind: 'exact', microUsd: one }) as const),
  fc.tuple(amount, amount).map(([least, more]) => {
    return {
      kind: 'range',
      minMicroUsd: least,
      maxMicroUsd: microUsd(least + more),
      fields: [] as string[],
    } as const
  }),
  amount.map((one) => ({ kind: 'rate', microUsdPerSecond: one, longestSeconds: 3 }) as const),
)

const upTo = (max: number) => fc.option(fc.integer({ min: 1, max }).map(microUsd))
const limits = fc
  .record({ perDay: upTo(200), perMonth: upTo(300), perSession: upTo(150), askAbove: upTo(60) })
  .map((given) => budgetSchema.parse(given))

const acts = ['accept', 'lose', 'complete', 'fail', 'settle', 'close', 'withdraw'] as const

const step = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      act: fc.constant('confirm' as const),
      account: fc.constantFrom(...accounts),
      estimates: fc.array(estimate, { minLength: 1, maxLength: 3 }),
      agreed: fc.oneof({ weight: 3, arbitrary: fc.constant([]) }, fc.subarray([...budgetQuestions])),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({ act: fc.constantFrom(...acts), which: fc.nat(30), percent: fc.nat(100) }),
  },
  { weight: 1, arbitrary: fc.record({ act: fc.constant('wait' as const), hours: fc.nat(30) }) },
  { weight: 1, arbitrary: fc.record({ act: fc.constant('restart' as const) }) },
)

type Step = typeof step extends fc.Arbitrary<infer One> ? One : never

/** Budgets over a real library, beside a plain list of the same runs that says what is really committed. */
async function open(own: Readonly<Record<string, BudgetLimits>>) {
  const { journal } = await openLibrary()
  const clock = createFakeClock(Date.parse('2026-11-29T12:00:00Z'))
  const start = () =>
    createBudget({ clock, ledger: journal, limits: (id) => own[id] ?? budgetSchema.parse({}) })
  const runs: Submission[] = []
  let budget = start()
  let firstOfSession = 0

  /** By the list alone. */
  function committed(account: string, period: 'day' | 'month' | 'session'): number {
    const length = period === 'day' ? 10 : 7
    const today = new Date(clock.now()).toISOString().slice(0, length)
    return runs.reduce((sum, run, index) => {
      if (run.serviceId !== account || (period === 'session' && index < firstOfSession)) return sum
      const cost = costOf(run)
      const endedAt = run.settled === null ? null : (run.job?.completed_at ?? null)
      const isPast = period !== 'session' && endedAt !== null && endedAt.slice(0, length) < today
      return isPast ? sum : sum + cost
    }, 0)
  }

  function confirm(account: string, estimates: readonly Estimate[], agreed: readonly BudgetQuestion[]) {
    if (budget.objection(account, estimates, agreed)) return
    const times = { confirmedAt: clock.now(), updatedAt: clock.now() }
    const added = estimates.map((one) => sampleSubmission({ serviceId: account, estimate: one, ...times }))
    journal.insert(added)
    runs.push(...added)
    const { perDay, perMonth, perSession, askAbove } = own[account] ?? budgetSchema.parse({})
    const asked: readonly (readonly [BudgetQuestion, number | null, number])[] = [
      ['day', perDay, committed(account, 'day')],
      ['month', perMonth, committed(account, 'month')],
      ['session', perSession, committed(account, 'session')],
      ['price', askAbove, estimates.reduce((sum, one) => sum + (upperEnd(one) ?? 0), 0)],
    ]
    for (const [question, limit, sum] of asked)
      if (limit !== null && !agreed.includes(question)) expect(sum, question).toBeLessThanOrEqual(limit)
  }

  function move(act: (typeof acts)[number], index: number, percent: number) {
    const run = runs[index]
    const after = run && moved(run, act, clock.now(), percent)
    if (!run || !after) return
    runs[index] = after
    if (act === 'settle') journal.saveSettled(run.submissionId, after.settled ?? notBilled)
    else if (act === 'complete' || act === 'fail') journal.saveEnd(after, [])
    else journal.save(after)
  }

  return async function take(one: Step): Promise<void> {
    if (one.act === 'confirm') confirm(one.account, one.estimates, one.agreed)
    else if (one.act === 'wait') await clock.advance(one.hours * 3_600_000)
    else if (one.act === 'restart') {
      budget = start()
      firstOfSession = runs.length
    } else move(one.act, runs.length === 0 ? 0 : one.which % runs.length, one.percent)
  }
}

/** What a run counts, at most. */
function costOf({ state, settled, estimate: confirmed }: Submission): number {
  if (settled) return settled.kind === 'unlisted' ? 0 : settled.microUsd
  return state === 'withdrawn' || state === 'closed' ? 0 : (upperEnd(confirmed) ?? 0)
}

/** The run after an act; null where it can't happen to it. */
function moved(run: Submission, act: (typeof acts)[number], now: number, percent: number): Submission | null {
  const isNew = run.state === 'confirmed'
  if (act === 'withdraw') return isNew ? { ...run, state: 'withdrawn' } : null
  if (act === 'lose') return isNew ? { ...run, state: 'unknown' } : null
  if (act === 'close') return run.state === 'unknown' ? { ...run, state: 'closed' } : null
  if (act === 'accept')
    return isNew || run.state === 'unknown'
      ? { ...run, state: 'accepted', job: sampleJob({ status: 'queued' }) }
      : null
  if (run.state !== 'accepted' || !run.job) return null
  if (act === 'settle') {
    if (run.settled?.kind !== 'up_to') return null
    return {
      ...run,
      settled: { kind: 'exact', microUsd: microUsd(Math.round((run.settled.microUsd * percent) / 100)) },
    }
  }
  if (run.settled) return null
  const status = act === 'complete' ? 'completed' : 'failed'
  const settled = act === 'complete' ? settleWithoutResult(run.estimate) : notBilled
  return { ...run, settled, job: { ...run.job, status, completed_at: new Date(now).toISOString() } }
}

test('[SPEND1] whatever is confirmed, ended and settled, in whichever order, no budget is passed unasked', async () => {
  await fc.assert(
    fc.asyncProperty(
      limits,
      limits,
      fc.array(step, { minLength: 10, maxLength: 60, size: 'max' }),
      async (sandbox, service, steps) => {
        const take = await open({ [accounts[0]]: sandbox, [accounts[1]]: service })
        for (const one of steps) await take(one)
      },
    ),
    { numRuns: 40 },
  )
}, 120_000)
