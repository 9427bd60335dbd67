import fc from 'fast-check'
import { expect, test } from 'vitest'
import { models } from '../../shared/catalog/index.ts'
import { requestSchema } from '../../shared/catalog/json-schema.ts'
import { chooseSize } from './frame-size.ts'

const ratios = [
  ...new Set(models.flatMap((model) => requestSchema(model).properties?.aspect_ratio?.enum ?? [])),
] as string[]

test.each(ratios)('%s is kept exactly, for images and for videos', (ratio) => {
  const [across, down] = ratio.split(':').map(Number) as [number, number]
  for (const [longSide, multiple] of [
    [1024, 1],
    [2048, 1],
    [2560, 1],
    [512, 2],
    [640, 2],
    [960, 2],
  ] as const) {
    const { width, height } = chooseSize({ ratio, longSide, cap: 2560, multiple })
    expect(width * down).toBe(height * across)
    expect([width % multiple, height % multiple]).toEqual([0, 0])
    expect(Math.max(width, height)).toBeGreaterThan(longSide * 0.9)
  }
})

test('a given width and height are used', () => {
  const size = { ratio: '1:1', longSide: 1024, cap: 2560, multiple: 1 }
  expect(chooseSize({ ...size, width: 1200, height: 630 })).toEqual({ width: 1200, height: 630 })
  expect(chooseSize({ ...size, width: 800, ratio: '16:9' })).toEqual({ width: 800, height: 450 })
  expect(chooseSize({ ...size, height: 900, ratio: '2:3' })).toEqual({ width: 600, height: 900 })
})

test('an oversized one is scaled down by the same ratio', () => {
  const size = chooseSize({ width: 8192, height: 4096, ratio: '1:1', longSide: 1024, cap: 2560, multiple: 1 })
  expect(size).toEqual({ width: 2560, height: 1280 })
})

test('any pair of sides gives a size within the cap that is close to its shape', () => {
  const side = fc.integer({ min: 1, max: 8192 })
  fc.assert(
    fc.property(side, side, (width, height) => {
      const size = chooseSize({ width, height, ratio: '1:1', longSide: 1024, cap: 2560, multiple: 1 })
      expect(Math.max(size.width, size.height)).toBeLessThanOrEqual(2560)
      expect(Math.min(size.width, size.height)).toBeGreaterThanOrEqual(1)
      const scale = Math.max(size.width, size.height) / Math.max(width, height)
      expect(Math.abs(size.width - width * scale)).toBeLessThan(1.01)
      expect(Math.abs(size.height - height * scale)).toBeLessThan(1.01)
    }),
  )
})
