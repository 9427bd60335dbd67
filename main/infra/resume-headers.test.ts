import fc from 'fast-check'
import { expect, test } from 'vitest'
import { holdsValidator, readContentRange, readDigests, readValidator } from './resume-headers.ts'

const headers = (given: Readonly<Record<string, string>>) => (name: string) => given[name] ?? null

test.each([
  [{ etag: '"a"' }, '"a"'],
  [{ etag: ' "a" ' }, '"a"'],
  [{ etag: '""' }, '""'],
  [{ etag: 'W/"a"' }, null],
  [{ etag: '"a' }, null],
  [{ etag: '"a", "b"' }, null],
  [{ etag: '"a\rb"' }, null],
  [{ etag: '"a\nb"' }, null],
  [{ etag: '"\n"' }, null],
  [{ etag: '"a"\r\nX-Other: "b"' }, null],
  [{ etag: '"a"', 'accept-ranges': 'none' }, null],
  [
    { 'last-modified': 'Fri, 20 Nov 2026 10:00:00 GMT', date: 'Fri, 20 Nov 2026 10:00:01 GMT' },
    'Fri, 20 Nov 2026 10:00:00 GMT',
  ],
  [{ 'last-modified': 'Fri, 20 Nov 2026 10:00:00 GMT', date: 'Fri, 20 Nov 2026 10:00:00 GMT' }, null],
  [{ 'last-modified': 'long ago', date: 'Fri, 20 Nov 2026 10:00:00 GMT' }, null],
  [{}, null],
])('[LIB12] of %o the validator is %s', (given, validator) => {
  expect(readValidator(headers(given))).toBe(validator)
})

test.each([
  [{}, '"a"', false],
  [{ 'last-modified': 'x' }, '"a"', false],
  [{}, 'x', false],
  [{ etag: '"a"' }, '"a"', true],
  [{ etag: 'W/"a"' }, '"a"', false],
  [{ etag: '"b"' }, '"a"', false],
  [{ 'last-modified': 'x' }, 'x', true],
  [{ 'last-modified': 'y' }, 'x', false],
  [{ etag: '"b"', 'last-modified': 'x' }, 'x', false],
])('[LIB11] %o beside %s is valid: %s', (given, validator, holds) => {
  expect(holdsValidator(headers(given), validator)).toBe(holds)
})

test('a valid range is read, and nothing makes the reading fail', () => {
  expect(readContentRange('bytes 5-9/10')).toEqual({ start: 5, end: 9, total: 10 })
  expect(readContentRange('bytes 5-9/*')).toEqual({ start: 5, end: 9, total: null })
  for (const text of [
    'bytes 5-10/10',
    'bytes 9-5/10',
    'bytes */10',
    'bytes 5-9/10, 1-2/3',
    'bytes=5-9/10',
    '',
  ])
    expect([text, readContentRange(text)]).toEqual([text, null])
  fc.assert(
    fc.property(fc.string(), (text) => {
      const range = readContentRange(text)
      expect(range === null || range.start <= range.end).toBe(true)
      expect(() => readDigests(() => text)).not.toThrow()
      expect(() => readValidator(() => text)).not.toThrow()
    }),
  )
})

test('[LIB13] digests are read among others, in their own headers’ forms', () => {
  const base64 = Buffer.alloc(32, 7).toString('base64')
  const hex = '07'.repeat(32)
  const read = (given: Readonly<Record<string, string>>) => readDigests(headers(given))
  expect(read({ 'repr-digest': `sha-512=:AA==:, sha-256=:${base64}:` })).toEqual({
    whole: hex,
    content: null,
  })
  expect(read({ 'content-digest': `sha-256=:${base64}:;q=1` })).toEqual({ whole: null, content: hex })
  expect(read({ digest: `md5=AA==,SHA-256=${base64}` })).toEqual({ whole: hex, content: null })
  expect(read({ 'repr-digest': `sha-256=${base64}`, digest: `sha-256=:${base64}:` })).toEqual({
    whole: null,
    content: null,
  })
})
