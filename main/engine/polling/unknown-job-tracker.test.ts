import { expect, it } from 'vitest'
import { createUnknownJobTracker } from './unknown-job-tracker.ts'

const start = Date.parse('2026-11-20T12:00:00Z')
const said = { message: 'No such job.', status: 404 }

/** Reports a job as unknown so many times, a second apart; the times since the first in seconds. */
function noteAt(watch: ReturnType<typeof createUnknownJobTracker>, ...seconds: number[]): (number | null)[] {
  return seconds.map((second) => watch.note('a', { ...said, now: start + second * 1_000 }))
}

it('[JOB24] five reports within less than a minute, or four over a minute, may be temporary', () => {
  const quick = createUnknownJobTracker()
  expect(noteAt(quick, 0, 1, 2, 3, 4, 59.999)).toEqual([null, null, null, null, null, null])
  const few = createUnknownJobTracker()
  expect(noteAt(few, 0, 60, 120, 180)).toEqual([null, null, null, null])
  for (const watch of [quick, few]) expect([watch.problem('a'), watch.size()]).toEqual([null, 0])
})

it('[JOB24] the fifth report a minute after the first makes it missing: next read after ten minutes, then with growing pauses up to an hour', () => {
  const watch = createUnknownJobTracker()
  noteAt(watch, 0, 1, 2, 3)
  expect(noteAt(watch, 60)).toEqual([600_000])
  expect(watch.problem('a')).toEqual({
    code: 'job_missing',
    ...said,
    retryAt: new Date(start + 660_000).toISOString(),
  })
  expect([watch.size(), watch.problem('b')]).toEqual([1, null])
  const later = noteAt(watch, 660, 1_860, 4_260, 7_860)
  expect(later).toEqual([1_200_000, 2_400_000, 3_600_000, 3_600_000])
  expect(watch.size()).toBe(1)
})

it('[JOB24] however often it was unknown before, the first pause of a missing job is ten minutes', () => {
  const watch = createUnknownJobTracker()
  noteAt(watch, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9)
  expect(noteAt(watch, 60, 660)).toEqual([600_000, 1_200_000])
})

it('[JOB24] a job that is known again starts over', () => {
  const watch = createUnknownJobTracker()
  expect(watch.forget('a')).toBe(false)
  noteAt(watch, 0, 1, 2, 3, 60)
  expect([watch.forget('a'), watch.forget('a'), watch.size()]).toEqual([true, false, 0])
  expect(noteAt(watch, 120, 180, 240, 300)).toEqual([null, null, null, null])
})
