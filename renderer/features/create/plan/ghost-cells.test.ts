import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type CellsShape, fitCells } from '../../../sheets/fit-cells.ts'
import { ghostsIn, layGhosts } from './ghost-cells.ts'

const room = { width: 700, height: 600 }
const wrapped = { columns: null, ratio: 1, heads: { width: 0, height: 0 } }

function ghostsOf(shape: CellsShape, some = room) {
  return ghostsIn(some, shape, fitCells(some, shape))
}

describe('[SHEET4] the cells of a plan', () => {
  it('are all drawn where they fit', () => {
    expect(ghostsOf({ ...wrapped, count: 4 })).toMatchObject({ drawn: 4, more: 0 })
    const compared = { count: 6, columns: 2, ratio: 1, heads: { width: 80, height: 30 } }
    expect(ghostsOf(compared)).toMatchObject({ columns: 2, rows: 3, drawn: 6, moreColumns: 0, moreRows: 0 })
  })

  it('[SHEET366] are smaller in a low room, so that a dozen are drawn where two were, and none is beyond it', () => {
    const low = { width: 330, height: 150 }
    const many = { ...wrapped, count: 24 }
    expect(ghostsOf(many, low)).toMatchObject({ drawn: 2, more: 22 })
    const layout = layGhosts(low, many, fitCells(low, many))
    const { drawn, more } = ghostsIn(low, many, layout)
    expect([drawn, more]).toEqual([11, 13])
    expect(layout.cell).toEqual({ width: 48, height: 48 })

    // As large as a dozen of them can be.
    const higher = { width: 420, height: 260 }
    const seen = layGhosts(higher, many, fitCells(higher, many))
    expect(ghostsIn(higher, many, seen).drawn).toBeGreaterThanOrEqual(12)
    expect(seen.cell.width).toBeGreaterThan(56)

    // Where all are drawn, or a dozen, their places are those of the results.
    expect(layGhosts(room, many, fitCells(room, many))).toEqual(fitCells(room, many))
  })

  it('[SHEET450] leave room for what sums up the columns and rows that are not drawn', () => {
    const shape = { count: 100, columns: 10, ratio: 1, heads: { width: 100, height: 22 } }
    const layout = { columns: 10, rows: 10, cell: { width: 50, height: 50 } }
    // Three columns would fill the room to its edge.
    const narrow = { width: 100 + 3 * 58 - 8, height: 22 + 3 * 58 - 8 }
    expect(ghostsIn(narrow, shape, layout)).toMatchObject({
      columns: 2,
      moreColumns: 8,
      rows: 2,
      moreRows: 8,
    })
    const wide = { width: narrow.width + 40, height: narrow.height + 20 }
    expect(ghostsIn(wide, shape, layout)).toMatchObject({ columns: 3, rows: 3 })
    // Where all are drawn there is no sum.
    const all = { ...shape, count: 9, columns: 3 }
    expect(ghostsIn(narrow, all, { ...layout, columns: 3, rows: 3 })).toMatchObject({ columns: 3, rows: 3 })
  })

  it('are summed up where there are hundreds: the sum is right, and few are drawn', () => {
    const rooms = fc.record({
      width: fc.integer({ min: 200, max: 2600 }),
      height: fc.integer({ min: 150, max: 1500 }),
    })
    fc.assert(
      fc.property(
        rooms,
        fc.integer({ min: 1, max: 500 }),
        fc.integer({ min: 1, max: 500 }),
        (some, count, columns) => {
          const list = ghostsOf({ ...wrapped, count }, some)
          expect(list.drawn + list.more).toBe(count)
          // The last place says how many are left.
          expect(list.drawn + Math.sign(list.more)).toBeLessThanOrEqual(60)
          const table = ghostsOf(
            { count: count * columns, columns, ratio: 1.5, heads: { width: 80, height: 30 } },
            some,
          )
          expect((table.columns + table.moreColumns) * (table.rows + table.moreRows)).toBe(count * columns)
          expect(table.drawn).toBeLessThanOrEqual(144)
          expect(table.drawn).toBeGreaterThan(0)
        },
      ),
    )
  })
})
