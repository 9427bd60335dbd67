import fc from 'fast-check'
import { expect, test } from 'vitest'
import { coverageOf, summarizeUsage } from './summarize.ts'
import { windowOfDates } from './windows.ts'

const window = windowOfDates({ from: '2026-11-01', to: '2026-11-05' })

test('[USE16] units by day add up to the total, with the others beyond eight', () => {
  const cell = fc.record({
    day: fc.integer({ min: 1, max: 5 }),
    key: fc.integer({ min: 0, max: 14 }).map((at) => (at === 0 ? null : `member-${at}`)),
    units: fc.integer({ min: 0, max: 1_000 }),
  })
  fc.assert(
    fc.property(
      fc.uniqueArray(cell, { selector: ({ day, key }) => `${day} ${key}`, maxLength: 70 }),
      (given) => {
        const cells = given.map(({ day, key, units }) => ({ date: `2026-11-0${day}`, key, units, jobs: 1 }))
        const series = [...Map.groupBy(cells, ({ key }) => key)]
          .map(([key, some]) => ({ key, label: key, units: sumOf(some), jobs: some.length }))
          .sort((left, right) => right.units - left.units)
        const summary = summarizeUsage({ window, series, cells, members: 0, jobsWithoutMember: 0 })
        const total = sumOf(cells)
        expect(summary.days.map(({ date }) => date)).toEqual([1, 2, 3, 4, 5].map((day) => `2026-11-0${day}`))
        expect(summary.units).toBe(total)
        expect(sumOf(summary.days)).toBe(total)
        expect(sumOf(summary.series) + (summary.others?.units ?? 0)).toBe(total)
        expect(summary.series.length).toBeLessThanOrEqual(8)
        for (const [index, one] of summary.series.entries())
          expect(summary.days.reduce((sum, day) => sum + (day.parts[index] ?? 0), 0)).toBe(one.units)
      },
    ),
  )
})

function sumOf(some: readonly { readonly units: number }[]): number {
  return some.reduce((sum, { units }) => sum + units, 0)
}

test('[USE1] the effective window and its clamps are those of the reports', () => {
  const at = (text: string) => Date.parse(text)
  const read = {
    asked: window,
    effective: { start: at('2026-11-02T00:00:00Z'), end: at('2026-11-04T09:00:00Z') },
    finalEnd: at('2026-11-04T08:50:00Z'),
    readAt: at('2026-11-04T09:00:00Z'),
  }
  expect(coverageOf('one', window, [read])).toEqual({
    accountId: 'one',
    effective: { start: '2026-11-02T00:00:00.000Z', end: '2026-11-04T09:00:00.000Z' },
    isStartClamped: true,
    isEndClamped: true,
    isWhole: true,
    readAt: '2026-11-04T09:00:00.000Z',
  })
  const apart = { ...read, asked: { ...window, start: at('2026-11-03T00:00:00Z') } }
  expect(coverageOf('one', window, [apart])).toMatchObject({ isStartClamped: false, isWhole: false })
  const part = { ...read, asked: { ...window, start: at('2026-11-01T12:00:00Z') } }
  expect(coverageOf('one', window, [part])).toMatchObject({ isStartClamped: true, isWhole: true })
  const whole = { ...read, effective: window }
  expect(coverageOf('one', window, [part, whole])).toMatchObject({ isStartClamped: false, isWhole: true })
  expect(coverageOf('one', window, [])).toMatchObject({ effective: null, isWhole: false })
})
