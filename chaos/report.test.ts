import { expect, test } from 'vitest'
import { barOf, judge, renderTable } from './report.ts'

const trial = { promise: 1, what: 'faults', bar: { faults: { full: 2000, short: 200 } } } as const
const bar = barOf(trial, 'full')

test('a trial passes that tried enough without a breach', () => {
  expect(judge(trial, bar, { counted: { faults: 2000 }, breaches: [] }, 1).passed).toBe(true)
})

test('a breach fails a trial, however much was tried', () => {
  expect(
    judge(trial, bar, { counted: { faults: 9000 }, breaches: ['It was charged twice.'] }, 1).passed,
  ).toBe(false)
})

test('a trial that tried too little, or did not count, fails', () => {
  expect(judge(trial, bar, { counted: { faults: 1999 }, breaches: [] }, 1).passed).toBe(false)
  expect(judge(trial, bar, { counted: { kills: 9000 }, breaches: [] }, 1).passed).toBe(false)
})

test('the table shows each count with its minimum, and each breach', () => {
  const table = renderTable([
    judge(trial, bar, { counted: { faults: 2004, unknown: 31 }, breaches: ['It was charged twice.'] }, 1),
  ])
  expect(table).toMatch(/1 +faults +2004 of 2000 faults, 31 unknown +1 +1\.0 s +BROKEN/)
  expect(table).toContain('Promise 1, faults: It was charged twice.')
})
