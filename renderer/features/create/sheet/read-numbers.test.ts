import fc from 'fast-check'
import { expect, it } from 'vitest'
import { readNumbers } from './read-numbers.ts'

it.each([
  ['1, 2, 5', [1, 2, 5]],
  ['1..9 step 2', [1, 3, 5, 7, 9]],
  ['0.1..0.5 step 0.1', [0.1, 0.2, 0.3, 0.4, 0.5]],
  ['5..3', [5, 4, 3]],
  ['-2..2 step 2, 7', [-2, 0, 2, 7]],
  ['3 to 5', [3, 4, 5]],
  ['1, 1, 1..2', [1, 2]],
  ['', []],
])('reads “%s”', (text, numbers) => {
  expect(readNumbers(text)).toEqual({ ok: true, numbers })
})

it.each([
  ['one', 'not_numbers'],
  ['1..', 'not_numbers'],
  ['1..9 step 0', 'no_end'],
  ['1..1000000', 'too_many'],
])('reports the fault of “%s”: %s', (text, problem) => {
  expect(readNumbers(text)).toEqual({ ok: false, problem })
})

it('returns for any text, with no more numbers than can be sent', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[0-9., ;step-]{0,40}$/), (text) => {
      const read = readNumbers(text)
      if (read.ok) expect(read.numbers.length).toBeLessThanOrEqual(500)
    }),
  )
})
