import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { media } from '../catalog/fields.ts'
import { checkValue } from '../json-schema/check.ts'
import { loadPatterns } from '../json-schema/match-pattern.ts'
import type { SchemaNode } from '../json-schema/schema-node.ts'
import { dataUriPattern, isDataUri, isMediaUrl, mediaUrlPattern } from './media-value.ts'

const field = media('image')
const published = z.toJSONSchema(field, { io: 'input' }) as SchemaNode

/**
 * The verdicts of the schema, of the form, and of the published patterns evaluated by the engine's own
 * expressions.
 */
function judge(value: string): boolean[] {
  const isWritten =
    new RegExp(mediaUrlPattern, 'u').test(value) || new RegExp(dataUriPattern, 'u').test(value)
  return [field.safeParse(value).success, checkValue(published, published, value).length === 0, isWritten]
}

const png = 'iVBORw0KGgo='

describe('is accepted', () => {
  test.each([
    'https://example.com/a.png',
    'HTTPS://EXAMPLE.COM/A.PNG',
    'http://127.0.0.1:4000/assets/a?b=c#d',
    'https://[::1]:8080/a',
    'https://münchen.example/bär.png',
    'https://example.com',
    'https://example.com?x',
    'https://example.com/a@b:c',
    `data:image/png;base64,${png}`,
    `DATA:IMAGE/PNG;BASE64,${png}`,
    `data:;base64,${png}`,
    `data:image/png;charset=x;base64,${png}`,
    `data:image/svg+xml;name="a_b";base64,${png}`,
    'data:image/png;base64,AAAA',
    'data:image/png;base64,AA==',
  ])('%s', (value) => expect(judge(value)).toEqual([true, true, true]))
})

describe('is refused', () => {
  test.each([
    '',
    'a.png',
    'https://',
    'https:// ',
    'https://   /a',
    'https:///a',
    'https://exa mple.com/a',
    'https://example.com/a b.png',
    ' https://example.com/a.png',
    'https://example.com/a.png\n',
    'https://example.com/a\u00a0b',
    'https://me:secret@example.com/a.png',
    'https://me@example.com/a.png',
    'https://example.com\\@evil.example/',
    'https://example.com:port/',
    'https:example.com',
    'ftp://example.com/a.png',
    'javascript:alert(1)',
    'data:',
    'data:image/png,',
    'data:image/png,%89PNG',
    'data:image/png;base64',
    'data:image/png;base64,',
    'data:image/png;base64,=',
    'data:image/png;base64,====',
    'data:image/png;base64,@@@@',
    'data:image/png;base64,AAA',
    'data:image/png;base64,AAAAA',
    'data:image/png;base64,AA=A',
    'data:image/png;base64,A===',
    'data:image/png;base64,AA%3D%3D',
    'data:image/png;base64,AA\nAA',
    'data:image/png;base64,AAAA ',
    'data:image/png;base64,AA-_',
    'data:image/png;base64;charset=x,AAAA',
    'data:image;base64,AAAA',
    'data:image/png;charset=x,AAAA',
  ])('%j', (value) => expect(judge(value)).toEqual([false, false, false]))
})

test.each([
  [1024, true],
  [1025, false],
])('a URL of %d characters: %s, also where a character is two units', (length, isTaken) => {
  for (const letter of ['a', '🦊']) {
    const url = `https://e.com/${letter.repeat(length - 'https://e.com/'.length)}`
    expect(judge(url).slice(0, 2)).toEqual([isTaken, isTaken])
  }
})

test('schema, form and published pattern agree on any text that looks like a medium', () => {
  const letters = fc.constantFrom(
    ...'Aa+/=-% ,;:@./\\[]?#\n"é🦊',
    'base64',
    'image/png',
    'https://',
    'data:',
    'a=b',
  )
  const texts = fc
    .tuple(
      fc.constantFrom('', 'https://', 'HTTP://', 'data:', 'DATA:image/png;base64,', 'data:;base64,'),
      fc.array(letters, { maxLength: 14 }).map((parts) => parts.join('')),
    )
    .map((parts) => parts.join(''))
  fc.assert(
    fc.property(texts, (text) => {
      expect(new Set(judge(text)).size).toBe(1)
    }),
    { numRuns: 5000 },
  )
})

test.each(['', '!', '='])(
  'a data URI of 11 MB that ends in %j is checked whole, by schema and form',
  (end) => {
    const uri = `data:image/png;base64,${'A'.repeat(11 * 1024 * 1024)}${end}`
    expect([isDataUri(uri), isMediaUrl(uri)]).toEqual([end === '', false])
    expect(field.safeParse(uri).success).toBe(end === '')
    const problems = checkValue(published, published, uri)
    expect(problems).toEqual(end === '' ? [] : [{ path: [], reason: { code: 'not_media' } }])
  },
)

test('a pattern that a description adds applies as well', async () => {
  const stated = { ...(published as object), pattern: '^https://' }
  await loadPatterns(stated)
  expect(checkValue(stated, stated, 'https://example.com/a.png')).toEqual([])
  expect(checkValue(stated, stated, `data:image/png;base64,${png}`)).toHaveLength(1)
})
