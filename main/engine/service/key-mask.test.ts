import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createKeyMask, maskedKey } from './key-mask.ts'

const key = 'sk+live/9f3A"7c&d1=e8'

function maskOf(...keys: string[]) {
  const mask = createKeyMask()
  for (const one of keys) mask.learn(one)
  return mask
}

function withBase64(prefix: string, suffix = ''): string {
  return Buffer.from(`${prefix}${key}${suffix}`).toString('base64')
}

describe('[CONN8] a key that is repeated in what others say', () => {
  test.each([
    ['as it is', `The key ${key} is unknown.`],
    ['after its scheme', `Bearer ${key}`],
    ['in capitals', key.toUpperCase()],
    ['in a URL', `https://service.example/?key=${encodeURIComponent(key)}&a=1`],
    [
      'in a URL in a URL',
      `https://a.example/?to=${encodeURIComponent(`https://b.example/?key=${encodeURIComponent(key)}`)}`,
    ],
    ['in JSON in a text', JSON.stringify({ authorization: key })],
    ['in HTML', '<p>sk+live/9f3A&quot;7c&amp;d1=e8</p>'],
    ['in hex', Buffer.from(key).toString('hex')],
    ['in base64', withBase64('')],
    ['in base64 after one byte', withBase64('a', ' and more')],
    ['in base64 after two', withBase64('ab', 'c')],
    ['in base64 with its scheme', withBase64('Bearer ')],
    ['in base64url', Buffer.from(`user:${key}`).toString('base64url')],
  ])('%s is removed', (_, words) => {
    const masked = maskOf(key).text(words)
    expect(masked).toContain(maskedKey)
    expect(masked.toLowerCase()).not.toContain('9f3a')
    const decoded = Buffer.from(masked, 'base64').toString('latin1').toLowerCase()
    expect(decoded).not.toContain('9f3a')
  })

  test('is removed from values and names of any shape, and a value without it stays the same object', () => {
    const mask = maskOf(key)
    const clean = { job_id: 'a', nested: [{ n: 1, t: 'Bearer of news' }], none: null }
    expect(mask.value(clean)).toBe(clean)
    const json = fc.jsonValue({ maxDepth: 4 })
    fc.assert(
      fc.property(json, json, (before, after) => {
        const value = { before, [`x-${key}`]: { list: [after, `said ${key}`] } }
        const masked = mask.value(value)
        expect(JSON.stringify(masked)).not.toContain('9f3A')
        expect(mask.value(masked)).toBe(masked)
      }),
    )
  })

  test('is removed from a value alone, and the rest of it stays as it is', () => {
    const mask = maskOf(key, '8letters')
    expect(mask.value({ list: ['a', `said ${key}`, 1, null], end: true })).toEqual({
      list: ['a', `said ${maskedKey}`, 1, null],
      end: true,
    })
    expect(mask.value({ [key]: 1 })).toEqual({ [maskedKey]: 1 })
    expect(mask.value(['8letters'])).toEqual([maskedKey])
  })

  test.each([
    ['lists', (inner: unknown) => [inner]],
    ['objects', (inner: unknown) => ({ a: inner })],
  ])('is found in 256 %s around another; what is deeper is left out', (_, wrap) => {
    const nest = (depth: number, leaf: unknown) =>
      Array.from({ length: depth }).reduce((inner) => wrap(inner), leaf)
    const mask = maskOf(key)
    expect(mask.value(nest(257, key))).toEqual(nest(257, maskedKey))
    expect(mask.value(nest(258, key))).toEqual(nest(257, null))
    expect(mask.value(nest(258, 'a'))).toEqual(nest(257, null))
    const plain = nest(257, 'a')
    expect(mask.value(plain)).toBe(plain)
  })

  test('that is not known yet, or is only a scheme, leaves every word', () => {
    for (const mask of [maskOf(), maskOf('Bearer', '')]) {
      const value = { words: 'null and void', more: null }
      expect([mask.text('null and void'), mask.body('null and void')]).toEqual([
        'null and void',
        'null and void',
      ])
      expect(mask.value(value)).toBe(value)
    }
  })

  test('a body is JSON or any text, of any depth, and never breaks the mask', () => {
    const mask = maskOf(key)
    expect(mask.body('{"a":"\\u0073k+live/9f3A\\"7c&d1=e8"}')).toBe(`{"a":"${maskedKey}"}`)
    expect(mask.body(`<html>${key}`)).toBe(`<html>${maskedKey}`)
    expect(mask.body('{"a": 1 }')).toBe('{"a": 1 }')
    const deep = `${'['.repeat(5_000)}"${JSON.stringify(key).slice(1, -1)}"${']'.repeat(5_000)}`
    expect(mask.body(deep)).not.toContain('9f3A')
    fc.assert(fc.property(fc.string(), (words) => mask.text(mask.body(words)) === mask.body(words)))
  })

  test('any key of eight characters or more is found in any text', () => {
    const anyKey = fc.string({ minLength: 8, maxLength: 60 }).filter((text) => text.trim() === text)
    fc.assert(
      fc.property(anyKey, fc.string(), fc.string(), (one, before, after) => {
        const masked = maskOf(one).text(`${before} ${one} ${after}`)
        expect(masked.includes(one) && !maskedKey.includes(one)).toBe(false)
      }),
    )
  })

  test('every key used by this process is known, and a scheme written into the key is no part of it', () => {
    const mask = maskOf('first-key-1', 'Bearer second-key-2')
    expect(mask.text('first-key-1, second-key-2, Bearer second-key-2')).toBe(
      `${maskedKey}, ${maskedKey}, ${maskedKey}`,
    )
  })
})

describe('[CONN9] a key of fewer than eight characters', () => {
  test('is removed where it follows its scheme, and garbles nothing else', () => {
    const mask = maskOf('a')
    expect(mask.text('A bad answer: Bearer a, bearer%20a')).toBe(
      `A bad answer: Bearer ${maskedKey}, bearer%20${maskedKey}`,
    )
    expect(mask.text('Bearer about')).toBe('Bearer about')
    expect(maskOf('Bearer', '').text('Bearer of news')).toBe('Bearer of news')
  })
})
