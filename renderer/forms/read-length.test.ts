import fc from 'fast-check'
import { expect, it } from 'vitest'
import { objections } from '../words/en/field-objections.ts'
import { english } from '../words/en/words.ts'
import { namesMilliseconds, readLength } from './read-length.ts'

it('[FORM11] reads minutes and seconds, and seconds alone', () => {
  expect(['3:00', ' 0:05 ', '3:', '3:5', '90', '1.5', '1,5'].map(readLength)).toEqual([
    180, 5, 180, 185, 90, 1.5, 1.5,
  ])
  expect(['', ':30', '3:60', '3:000', 'three', '-3:00', '1:2:3', '1e3'].map(readLength)).toEqual(
    Array(8).fill(null),
  )
})

it('[FORM11] reads every length as it is shown', () => {
  fc.assert(
    fc.property(fc.nat(100_000), (seconds) => {
      expect(readLength(english.format.clock(seconds))).toBe(seconds)
    }),
  )
})

it.each([
  ['length_ms', 180_000, '3:00'],
  ['length_ms', 4_500, '4.5 s'],
  ['duration', 90, '1:30'],
  ['duration', 8, '8 s'],
  ['duration', 90_000, null],
  ['width', 1024, '1,024 px'],
  ['upscale_factor', 2, '2×'],
  ['seed', 7, null],
  ['duration', '90', null],
])('[FORM30] names a number outside the form with its unit: %s %j', (name, value, text) => {
  expect(english.fields.measured(name, value)).toBe(text)
})

it('[FORM30] names bounds with their unit, those of minutes as minutes and seconds', () => {
  const range = (unit: string | null, minimum: number | null, maximum: number | null) =>
    objections.measuredRange({ unit, minimum, maximum })
  expect(range('milliseconds', 3_000, 600_000)).toBe('0:03–10:00')
  expect([range('seconds', 4, 15), range(null, 1, 50), range('pixels', null, 4096)]).toEqual([
    '4–15 s',
    '1–50',
    'up to 4,096 px',
  ])
  expect(range('pixels', null, null)).toBeNull()
})

it.each([
  ['Between 3000 and 600000 ms.', true],
  ['At least 3000ms', true],
  ['Length in milliseconds; unset, the model chooses.', true],
  ['How long the track is; unset, the model chooses.', false],
  ['How the drums end', false],
])('[FORM9] “%s” speaks of milliseconds: %s', (description, expected) => {
  expect(namesMilliseconds(description)).toBe(expected)
})

it('[FORM470] says what is wrong with a length of minutes as its range is said', () => {
  const { lengthProblem, lengthRange } = english.fields
  expect(lengthRange(3, 600)).toBe('0:03–10:00')
  expect(lengthProblem({ code: 'too_large', maximum: 600 })).toBe('At most 10:00.')
  expect(lengthProblem({ code: 'too_small', minimum: 3 })).toBe('At least 0:03.')
  expect(lengthProblem({ code: 'missing' })).toBe('This is needed.')
})
