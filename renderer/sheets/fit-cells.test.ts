import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { arrangeCells, type CellsShape, cellGap, extentOf, fitCells, layCells } from './fit-cells.ts'

const noHeads = { width: 0, height: 0 }
const square = { columns: null, ratio: 1, heads: noHeads }
const room = { width: 900, height: 700 }

const rooms = fc.record({
  width: fc.integer({ min: 200, max: 2600 }),
  height: fc.integer({ min: 150, max: 1500 }),
})
const shapes: fc.Arbitrary<CellsShape> = fc.record({
  count: fc.integer({ min: 1, max: 500 }),
  columns: fc.option(fc.integer({ min: 1, max: 60 })),
  ratio: fc.double({ min: 0.3, max: 3, noNaN: true }),
  heads: fc.constantFrom(noHeads, { width: 0, height: 30 }, { width: 120, height: 30 }),
})

describe('[SHEET2] cells of a sheet', () => {
  it('are as large as fits: four, twelve, and a hundred that are scrolled', () => {
    expect(fitCells(room, { ...square, count: 4 })).toMatchObject({ columns: 2, cell: { width: 346 } })
    expect(fitCells(room, { ...square, count: 12 })).toMatchObject({ columns: 4, rows: 3 })
    const many = fitCells({ width: 500, height: 400 }, { ...square, count: 100 })
    expect(many).toMatchObject({ columns: 4, rows: 25 })
    expect(many.cell.width).toBeCloseTo((500 - 3 * cellGap) / 4)
  })

  it('are in an even grid rather than in a column of hardly larger ones', () => {
    const wide = { ...square, ratio: 16 / 9 }
    const stage = { width: 700, height: 780 }
    expect(fitCells(stage, { ...wide, count: 4 })).toMatchObject({ columns: 2, rows: 2 })
    expect(fitCells(stage, { ...wide, count: 2 })).toMatchObject({ columns: 1, rows: 2 })
  })

  it('[SHEET83] of a comparison are smaller rather than a column out of view, down to what still shows something', () => {
    const compared = { count: 8, columns: 4, ratio: 16 / 9, heads: { width: 118, height: 30 } }
    const stage = { width: 582, height: 560 }
    const layout = fitCells(stage, compared)
    expect(extentOf(layout, compared).width).toBeLessThanOrEqual(stage.width)
    expect(layout.cell.width).toBe(110)
    expect(fitCells(stage, { ...compared, columns: 5, count: 10 }).cell.width).toBe(138)
  })

  it('[SHEET90] of one compared thing wrap, each row with its names, so that they are as large as fits', () => {
    const four = { ...square, count: 4, heads: { width: 0, height: 30 } }
    const stage = { width: 700, height: 690 }
    const layout = fitCells(stage, four)
    expect(layout).toMatchObject({ columns: 2, rows: 2, cell: { width: 311 } })
    expect(extentOf(layout, four)).toEqual({ width: 630, height: 690 })
    expect(arrangeCells(stage, four).large).toBeNull()
    expect(fitCells({ width: 600, height: 250 }, four)).toMatchObject({ columns: 4, rows: 1 })
  })

  it('[SHEET91] are rather small than scrolled to where they are few', () => {
    const low = { width: 284, height: 170 }
    const layout = fitCells(low, { ...square, count: 4 })
    expect(layout).toMatchObject({ columns: 2, rows: 2, cell: { width: 81 } })
    expect(fitCells(low, { ...square, count: 7 }).cell.width).toBeGreaterThanOrEqual(104)
    expect(fitCells({ width: 100, height: 100 }, { ...square, count: 4 }).cell.width).toBeGreaterThan(100)
  })

  it('keep their columns where something is compared', () => {
    const compared = { count: 6, columns: 2, ratio: 1, heads: { width: 100, height: 30 } }
    expect(fitCells(room, compared)).toMatchObject({ columns: 2, rows: 3 })
  })

  it('have one shape, a place each, and are either readable and scrolled, or fit and could be hardly larger', () => {
    fc.assert(
      fc.property(rooms, shapes, (some, shape) => {
        const layout = fitCells(some, shape)
        const { columns, rows, cell } = layout
        expect(cell.width / cell.height).toBeCloseTo(shape.ratio, 6)
        expect(columns * rows).toBeGreaterThanOrEqual(shape.count)
        expect(columns * (rows - 1)).toBeLessThan(shape.count)
        const whole = extentOf(layout, shape)
        const fits = whole.width <= some.width + 0.01 && whole.height <= some.height + 0.01
        const isReadable = cell.width * cell.height > 102 * 102
        const seesColumns = shape.columns !== null && whole.width <= some.width + 0.01
        const areFew = shape.count <= 6 && fits && cell.width * cell.height > 46 * 46
        expect(isReadable || areFew || (seesColumns && cell.width * cell.height > 77 * 77)).toBe(true)
        const ways =
          shape.columns === null ? Array.from({ length: shape.count }, (_, at) => at + 1) : [columns]
        for (const way of ways) {
          const width = cell.width / 0.9 + 2
          const larger = {
            columns: way,
            rows: Math.ceil(shape.count / way),
            cell: { width, height: width / shape.ratio },
          }
          const size = extentOf(larger, { ...shape, columns: shape.columns === null ? null : way })
          if (fits) expect(size.width > some.width || size.height > some.height).toBe(true)
        }
      }),
    )
  })

  it('have the width that the person chose', () => {
    fc.assert(
      fc.property(rooms, shapes, fc.integer({ min: 40, max: 1200 }), (some, shape, width) => {
        const layout = layCells(some, shape, width)
        expect(layout.cell.width).toBe(width)
        expect(layout.columns * layout.rows).toBeGreaterThanOrEqual(shape.count)
        const isOne = layout.columns === 1 || shape.columns !== null
        expect(isOne || extentOf(layout, shape).width <= some.width).toBe(true)
      }),
    )
  })
})

describe('[SHEET3] the chosen cell', () => {
  it('is large beside the others or below them, where that is larger than all of them could be', () => {
    expect(arrangeCells(room, { ...square, count: 100 }).large).toMatchObject({ side: 'beside' })
    expect(arrangeCells({ width: 700, height: 900 }, { ...square, count: 100 }).large).toMatchObject({
      side: 'below',
    })
    expect(arrangeCells(room, { ...square, count: 2 }).large).toBeNull()
    expect(arrangeCells(room, { ...square, count: 1 }).large).toBeNull()
    const four = { ...square, count: 4, ratio: 16 / 9 }
    expect(arrangeCells({ width: 700, height: 780 }, four).large).toBeNull()
  })

  it('[SHEET80] is shown where all cells are in view, and nowhere where their columns would be cut', () => {
    const compared = { count: 12, columns: 4, ratio: 1, heads: { width: 100, height: 30 } }
    const stage = { width: 700, height: 790 }
    expect(arrangeCells(stage, compared).large).toMatchObject({ side: 'below' })
    // Beside the chosen one there are three columns, below it two rows.
    expect(arrangeCells({ width: 720, height: 600 }, compared)).toEqual({
      grid: { width: 720, height: 600 },
      large: null,
    })
    fc.assert(
      fc.property(rooms, shapes, (some, shape) => {
        const { grid, large } = arrangeCells(some, shape)
        const isSeen = (space: typeof some) => {
          const inner = { width: space.width - 10, height: space.height - 10 }
          const { width, height } = extentOf(fitCells(inner, shape), shape)
          return [width <= inner.width, width <= inner.width && height <= inner.height]
        }
        const [columns, all] = isSeen(grid)
        if (large) expect(columns).toBe(true)
        // A smaller room may show all where the whole one has larger cells to scroll to; never the other way round.
        const isCompared = shape.columns !== null || shape.heads.height > 0
        if (isCompared && isSeen(some)[1]) expect(all).toBe(true)
      }),
    )
  })

  it('shares the room with the others', () => {
    fc.assert(
      fc.property(rooms, shapes, (some, shape) => {
        const { grid, large } = arrangeCells(some, shape)
        const isBeside = large?.side === 'beside'
        expect(grid.width + (isBeside ? large.room.width : 0)).toBe(some.width)
        expect(grid.height + (large && !isBeside ? large.room.height : 0)).toBe(some.height)
      }),
    )
  })
})
