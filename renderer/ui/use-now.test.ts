import { expect, it } from 'vitest'
import { wholeStep } from './use-now.ts'

it('[RUN41] two that began at different moments of a second show the same one', () => {
  expect([4000, 4001, 4999].map((now) => wholeStep(now, 1000))).toEqual([4000, 4000, 4000])
  expect(wholeStep(5000, 1000)).toBe(5000)
})
