import { expect, test } from 'vitest'
import { retryAfterMs } from './retry-after.ts'

const now = Date.parse('2026-11-20T12:00:00Z')

test.each([
  ['7', 7_000],
  [' 0 ', 0],
  ['999999999', 3_600_000],
  ['Fri, 20 Nov 2026 12:00:30 GMT', 30_000],
  ['Fri, 20 Nov 2026 11:00:00 GMT', 0],
  ['Fri, 31 Dec 9999 23:59:59 GMT', 3_600_000],
  ['2026-11-20T13:00:30+01:00', 30_000],
])('[CAT9] a Retry-After of %j waits %i ms', (header, wait) => {
  expect(retryAfterMs(header, now)).toBe(wait)
})

test.each([null, '', '-5', '1.5', 'soon', '2026-99-99', 'Fri, 99 Nov 2026 12:00:30 GMT'])(
  '[CAT9] a Retry-After of %j is ignored',
  (header) => {
    expect(retryAfterMs(header, now)).toBeNull()
  },
)
