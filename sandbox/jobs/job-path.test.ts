import fc from 'fast-check'
import { expect, test } from 'vitest'
import { jobStatuses, statusRank } from '../../shared/api/job.ts'
import { mediaKinds } from '../../shared/api/media.ts'
import { planRunTime, standingAt } from './job-path.ts'

const kinds = fc.constantFrom(...mediaKinds)
const shares = fc.array(fc.double({ min: -0.5, max: 2, noNaN: true }), { minLength: 2, maxLength: 30 })

test('a job starts as backlogged without progress', () => {
  fc.assert(
    fc.property(kinds, fc.uuid(), (kind, id) => {
      expect(standingAt(kind, id, 0)).toEqual({ status: 'backlogged', progress: 0 })
    }),
  )
})

test('status and progress only move forward, through listed statuses, and never end by themselves', () => {
  fc.assert(
    fc.property(kinds, fc.uuid(), shares, (kind, id, moments) => {
      const path = moments.toSorted((left, right) => left - right).map((share) => standingAt(kind, id, share))
      for (const [index, { status, progress }] of path.entries()) {
        const before = path[index - 1]
        expect(jobStatuses.indexOf(status)).toBeLessThan(jobStatuses.indexOf('completed'))
        expect(statusRank(status)).toBeGreaterThanOrEqual(before ? statusRank(before.status) : 0)
        expect(progress).toBeGreaterThanOrEqual(before?.progress ?? 0)
        expect(progress).toBeLessThan(1)
      }
    }),
  )
})

test('some videos pass intermediate-complete and some do not', () => {
  const ids = Array.from({ length: 40 }, (_, index) => `job ${index}`)
  const last = new Set(ids.map((id) => standingAt('video', id, 0.999).status))
  expect(last).toEqual(new Set(['intermediate-complete', 'sampling']))
})

test.each([
  ['image', 4000, 9000],
  ['video', 20_000, 45_000],
  ['audio', 8000, 15_000],
] as const)(
  '%s takes between %d and %d ms, and a thousandth of it at speed 1000',
  (kind, shortest, longest) => {
    const times = Array.from({ length: 200 }, (_, index) => planRunTime(kind, `job ${index}`, 1))
    expect(Math.min(...times)).toBeGreaterThanOrEqual(shortest)
    expect(Math.max(...times)).toBeLessThanOrEqual(longest)
    expect(Math.max(...times) - Math.min(...times)).toBeGreaterThan((longest - shortest) * 0.8)
    expect(planRunTime(kind, 'job 0', 1000)).toBe(Math.round((times[0] ?? 0) / 1000))
  },
)
