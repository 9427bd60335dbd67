import fc from 'fast-check'
import { expect, test } from 'vitest'
import { microUsd } from './money.ts'
import { readDollars, writeDollars } from './read-dollars.ts'

test('[PRICE1] a typed amount is read to the micro-dollar, however its decimals fall in binary', () => {
  expect(readDollars('12.5')).toEqual({ ok: true, microUsd: 12_500_000 })
  expect(readDollars(' $0.30 ')).toEqual({ ok: true, microUsd: 300_000 })
  expect(readDollars('$1,234.000001')).toEqual({ ok: true, microUsd: 1_234_000_001 })
  expect(readDollars('.1')).toEqual({ ok: true, microUsd: 100_000 })
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 999_999_999_999_999 }), (amount) => {
      expect(readDollars(writeDollars(microUsd(amount)))).toEqual({ ok: true, microUsd: amount })
    }),
  )
})

test.each([
  ['$1.2345678', 'too_fine'],
  ['0.0000001', 'too_fine'],
  ['0', 'nothing'],
  ['$0.00', 'nothing'],
  ['1000000000', 'too_large'],
  ['', 'not_money'],
  ['.', 'not_money'],
  ['-1', 'not_money'],
  ['1e3', 'not_money'],
  ['1,2', 'not_money'],
  ['ten', 'not_money'],
])('[PRICE1] “%s” is refused and not rounded: %s', (text, problem) => {
  expect(readDollars(text)).toEqual({ ok: false, problem })
})
