import { expect, test } from 'vitest'
import { jobView, libraryItem, submissionView } from '../../testing/fixtures.ts'
import { timingsOf } from './item-timings.ts'

test('[VIEW1] says what happened when, in its order; a file that was taken in has its own time alone', () => {
  const item = libraryItem({ savedAt: '2026-11-20T10:00:30Z' })
  const job = jobView({ createdAt: '2026-11-20T10:00:10Z', completedAt: '2026-11-20T10:00:20Z' })
  const submission = submissionView({ sentAt: '2026-11-20T10:00:00Z', job })
  expect(timingsOf(item, submission)).toEqual([
    ['submitted', '2026-11-20T10:00:00Z'],
    ['started', '2026-11-20T10:00:10Z'],
    ['completed', '2026-11-20T10:00:20Z'],
    ['downloaded', '2026-11-20T10:00:30Z'],
  ])
  expect(timingsOf(item, null)).toEqual([['downloaded', '2026-11-20T10:00:30Z']])
  const unknown = submissionView({ sentAt: null, job: null })
  expect(timingsOf(libraryItem({ savedAt: '' }), unknown)).toEqual([])
})
