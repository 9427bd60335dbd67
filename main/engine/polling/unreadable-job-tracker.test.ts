import { expect, it } from 'vitest'
import { createUnreadableJobTracker } from './unreadable-job-tracker.ts'

it('[JOB33] the third unreadable response in a row is shown, with the last one’s content, until one is readable', () => {
  const watch = createUnreadableJobTracker()
  const steps = ['first', 'second', 'third', 'fourth'].map((cause) => [
    watch.note('a', cause),
    watch.problem('a')?.message ?? null,
  ])
  expect(steps).toEqual([
    [false, null],
    [false, null],
    [true, 'third'],
    [false, 'fourth'],
  ])
  expect(watch.problem('a')).toEqual({
    code: 'job_unreadable',
    message: 'fourth',
    status: null,
    retryAt: null,
  })
  expect([watch.problem('b'), watch.forget('b')]).toEqual([null, false])
  expect([watch.forget('a'), watch.forget('a'), watch.problem('a')]).toEqual([true, false, null])
  expect([watch.note('a', 'again'), watch.problem('a')]).toEqual([false, null])
})
