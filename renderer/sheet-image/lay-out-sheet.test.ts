import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Caption } from '../../shared/bridge/export-procedures.ts'
import {
  captionLines,
  captionParts,
  heightOf,
  layOutSheet,
  mostArea,
  mostColumns,
  mostSide,
  placeOf,
  type SheetChoices,
  sheetWidths,
} from './lay-out-sheet.ts'

const caption: Caption = {
  fileId: '01900000-0000-7000-8000-00000000000a',
  kind: 'image',
  name: 'boat.png',
  model: 'V1 Flagship',
  prompt: 'A red\n boat',
  seed: '7',
  rating: 4,
  width: 1_600,
  height: 900,
  hasPoster: true,
}
const choices: SheetChoices = {
  columns: 5,
  width: 3_000,
  ground: 'dark',
  format: 'png',
  captions: ['name'],
  title: '',
}

test('[EXP21] a page is never larger than a canvas takes, and every file has its place on one', () => {
  const input = fc.record({
    count: fc.integer({ min: 1, max: 3_000 }),
    columns: fc.integer({ min: 1, max: mostColumns }),
    width: fc.constantFrom(...sheetWidths),
    captions: fc.subarray([...captionParts]),
    title: fc.constantFrom('', 'Boats'),
    size: fc.tuple(fc.integer({ min: 1, max: 20_000 }), fc.integer({ min: 1, max: 20_000 })),
  })
  fc.assert(
    fc.property(input, ({ count, size: [width, height], ...some }) => {
      const layout = layOutSheet(Array(count).fill({ ...caption, width, height }), { ...choices, ...some })
      const whole = heightOf(layout, Math.min(count, layout.perPage))
      expect(whole).toBeLessThanOrEqual(mostSide)
      expect(whole * layout.width).toBeLessThanOrEqual(mostArea)
      expect(layout.pages * layout.perPage).toBeGreaterThanOrEqual(count)
      expect((layout.pages - 1) * layout.perPage).toBeLessThan(count)
      const last = placeOf(layout, Math.min(count, layout.perPage) - 1)
      expect(last.x + layout.cell.width).toBeLessThanOrEqual(layout.width - layout.margin)
      expect(last.y + layout.cell.height).toBeLessThanOrEqual(whole - layout.margin)
    }),
  )
})

test('[EXP21] cells have the shape that most of the files have, and no more columns than files', () => {
  const tall = { ...caption, width: 900, height: 1_600 }
  const { cell, columns } = layOutSheet([caption, caption, tall], choices)
  expect(columns).toBe(3)
  expect(cell.width / cell.height).toBeCloseTo(16 / 9, 1)
})

test('[EXP21] what is chosen stands below each image, and a file without it leaves its line empty', () => {
  expect(captionLines(caption, ['rating', 'name', 'model', 'prompt', 'seed'])).toEqual([
    'boat.png',
    'A red boat',
    'V1 Flagship · 7 · ★★★★',
  ])
  expect(captionLines({ ...caption, seed: null, rating: 0 }, ['rating', 'seed'])).toEqual([''])
  expect(captionLines(caption, [])).toEqual([])
})
