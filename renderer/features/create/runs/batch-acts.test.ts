import { expect, test } from 'vitest'
import type { SubmissionView } from '../../../../shared/bridge/views.ts'
import { submissionStates } from '../../../../shared/bridge/views.ts'
import { usd } from '../../../../shared/pricing/money.ts'
import { fileView, jobView, submissionView } from '../../../testing/fixtures.ts'
import { english } from '../../../words/en/words.ts'
import { failedOf, unsentOf } from './batch-standing.ts'
import { canceledWords } from './note-canceled.ts'

const job = jobView()

function run(some: Partial<SubmissionView>): SubmissionView {
  return submissionView({ estimate: { kind: 'exact', microUsd: usd(0.1) }, ...some })
}

const running = run({ state: 'accepted', job })
const done = run({ state: 'accepted', job: { ...job, status: 'completed' }, files: [fileView()] })
const failed = run({ state: 'accepted', job: { ...job, status: 'failed' } })
const cancelled = run({ state: 'accepted', job: { ...job, status: 'cancelled' } })
const inEachState = submissionStates.map((state) => run({ state }))

test('unsent runs can be canceled, and nothing else', () => {
  expect(unsentOf([running, done, failed, ...inEachState]).map(({ state }) => state)).toEqual([
    'confirmed',
    'unsent',
  ])
})

test('failed runs are retried, and never those that may have been charged or can’t be retried alone', () => {
  expect(failedOf([running, done, failed, cancelled, ...inEachState])).toEqual([failed])
})

test('canceling reports what was canceled, and what continues and costs', () => {
  const withdrawn = run({ state: 'withdrawn' })
  const sending = run({ state: 'sending' })
  const unlisted = run({ state: 'sending', estimate: { kind: 'unlisted' } })
  const say = (count: number, batch: SubmissionView[]) => canceledWords(count, batch, english)
  expect(say(2, [withdrawn, withdrawn, done])).toBe('2 runs were canceled and are not charged.')
  expect(say(1, [withdrawn, running, sending, done])).toBe(
    '1 run was canceled and is not charged. 2 were already sent and continue: $0.20.',
  )
  expect(say(1, [withdrawn, unlisted])).toBe(
    '1 run was canceled and is not charged. 1 was already sent and continues: price not listed.',
  )
  expect(say(0, [running])).toBe(
    'All were already sent; none was canceled. 1 was already sent and continues: $0.10.',
  )
})
