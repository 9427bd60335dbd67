import fc from 'fast-check'
import { expect, it } from 'vitest'
import { fileView, submissionView } from '../testing/fixtures.ts'
import { commonRatio, expectedRatio, extentWithin, ratiosOf, shapeOf } from './shape-of-runs.ts'
import { cellsIn } from './use-cells.ts'

const room = { width: 800, height: 600 }

it('[SHEET2] a result has its own shape, a run without one the requested', () => {
  const done = submissionView({ files: [fileView({ width: 300, height: 100 })] })
  const wanted = [
    submissionView({ values: { aspect_ratio: '16:9' } }),
    submissionView({ values: { width: 100, height: 200 } }),
    submissionView({ kind: 'video', values: {} }),
    submissionView({ values: {} }),
  ]
  expect(ratiosOf([done, ...wanted])).toEqual([3, 16 / 9, 0.5, 16 / 9, 3])
})

it('[SHEET50] a run that states no shape is expected as its model’s results, unless it begins with a file', () => {
  const square = submissionView({ modelId: 'i2', values: {} })
  const before = submissionView({ modelId: 'i2', values: {}, files: [fileView({ width: 400, height: 300 })] })
  const input = submissionView({ modelId: 'i2', values: { image_url: `atelier-input:${'a'.repeat(64)}` } })
  const other = submissionView({ modelId: 'i3', values: {} })
  expect(ratiosOf([square, input, other])).toEqual([1, 1, 1])
  expect(ratiosOf([square, input, other], [before])).toEqual([4 / 3, 1, 1])
})

it('[SHEET360] a model none of whose results is known is expected as the results of others that are here', () => {
  const files = [fileView({ width: 400, height: 300 })]
  const [here, square] = [submissionView({ modelId: 'i2', values: {}, files }), { aspect_ratio: '1:1' }]
  const other = submissionView({ modelId: 'i3', values: {} })
  const stated = submissionView({ modelId: 'i3', values: square })
  const input = submissionView({ modelId: 'i3', values: { image_url: `atelier-input:${'a'.repeat(64)}` } })
  expect(ratiosOf([here, other, stated, input])).toEqual([4 / 3, 4 / 3, 1, 1])
  const known = submissionView({ modelId: 'i3', values: {}, files: [fileView({ width: 200, height: 100 })] })
  expect(ratiosOf([here, other], [known])).toEqual([4 / 3, 2])
  // What another batch showed of other models says nothing of this one.
  expect(ratiosOf([other], [here])).toEqual([1])
})

it('[SHEET72] reads each known run once, however many are planned', () => {
  let reads = 0
  const other = submissionView({ modelId: 'i3', values: {} })
  const counted = new Proxy(other, {
    get(run, name) {
      if (name === 'modelId') reads += 1
      return Reflect.get(run, name)
    },
  })
  const planned = Array.from({ length: 500 }, () => submissionView({ modelId: 'i2', values: {} }))
  const before = submissionView({ modelId: 'i2', values: {}, files: [fileView({ width: 400, height: 300 })] })
  expect(commonRatio(ratiosOf(planned, [counted, before]))).toBeCloseTo(4 / 3)
  expect(reads).toBe(1)
})

it('[SHEET50] a result of almost the stated shape moves no cell', () => {
  const values = { aspect_ratio: '16:9' }
  const done = submissionView({ values, files: [fileView({ width: 1344, height: 768 })] })
  expect(ratiosOf([done])).toEqual([16 / 9])
  const wide = submissionView({ values, files: [fileView({ width: 1400, height: 600 })] })
  expect(ratiosOf([wide])).toEqual([1400 / 600])
})

it('[SHEET2] [SHEET86] results of different shapes share that of most of them, else the middle', () => {
  expect(commonRatio([1, 4])).toBe(2)
  expect(commonRatio([1, 16 / 9, 1, 1, 0.5])).toBe(1)
  expect(commonRatio([16 / 9, 9 / 16, 1, 16 / 9, 9 / 16])).toBe(1)
  // No other shape of cells of the same area shows more of them.
  const shapes = fc.array(fc.double({ min: 0.45, max: 2.2, noNaN: true }), { minLength: 1, maxLength: 12 })
  fc.assert(
    fc.property(shapes, fc.double({ min: 0.45, max: 2.2, noNaN: true }), (ratios, other) => {
      const bars = (cell: number) => ratios.reduce((sum, ratio) => sum + Math.abs(Math.log(ratio / cell)), 0)
      expect(bars(commonRatio(ratios))).toBeLessThanOrEqual(bars(other) + 1e-9)
    }),
  )
  expect(commonRatio([0.01])).toBe(0.4)
  expect(commonRatio([])).toBe(1)
})

it('[SHEET86] a result is as large within its cell as its own shape allows', () => {
  const cell = { width: 160, height: 90 }
  expect(extentWithin(cell, 16 / 9)).toEqual(cell)
  expect(extentWithin(cell, 1)).toEqual({ width: 90, height: 90 })
  expect(extentWithin(cell, 4)).toEqual({ width: 160, height: 40 })
})

it('[SHEET2] long header words don’t take the room of the cells', () => {
  const axes = [
    { kind: 'field' as const, field: 'seed', values: [1, 2] },
    { kind: 'field' as const, field: 'prompt', values: ['x'.repeat(500), 'y'] },
  ]
  const widthOf = (words: string[]) => shapeOf(axes, 4, 1, room, words).heads.width
  expect(widthOf(['x'.repeat(500), 'y'])).toBe(150)
  expect(widthOf(['ab', 'y'])).toBe(34)
  expect(shapeOf(axes.slice(0, 1), 2, 1, room, [])).toMatchObject({
    count: 2,
    columns: null,
    heads: { width: 0, height: 30 },
  })
})

it('[SHEET87] a row’s name is broken between its words where a third of the room holds each of them', () => {
  const axes = [
    { kind: 'field' as const, field: 'seed', values: [1, 2] },
    { kind: 'field' as const, field: 'prompt', values: ['x', 'y'] },
  ]
  const widthIn = (width: number, names: string[]) =>
    shapeOf(axes, 4, 1, { width, height: 200 }, names).heads.width
  expect(widthIn(280, ['A dark lighthouse', 'A red one'])).toBe(90)
  expect(widthIn(240, ['A dark lighthouse', 'A red one'])).toBe(80)
  expect(widthIn(280, [''])).toBe(20)
})

it('[SHEET2] cells that scroll leave room for the scroll bar', () => {
  const shape = shapeOf([], 300, 1, room, [])
  const { layout, grid } = cellsIn(room, shape, null, false)
  const width = layout.columns * (layout.cell.width + 8) - 8
  expect(width).toBeLessThanOrEqual(grid.width - 18 + 0.01)
})

it('[SHEET2] a chosen size is kept within what can be shown', () => {
  const shape = shapeOf([], 4, 1, room, [])
  expect(cellsIn(room, shape, 200, false)).toMatchObject({ side: 200, layout: { cell: { width: 200 } } })
  expect(cellsIn(room, shape, null, false).sides).toEqual([56, 590])
})

it('[SHEET365] a run that begins with an image is expected in the shape of that, unless it states another', () => {
  const image = { start_image: `atelier-input:${'a'.repeat(64)}` }
  const begun = submissionView({ kind: 'video', values: image })
  const stated = submissionView({ kind: 'video', values: { ...image, aspect_ratio: '9:16' } })
  const without = submissionView({ kind: 'video', values: {} })
  expect(ratiosOf([begun, stated, without], [], 1.25)).toEqual([1.25, 9 / 16, 16 / 9])
  expect(ratiosOf([begun])).toEqual([16 / 9])
  expect([begun, stated, without].map((run) => expectedRatio(run, new Map(), 1.25))).toEqual([
    1.25,
    9 / 16,
    16 / 9,
  ])
})
