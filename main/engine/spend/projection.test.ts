import { expect, test, vi } from 'vitest'
import { microUsd } from '../../../shared/pricing/money.ts'
import type { Period } from './ports.ts'
import { projectMonth } from './projection.ts'

const dayMs = 86_400_000

/** A dollar at noon UTC of each of these days. */
function spendOn(...days: string[]) {
  const ends = days.map((day) => Date.parse(`${day}T12:00:00Z`))
  return ({ from, to }: Period) => {
    const jobs = ends.filter((end) => end >= from && end < to).length
    return { jobs, microUsd: microUsd(jobs * 1_000_000), upToMicroUsd: microUsd(0), unlistedJobs: 0 }
  }
}

function project(now: string, first: string | null, ...days: string[]) {
  const firstCompletedAt = first === null ? null : Date.parse(first)
  return projectMonth({ now: Date.parse(now), firstCompletedAt, sums: spendOn(...days) })
}

test('[SPEND10] the rest of the month is projected at the pace of the last seven days', () => {
  const days = Array.from({ length: 20 }, (_, index) => `2026-11-${String(index + 1).padStart(2, '0')}`)
  expect(project('2026-11-21T00:00:00Z', '2026-11-01T12:00:00Z', ...days)).toMatchObject({
    month: '2026-11',
    toDate: { microUsd: 20_000_000 },
    daysLeft: 9,
    pace: { days: 7, microUsd: 7_000_000, projectedMicroUsd: 30_000_000 },
  })
})

test('[SPEND10] with fewer days of history the pace is that of the whole days there are', () => {
  const projected = project('2026-11-05T06:00:00Z', '2026-11-01T12:00:00Z', '2026-11-02', '2026-11-04')
  expect(projected.pace).toEqual({ days: 3, microUsd: 2_000_000, projectedMicroUsd: 2_000_000 + 17_166_667 })
})

test.each([
  ['before the first job', null],
  ['two days after it', '2026-11-03T07:00:00Z'],
])('[SPEND10] %s nothing is projected', (_, first) => {
  expect(project('2026-11-05T06:00:00Z', first, '2026-11-03').pace).toBeNull()
})

test('[SPEND10] a pace reaches back over the end of a month', () => {
  const { toDate, pace } = project('2026-12-01T00:00:00Z', '2026-11-01T12:00:00Z', '2026-11-28', '2026-11-30')
  expect(toDate.microUsd).toBe(0)
  expect(pace).toMatchObject({ days: 7, microUsd: 2_000_000 })
})

test.each([
  ['the last moment of a month', '2026-11-30T23:59:59.999Z', '2026-11', 0],
  ['the first of the next', '2026-12-01T00:00:00Z', '2026-12', 30],
  ['the day on which summer time ends', '2026-10-25T01:30:00Z', '2026-10', 6],
  ['the day on which it begins', '2026-03-29T01:30:00Z', '2026-03', 2],
  ['a leap day', '2028-02-29T12:00:00Z', '2028-02', 0],
])('[SPEND3] the month is UTC in every time zone: %s', (_, now, month, daysLeft) => {
  for (const zone of ['UTC', 'Europe/Berlin', 'America/Los_Angeles', 'Pacific/Kiritimati']) {
    vi.stubEnv('TZ', zone)
    const first = new Date(Date.parse(now) - 30 * dayMs).toISOString()
    expect(project(now, first)).toMatchObject({ month, daysLeft })
    vi.unstubAllEnvs()
  }
})
