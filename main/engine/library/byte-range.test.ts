import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readByteRange } from './byte-range.ts'

test.each([
  [null, 10, 'whole'],
  ['', 10, 'whole'],
  ['bytes=', 10, 'whole'],
  ['bytes=-', 10, 'whole'],
  ['bytes=0-', 10, { start: 0, end: 9 }],
  ['bytes=3-6', 10, { start: 3, end: 6 }],
  ['Bytes=3-6', 10, { start: 3, end: 6 }],
  ['bytes=3-3', 10, { start: 3, end: 3 }],
  ['bytes=3-99', 10, { start: 3, end: 9 }],
  ['bytes=-4', 10, { start: 6, end: 9 }],
  ['bytes=-99', 10, { start: 0, end: 9 }],
  ['bytes=-0', 10, 'unsatisfiable'],
  ['bytes=10-', 10, 'unsatisfiable'],
  ['bytes=0-', 0, 'unsatisfiable'],
  ['bytes=6-3', 10, 'whole'],
  ['bytes=0-1,4-5', 10, 'whole'],
  ['items=0-1', 10, 'whole'],
  ['bytes=0x1-2', 10, 'whole'],
  ['bytes=1-2-3', 10, 'whole'],
  ['bytes=99999999999999999999999-', 10, 'unsatisfiable'],
] as const)('[LIB8] %j of %i bytes', (header, size, expected) => {
  expect(readByteRange(header, size)).toEqual(expected)
})

/** The bytes that RFC 9110 (14.1.2) selects, one by one. */
function selected(first: number | null, last: number | null, size: number): number[] {
  const all = Array.from({ length: size }, (_, index) => index)
  if (first === null) return all.slice(Math.max(0, size - (last ?? 0)))
  return all.filter((index) => index >= first && index <= (last ?? size))
}

test('[LIB8] a range selects the bytes that the RFC selects, of any file', () => {
  const position = fc.option(fc.nat(40))
  fc.assert(
    fc.property(position, position, fc.nat(30), (first, last, size) => {
      fc.pre(first !== null || last !== null)
      fc.pre(first === null || last === null || first <= last)
      const range = readByteRange(`bytes=${first ?? ''}-${last ?? ''}`, size)
      const expected = selected(first, last, size)
      if (expected.length === 0) expect(range).toBe('unsatisfiable')
      else expect(range).toEqual({ start: expected[0], end: expected.at(-1) })
    }),
  )
})

test('[LIB8] whatever the header says, what is served lies within the file', () => {
  const header = fc.oneof(fc.string(), fc.stringMatching(/^bytes=[\d-]{0,12}$/))
  fc.assert(
    fc.property(header, fc.nat(1000), (text, size) => {
      const range = readByteRange(text, size)
      if (typeof range === 'string') return
      expect(range.start).toBeGreaterThanOrEqual(0)
      expect(range.end).toBeGreaterThanOrEqual(range.start)
      expect(range.end).toBeLessThan(size)
    }),
  )
})
