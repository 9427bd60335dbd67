import fc from 'fast-check'
import { expect, test } from 'vitest'
import { plainReasons } from './reason.ts'
import { readReason, writeReason } from './reason-text.ts'

test('any words are preserved, even those that look like a code', () => {
  expect(readReason(writeReason('{"code":"file_refused","host":"x"}'))).toBe(
    '{"code":"file_refused","host":"x"}',
  )
  fc.assert(fc.property(fc.string(), (words) => readReason(writeReason(words)) === words))
})

test('every code is preserved with its parameters', () => {
  for (const code of plainReasons) expect(readReason(writeReason({ code }))).toEqual({ code })
  const refused = { code: 'file_refused', host: 'results.example' } as const
  expect(readReason(writeReason(refused))).toEqual(refused)
})

test('an earlier version’s text, or an unknown code, is shown as it is', () => {
  for (const kept of ['It was cut.', '“{” is no file.', '{"code":"of_a_later_version"}', '{', '"'])
    expect(readReason(kept)).toBe(kept)
})
