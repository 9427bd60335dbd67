import fc from 'fast-check'
import { expect, test } from 'vitest'
import { toIsoTime } from './row-time.ts'

const latest = Date.parse('9999-12-31T23:59:59.999Z')

test('a row’s time is written as dates are, whatever was written before it', () => {
  fc.assert(
    fc.property(fc.array(fc.double({ min: 0, max: latest, noNaN: true })), (times) => {
      expect(times.map(toIsoTime)).toEqual(times.map((time) => new Date(time).toISOString()))
    }),
  )
})

test('a time that no date can have is the epoch', () => {
  for (const time of [-1, latest + 1, Number.NaN, Number.POSITIVE_INFINITY])
    expect(toIsoTime(time)).toBe('1970-01-01T00:00:00.000Z')
})
