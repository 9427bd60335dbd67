import { expect, it } from 'vitest'
import { createSettledRatios } from './settled-ratios.ts'

it('[SHEET71] keeps how a sheet was laid out, and forgets those that were left longest ago', () => {
  const ratios = createSettledRatios()
  ratios.keep('first', 1.5)
  for (let at = 0; at < 199; at += 1) ratios.keep(`sheet ${at}`, 1)
  ratios.keep('first', 1.5)
  expect(ratios.read('sheet 0')).toBe(1)
  ratios.keep('one more', 2)
  expect(ratios.read('sheet 0')).toBeNull()
  expect([ratios.read('first'), ratios.read('one more'), ratios.read('never')]).toEqual([1.5, 2, null])
})
