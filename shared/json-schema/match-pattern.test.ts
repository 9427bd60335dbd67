import fc from 'fast-check'
import { expect, test } from 'vitest'
import { matchPattern } from './match-pattern.ts'

const atom = fc.constantFrom('a', 'b', '.', '\\d', '\\w', '[ab]', '[^a]', '\\.', '1', '\\s', '\\u0061')
const { pattern } = fc.letrec<{ pattern: string; piece: string }>((tie) => ({
  pattern: fc
    .array(tie('piece'), { minLength: 1, maxLength: 4 })
    .chain((pieces) => fc.constantFrom(pieces.join(''), pieces.join('|'), `^${pieces.join('')}$`)),
  piece: fc.oneof(
    { depthSize: 'small' },
    atom,
    fc.constantFrom('^', '$', '\\b', '\\B'),
    fc
      .tuple(atom, fc.constantFrom('*', '+', '?', '{2}', '{1,}', '{0,2}', '*?'))
      .map((parts) => parts.join('')),
    tie('pattern').map((inner) => `(?:${inner})`),
    tie('pattern').map((inner) => `(${inner})`),
    tie('pattern').map((inner) => `(?=${inner})`),
    tie('pattern').map((inner) => `(?!${inner})`),
  ),
}))

test('finds what the language’s own expressions find', () => {
  fc.assert(
    fc.property(
      pattern,
      fc.string({ unit: fc.constantFrom('a', 'b', '1', '.', ' ', 'é'), maxLength: 8 }),
      (source, text) => {
        expect([source, text, matchPattern(source, text)]).toEqual([
          source,
          text,
          new RegExp(source, 'u').test(text),
        ])
      },
    ),
    { numRuns: 3_000 },
  )
})

test.each(['(a+)+$', '^(a|a)*$', '(?:a*)*b', '^(?=(a+)+$).*b$', '([a-z]+)*\\d', 'a*a*a*a*a*a*a*a*b'])(
  'a pattern that would take for ever is answered: %s',
  (source) => {
    expect(matchPattern(source, `${'a'.repeat(2_000)}!`)).toBe(false)
  },
)

test('what even so is too much work is refused, not waited for', () => {
  expect(matchPattern(`${'(?:a?){40}'.repeat(20)}b`, 'a'.repeat(200_000))).toBe('too_complex')
})

test.each(['(', '(?<=a)b', '(a)\\1', '\\k<x>', 'a{5000}{5000}', '(?:a{999}){999}', '(?<n>a)\\k<n>'])(
  'what is no pattern or can’t be bounded binds nobody: %s',
  (source) => expect(matchPattern(source, 'a')).toBe('unknown'),
)

test.each([
  ['^\\p{Lu}$', 'Ä', true],
  ['^.$', '😀', true],
  ['^[\\w-]+\\_$', 'a-b_', true],
  ['^(?<year>\\d{4})-\\d\\d$', '2026-11', true],
  ['^(?:(){99999}){99999}$', '', true],
  ['^#[0-9a-f]{6}$', '#00ff0', false],
  ['^https?:\\/\\/', 'https://x', true],
])('%s on %j is %s', (source, text, found) => expect(matchPattern(source, text)).toBe(found))
