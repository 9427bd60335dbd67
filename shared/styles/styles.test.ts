import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anyCharacter } from '../testing/any-character.ts'
import { isStyleId, longestStyleId, segmentOfStyle } from './style-id.ts'
import { stylesIn } from './styles-in-values.ts'

const hostile = fc.oneof(
  fc.string({ unit: anyCharacter, maxLength: 600 }),
  fc.string(),
  fc.constantFrom('.', '..', '%2e%2e', '../../jobs', 'a/b', 'a?b#c', '\\..\\', 'ink\n', '//x', '…', '\ufeff'),
)

test('[STYLE11] whatever an id holds, its request goes to its own place and no other', () => {
  fc.assert(
    fc.property(hostile, (styleId) => {
      const segment = segmentOfStyle(styleId)
      if (segment === null) return
      const url = new URL(`https://service.example/base/styles/${segment}/share/workspace`)
      expect(url.host + url.search + url.hash).toBe('service.example')
      const parts = url.pathname.split('/')
      expect([parts.length, parts[1], parts[2], ...parts.slice(4)]).toEqual([
        6,
        'base',
        'styles',
        'share',
        'workspace',
      ])
      expect(decodeURIComponent(parts[3] ?? '')).toBe(styleId)
    }),
    { numRuns: 500 },
  )
})

test('[STYLE4] an id is bounded text without control characters or outer spaces', () => {
  expect(['ink-and-paper', 'a b', 'a/b', 'Ä', 'x'.repeat(longestStyleId)].every(isStyleId)).toBe(true)
  for (const styleId of ['', ' a', 'a ', 'a\tb', 'a\u0085b', '\ud800', 'x'.repeat(longestStyleId + 1)])
    expect([styleId, isStyleId(styleId)]).toEqual([styleId, false])
})

test('[STYLE3] the styles of a request are found in its fields of styles, whatever else they hold', () => {
  expect(
    stylesIn({
      styles: [{ id: 'a', strength: 2 }, { id: 'a' }, { strength: 1 }, 7, null, [{ id: 'x' }]],
      preset_styles: [{ id: 'b' }],
      presetStyles: [{ id: 'c' }],
      style_images: [{ id: 'image' }],
      prompt: 'styles',
    }),
  ).toEqual(['a', 'b', 'c'])
  fc.assert(
    fc.property(
      fc.dictionary(fc.constantFrom('styles', 'prompt', '__proto__'), fc.anything({ maxDepth: 2 })),
      (values) => {
        for (const styleId of stylesIn(values)) expect(isStyleId(styleId)).toBe(true)
      },
    ),
  )
})
