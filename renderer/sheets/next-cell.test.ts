import fc from 'fast-check'
import { expect, it } from 'vitest'
import { nextCell } from './next-cell.ts'

it('[SHEET85] an arrow goes to the cell beside it, and where a row or a column ends to the next in reading order', () => {
  const from = (key: string, here: number) => nextCell(key, { here, columns: 3, count: 8 })
  expect(['ArrowRight', 'ArrowLeft', 'ArrowDown', 'ArrowUp'].map((key) => from(key, 4))).toEqual([5, 3, 7, 1])
  expect(from('ArrowRight', 2)).toBe(3)
  expect(from('ArrowLeft', 3)).toBe(2)
  // The last row is shorter.
  expect(from('ArrowDown', 5)).toBe(7)
  expect(from('ArrowDown', 6)).toBe(7)
  expect(from('ArrowUp', 2)).toBe(1)
  expect([from('ArrowRight', 7), from('ArrowDown', 7), from('ArrowLeft', 0), from('ArrowUp', 0)]).toEqual(
    Array(4).fill(null),
  )
  expect([from('Home', 4), from('End', 4), from('Enter', 4)]).toEqual([0, 7, null])
})

it('[SHEET85] in one column and in one row all arrows lead on', () => {
  const step = (key: string, columns: number) => nextCell(key, { here: 1, columns, count: 3 })
  for (const columns of [1, 3]) {
    expect(['ArrowRight', 'ArrowDown'].map((key) => step(key, columns))).toEqual([2, 2])
    expect(['ArrowLeft', 'ArrowUp'].map((key) => step(key, columns))).toEqual([0, 0])
  }
})

it('[SHEET85] → and ↓ lead to every cell that is there, past places without one', () => {
  const places = fc.array(fc.boolean(), { minLength: 1, maxLength: 24 }).filter((all) => all.includes(true))
  fc.assert(
    fc.property(places, fc.integer({ min: 1, max: 6 }), (there, columns) => {
      const isThere = (at: number) => there[at] === true
      const seen: number[] = []
      let here: number | null = there.indexOf(true)
      while (here !== null) {
        seen.push(here)
        here = nextCell('ArrowRight', { here, columns, count: there.length }, isThere)
      }
      expect(seen).toEqual(there.flatMap((is, at) => (is ? [at] : [])))
      for (const key of ['ArrowDown', 'ArrowUp', 'ArrowLeft'])
        for (const at of seen) {
          const to = nextCell(key, { here: at, columns, count: there.length }, isThere)
          expect(to === null || (isThere(to) && to !== at && to < at === (key !== 'ArrowDown'))).toBe(true)
        }
    }),
  )
})
