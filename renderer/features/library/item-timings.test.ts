import { expect, test } from 'vitest'
import { jobView, libraryItem, submissionView } from '../../testing/fixtures.ts'
import { library } from '../../words/en/library.ts'
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

test('[VIEW1] a moment says its day only where that is another one than that of the moment above', () => {
  const noon = '2026-11-20T12:00:00Z'
  const said = library.momentToSecond(noon)
  const later = library.momentToSecond('2026-11-20T12:00:05Z', noon)
  expect(said.endsWith(library.momentToSecond(noon, noon))).toBe(true)
  expect([said.includes('2026'), later.includes('2026'), later.includes(':05')]).toEqual([true, false, true])
  expect(library.momentToSecond('2026-11-22T12:00:00Z', noon)).toContain('22')
})
