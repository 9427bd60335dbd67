import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readRange } from './byte-range.ts'

test.each([
  ['bytes=0-0', { start: 0, end: 0 }],
  ['bytes=10-', { start: 10, end: 99 }],
  ['bytes=-30', { start: 70, end: 99 }],
  ['bytes=-500', { start: 0, end: 99 }],
  ['bytes=90-200', { start: 90, end: 99 }],
  ['bytes=100-', 'unsatisfiable'],
  ['bytes=-0', 'unsatisfiable'],
  ['bytes=5-3', 'whole'],
  ['bytes=0-1,5-6', 'whole'],
  ['lines=0-1', 'whole'],
  ['bytes=-', 'whole'],
])('%s of 100 bytes', (header, expected) => {
  expect(readRange(header, 100)).toEqual(expected)
})

test('the returned range always lies inside the file', () => {
  fc.assert(
    fc.property(
      fc.string(),
      fc.nat(),
      fc.nat(),
      fc.integer({ min: 1, max: 1000 }),
      (noise, first, last, bytes) => {
        for (const header of [noise, `bytes=${first}-${last}`, `bytes=-${last}`, `bytes=${first}-`]) {
          const range = readRange(header, bytes)
          if (typeof range === 'string') continue
          expect(range.start).toBeLessThanOrEqual(range.end)
          expect(range.end).toBeLessThan(bytes)
        }
      },
    ),
  )
})
