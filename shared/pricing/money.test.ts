import fc from 'fast-check'
import { expect, test } from 'vitest'
import { add, microUsd, multiply, usd, zeroUsd } from './money.ts'
import { microUsdSchema } from './price-schemas.ts'

test('[PRICE1] a listed price becomes whole micro-dollars, however its decimals fall in binary', () => {
  expect(usd(0.3034)).toBe(303_400)
  expect(usd(1.5552)).toBe(1_555_200)
  expect(usd(0.000001)).toBe(1)
  fc.assert(fc.property(fc.integer({ min: 0, max: 1e12 }), (micro) => usd(micro / 1_000_000) === micro))
})

test('[PRICE1] a price finer than a micro-dollar is refused', () => {
  expect(() => usd(0.0000015)).toThrow(RangeError)
  expect(() => microUsd(0.5)).toThrow(RangeError)
  expect(microUsdSchema.safeParse(0.5).success).toBe(false)
})

test('[PRICE1] sums and products stay whole', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 1e9 }),
      fc.double({ min: 0, max: 1000, noNaN: true }),
      (price, quantity) => {
        const product = multiply(microUsd(price), quantity)
        expect(Number.isInteger(product)).toBe(true)
        expect(Math.abs(product - price * quantity)).toBeLessThanOrEqual(0.5)
        expect(add(product, microUsd(1))).toBe(product + 1)
        expect(add(product, zeroUsd)).toBe(product)
      },
    ),
  )
})
