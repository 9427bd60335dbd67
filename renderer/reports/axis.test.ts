import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { axisTicks, labelledBars } from './axis.ts'

const values = fc.double({ min: 1e-3, max: 1e12, noNaN: true })
const wholeValues = fc.integer({ min: 1, max: 1_000_000_000_000 })

describe('an axis', () => {
  it.each([
    ['fractions', values, false],
    ['whole numbers', wholeValues, true],
  ])(
    'of %s begins at 0, reaches its data by less than a step more, and has few ticks',
    (_, numbers, isWhole) => {
      fc.assert(
        fc.property(numbers, (largest) => {
          const ticks = axisTicks(largest, { isWhole })
          const top = ticks.at(-1) ?? 0
          expect(ticks[0]).toBe(0)
          expect(top).toBeGreaterThanOrEqual(largest * (1 - 1e-9))
          expect(largest).toBeGreaterThan((ticks.at(-2) ?? 0) * (1 - 1e-9))
          expect(ticks.length).toBeGreaterThanOrEqual(2)
          expect(ticks.length).toBeLessThanOrEqual(6)
          if (isWhole) expect(ticks.every(Number.isInteger)).toBe(true)
        }),
      )
    },
  )

  it('has round steps', () => {
    expect(axisTicks(7_300_000, { isWhole: true })).toEqual([0, 2_000_000, 4_000_000, 6_000_000, 8_000_000])
    expect(axisTicks(0.9)).toEqual([0, 0.25, 0.5, 0.75, 1])
    expect(axisTicks(0.3)).toEqual([0, 0.1, 0.2, 0.3])
  })

  it.each([0, -1, Number.NaN, Number.POSITIVE_INFINITY])(
    'has its origin only where %d is the largest',
    (largest) => {
      expect(axisTicks(largest)).toEqual([0])
    },
  )
})

it('labels stand at the first and the last bar, and no two side by side', () => {
  expect([...labelledBars(30, 8)]).toEqual([0, 5, 10, 15, 20, 25, 29])
  expect([...labelledBars(1, 8)]).toEqual([0])
  expect([...labelledBars(0, 8)]).toEqual([])
  for (let count = 1; count <= 80; count += 1) {
    expect(labelledBars(count, 8).has(count - 1)).toBe(true)
    expect(labelledBars(count, 8).size).toBeLessThanOrEqual(9)
  }
})
