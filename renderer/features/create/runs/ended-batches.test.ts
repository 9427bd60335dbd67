import { expect, test } from 'vitest'
import type { SubmissionView } from '../../../../shared/bridge/views.ts'
import { fileView, jobView, submissionView } from '../../../testing/fixtures.ts'
import { endedBatches } from './announce-runs.ts'

function run(submissionId: string, batchId: string, some: Partial<SubmissionView>): SubmissionView {
  return submissionView({ submissionId, batchId, ...some })
}

const job = jobView()
const running: Partial<SubmissionView> = { state: 'accepted', job }
const done: Partial<SubmissionView> = {
  state: 'accepted',
  job: { ...job, status: 'completed' },
  files: [fileView()],
}
const failed: Partial<SubmissionView> = { state: 'accepted', job: { ...job, status: 'failed' } }

function ids(batches: readonly (readonly SubmissionView[])[]): string[][] {
  return batches.map((batch) => batch.map((one) => one.submissionId))
}

test('a run that ends is reported, once', () => {
  const [before, now] = [[run('a', '1', running)], [run('a', '1', done)]]
  expect(ids(endedBatches(before, now))).toEqual([['a']])
  expect(endedBatches(now, [run('a', '1', { ...done, updatedAt: '2026-11-20T11:00:00Z' })])).toEqual([])
})

test('runs of a batch are reported together, when the last has ended', () => {
  const both = [run('b', '1', running), run('a', '1', running)]
  const one = [run('b', '1', running), run('a', '1', failed)]
  expect(endedBatches(both, one)).toEqual([])
  expect(ids(endedBatches(one, [run('b', '1', done), run('a', '1', failed)]))).toEqual([['a', 'b']])
})

test('runs that had ended when first read, and those that the person ended, are not reported', () => {
  expect(endedBatches([], [run('a', '1', done)])).toEqual([])
  const waiting = [run('a', '1', { state: 'confirmed' })]
  expect(endedBatches(waiting, [run('a', '1', { state: 'withdrawn' })])).toEqual([])
})
