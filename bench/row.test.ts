import { expect, test } from 'vitest'
import { measureRow, percentile, type Row, renderTable } from './row.ts'

const row: Row = {
  what: 'a thing',
  unit: 'ms',
  baselineIs: 'by hand',
  oursIs: 'by Atelier',
  aim: { kind: 'ratio', atMost: 2 },
  measure: async () => ({ baseline: [10, 11, 90], ours: [20, 22, 500] }),
}

test('a row is the ratio of the medians: one slow round changes nothing', async () => {
  expect(await measureRow(row)).toMatchObject({ baseline: 11, ours: 22, ratio: 2, met: true })
})

test('a row exceeds its aim by ratio or by a limit of its own', async () => {
  expect((await measureRow({ ...row, aim: { kind: 'ratio', atMost: 1.9 } })).met).toBe(false)
  expect((await measureRow({ ...row, aim: { kind: 'limit', atMost: 22 } })).met).toBe(true)
  expect((await measureRow({ ...row, aim: { kind: 'limit', atMost: 21 } })).met).toBe(false)
})

test('percentiles are values that were measured', () => {
  const values = Array.from({ length: 100 }, (_, index) => 100 - index)
  expect([percentile(values, 0.5), percentile(values, 0.95), percentile([7], 0.95)]).toEqual([51, 96, 7])
  expect(() => percentile([], 0.5)).toThrow(RangeError)
})

test('the table marks rows that exceed their aim', async () => {
  const table = renderTable([
    await measureRow(row),
    await measureRow({ ...row, what: 'slow', aim: { kind: 'limit', atMost: 1 } }),
  ])
  expect(table).toMatch(/a thing +11\.0 ms +22\.0 ms +2\.00× +≤ 2× +under/)
  expect(table).toMatch(/slow .* OVER/)
})
