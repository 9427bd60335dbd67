import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { hasBegun, readServiceDate, startOf } from './service-date.ts'
import { serviceDateSchema } from './service-date-schema.ts'

describe('[CAT9] a date from the service', () => {
  test.each([
    ['2026-06-19', '2026-06-19'],
    ['2026-06-19T00:00:00Z', '2026-06-19'],
    ['2026-06-19T15:00:00Z', '2026-06-19T15:00:00.000Z'],
    ['2026-06-18T22:00:00-05:00', '2026-06-19T03:00:00.000Z'],
    ['2026-06-19T02:00:00+02:00', '2026-06-19'],
    ['2026-06-19T02:00:00+0200', '2026-06-19'],
    ['2026-06-19T00:00:00.000+00', '2026-06-19'],
    ['2026-06-19 15:00', '2026-06-19T15:00:00.000Z'],
    ['2026-06-19T15:00:00.5Z', '2026-06-19T15:00:00.500Z'],
    ['Fri, 23 Oct 2026 00:00:00 GMT', '2026-10-23'],
    ['Fri, 23 Oct 2026 15:00:00 GMT', '2026-10-23T15:00:00.000Z'],
    ['Friday, 23-October-2026 15:00:00 GMT', '2026-10-23T15:00:00.000Z'],
    ['Friday, 23-Oct-26 15:00:00 GMT', '2026-10-23T15:00:00.000Z'],
    ['Sunday, 06-Nov-94 08:49:37 GMT', '1994-11-06T08:49:37.000Z'],
    ['Sun Nov  6 08:49:37 1994', '1994-11-06T08:49:37.000Z'],
    ['Fri Oct 23 00:00:00 2026', '2026-10-23'],
    ['23 Oct 2026 20:00:00 -0500', '2026-10-24T01:00:00.000Z'],
    [' 2026-06-19 ', '2026-06-19'],
    ['2024-02-29', '2024-02-29'],
    ['0001-01-01', '0001-01-01'],
  ])('%s reads as %s', (text, date) => {
    expect(readServiceDate(text)).toBe(date)
  })

  test.each([
    '2026-99-99',
    '2026-13-45',
    '2026-02-30',
    '2025-02-29',
    '10000-01-01',
    '+010000-01-01T00:00:00Z',
    '9999-12-31T23:00:00-05:00',
    '0000-01-01',
    '0001-01-01T00:00:00+05:00',
    '2026-06-19T24:00:00Z',
    '2026-06-19T12:60:00Z',
    '2026-06-19T12:00:00+24:00',
    '2026-06-19T12:00:00+01:75',
    'Fri, 31 Nov 2026 00:00:00 GMT',
    'Fri, 23 Foo 2026 00:00:00 GMT',
    'Friday, 31-Nov-26 00:00:00 GMT',
    'Fri Foo 23 00:00:00 2026',
    'Fri Oct 23 00:00:00 26',
    'Fri, 23 Oct 10000 00:00:00 GMT',
    'soon',
    '1',
    '',
    '2026-06-19 (planned)',
    ' '.repeat(100_000),
    20_260_619,
    null,
    ['2026-06-19'],
  ])('%j is no date', (value) => {
    expect(readServiceDate(value)).toBeNull()
  })

  test('any text is a date that every reader accepts, or no date', () => {
    const nearly = fc
      .tuple(fc.integer({ min: 0, max: 12_000 }), fc.nat(99), fc.nat(99), fc.nat(29), fc.nat(99), fc.nat(30))
      .chain(([year, month, day, hour, minute, offset]) => {
        const two = (value: number) => String(value).padStart(2, '0')
        const date = `${String(year).padStart(4, '0')}-${two(month)}-${two(day)}`
        const time = `T${two(hour)}:${two(minute)}:00`
        return fc.constantFrom(date, `${date}${time}Z`, `${date}${time}-${two(offset)}:00`, `${date}junk`)
      })
    fc.assert(
      fc.property(fc.oneof(nearly, fc.string(), fc.date().map(String), fc.anything()), (value) => {
        const date = readServiceDate(value)
        if (date === null) return
        expect(serviceDateSchema.safeParse(date).success, date).toBe(true)
        expect(startOf(date), date).not.toBeNaN()
        expect(readServiceDate(date)).toBe(date)
      }),
      { numRuns: 3_000 },
    )
  })

  test('every moment of four-digit years is preserved, whatever offset it was written with', () => {
    const moments = fc.date({
      min: new Date('0002-01-01T00:00:00Z'),
      max: new Date('9998-12-31T00:00:00Z'),
      noInvalidDate: true,
    })
    fc.assert(
      fc.property(moments, fc.integer({ min: -23 * 60, max: 23 * 60 }), (moment, minutes) => {
        const local = new Date(moment.getTime() + minutes * 60_000).toISOString().slice(0, -1)
        const two = (value: number) => String(Math.trunc(value)).padStart(2, '0')
        const size = Math.abs(minutes)
        const offset = `${minutes < 0 ? '-' : '+'}${two(size / 60)}:${two(size % 60)}`
        expect(startOf(readServiceDate(`${local}${offset}`) ?? '')).toBe(moment.getTime())
      }),
    )
  })
})

test('[CAT10] a moment has begun at itself and not a minute before', () => {
  const sunset = '2027-01-31T15:00:00.000Z'
  expect(hasBegun(sunset, Date.parse('2027-01-31T14:59:00Z'))).toBe(false)
  expect(hasBegun(sunset, Date.parse('2027-01-31T15:00:00Z'))).toBe(true)
  expect(hasBegun('2027-01-31', Date.parse('2027-01-30T23:59:59.999Z'))).toBe(false)
  expect(hasBegun('2027-01-31', Date.parse('2027-01-31T00:00:00Z'))).toBe(true)
})
