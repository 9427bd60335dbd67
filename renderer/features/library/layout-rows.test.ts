import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { layoutRows, verticalNeighbour } from './layout-rows.ts'

const gap = 6
const ratios = fc.array(fc.double({ min: 0.4, max: 3, noNaN: true }), { maxLength: 200 })
const width = fc.integer({ min: 320, max: 3000 })

describe('the justified grid', () => {
  it('places every item once, in order', () => {
    fc.assert(
      fc.property(ratios, width, (items, across) => {
        const rows = layoutRows(items, { width: across, targetHeight: 208, gap })
        const placed = rows.flatMap((row) => row.widths.map((_, at) => row.start + at))
        expect(placed).toEqual(items.map((_, index) => index))
      }),
    )
  })

  it('fills the width of every row but the last, and keeps proportions', () => {
    fc.assert(
      fc.property(ratios, width, (items, across) => {
        const rows = layoutRows(items, { width: across, targetHeight: 208, gap })
        for (const [index, row] of rows.entries()) {
          const used = row.widths.reduce((sum, each) => sum + each, 0) + gap * (row.widths.length - 1)
          expect(used).toBeLessThanOrEqual(across + 0.01)
          if (index < rows.length - 1) expect(used).toBeCloseTo(across, 4)
          for (const [at, each] of row.widths.entries()) {
            expect(each / row.height).toBeCloseTo(items[row.start + at] ?? 0, 6)
          }
        }
      }),
    )
  })

  it('does not enlarge a last row that is nearly empty', () => {
    const rows = layoutRows([1], { width: 1400, targetHeight: 208, gap })
    expect(rows).toEqual([{ height: 208, start: 0, widths: [208] }])
  })

  it('moves down to the item below', () => {
    const rows = layoutRows([1, 1, 1, 2, 1], { width: 612, targetHeight: 208, gap })
    expect(rows.map((row) => row.widths.length)).toEqual([3, 2])
    expect(verticalNeighbour(rows, 0, 1, gap)).toBe(3)
    expect(verticalNeighbour(rows, 2, 1, gap)).toBe(4)
    expect(verticalNeighbour(rows, 4, -1, gap)).toBe(2)
    expect(verticalNeighbour(rows, 4, 1, gap)).toBe(4)
  })
})
