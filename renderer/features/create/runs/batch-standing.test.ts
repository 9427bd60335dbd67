import { expect, test } from 'vitest'
import type { SubmissionView } from '../../../../shared/bridge/views.ts'
import { usd } from '../../../../shared/pricing/money.ts'
import { fileView, jobView, submissionView } from '../../../testing/fixtures.ts'
import { english } from '../../../words/en/words.ts'
import { goingOn, openIn, standingOf } from './batch-standing.ts'
import { cancelWords, sheetPriceWords, standingWords } from './run-words.ts'

const job = jobView()

function run(some: Partial<SubmissionView>): SubmissionView {
  return submissionView({ estimate: { kind: 'exact', microUsd: usd(0.1) }, ...some })
}

const underWay = run({ state: 'accepted', job })
const done = run({ state: 'accepted', job: { ...job, status: 'completed' }, files: [fileView()] })
const failed = run({ state: 'accepted', job: { ...job, status: 'failed' } })
const withdrawn = run({ state: 'withdrawn' })
const unknown = run({ state: 'unknown' })

function say(runs: readonly SubmissionView[]) {
  const standing = standingOf(runs)
  return [
    standingWords(standing.counts, english)
      .map(({ text }) => text)
      .join(' · '),
    sheetPriceWords(standing, english),
  ]
}

test('[RUN40] each run of a sheet is counted by its state, and unbilled ones are in no sum', () => {
  expect(say([done, done, failed, underWay, run({}), withdrawn, unknown])).toEqual([
    '2 done · 1 failed · 1 unknown · 1 canceled · 1 running · 1 waiting',
    '$0.50',
  ])
})

test('[RUN80] what is being sent or saved is not counted as running', () => {
  const sending = run({ state: 'sending' })
  const saving = run({ state: 'accepted', job: { ...job, status: 'completed' } })
  expect(say([sending, sending, underWay, saving, run({})])[0]).toBe(
    '2 being sent · 1 running · 1 being saved · 1 waiting',
  )
  expect(openIn(standingOf([sending, underWay, saving, run({}), done]).counts)).toBe(4)
  expect(goingOn([sending, underWay, saving, run({}), done]).runs).toBe(3)
})

test('runs without a listed price are counted beside the sum, and never guessed', () => {
  const unlisted = run({ state: 'accepted', job, estimate: { kind: 'unlisted' } })
  expect(say([done, unlisted, unlisted])[1]).toBe('$0.10 + 2 not listed')
  expect(say([unlisted, unlisted])[1]).toBe('Price not listed')
})

test('an open price counts at its upper end', () => {
  const range = { kind: 'range', minMicroUsd: usd(0.04), maxMicroUsd: usd(0.075), fields: [] } as const
  expect(say([run({ estimate: { ...range, fields: [] } }), done])[1]).toBe('≤ $0.175')
})

test('a sheet of which nothing was billed says so', () => {
  expect(say([failed, withdrawn])[1]).toBe('not billed')
})

test('a sheet says where one of its runs needs attention, or one of its files', () => {
  const partly = { ...done, files: [fileView(), fileView({ state: 'failed' })] }
  const troubled = (runs: readonly SubmissionView[]) => [...standingOf(runs).troubled]
  expect(troubled([done, underWay])).toEqual([])
  expect(troubled([done, failed])).toEqual(['failed'])
  expect(troubled([done, partly])).toEqual(['done'])
})

test('[JOB61] a batch that is being sent says why its sent runs can’t be canceled, and only then', () => {
  const waiting = run({ state: 'confirmed' })
  expect(cancelWords([waiting, waiting, underWay, done, failed], english)).toBe(
    '2 unsent can still be canceled; 1 already sent can’t be, because the service has no way to stop a job.',
  )
  expect(cancelWords([waiting, done], english)).toBeNull()
  expect(cancelWords([underWay, done], english)).toBeNull()
})
