import fc from 'fast-check'
import { expect, it } from 'vitest'
import { english } from '../words/en/words.ts'
import { readLength } from './read-length.ts'

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

it('[FORM11] names a long length in lists by its field’s unit', () => {
  const { lengthOf } = english.fields
  expect(lengthOf('length_ms', 180_000)).toBe('3:00')
  expect(lengthOf('duration', 90)).toBe('1:30')
  expect(lengthOf('duration', 8)).toBeNull()
  expect(lengthOf('width', 900)).toBeNull()
  expect(lengthOf('duration', '90')).toBeNull()
})
