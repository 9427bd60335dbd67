import fc from 'fast-check'
import { expect, test } from 'vitest'
import { dataUriPattern } from '../api/media-value.ts'
import { fullWork, loadPatterns, MatchWork, matchPattern, quickWork } from './match-pattern.ts'

async function match(pattern: string, text: string, work = fullWork) {
  await loadPatterns({ pattern })
  return matchPattern(pattern, text, new MatchWork(work))
}

const atoms = [
  ...[
    'a',
    'b',
    '.',
    '-',
    '🌊',
    '\\d',
    '\\D',
    '\\w',
    '\\W',
    '\\s',
    '\\S',
    '[ab]',
    '[^a]',
    '[^]',
    '[]',
    '\\.',
    '\\/',
    '\\$',
  ],
  ...['\\u0061', '\\u{1f30a}', '\\ud83c\\udf0a', '\\x41', '\\cJ', '\\0', '\\t', '\\n', '(?:)', 'K', 'ſ', 'é'],
  ...[
    '[🌊-🌎]',
    '[^🌊]',
    '[\\S]',
    '[^\\S]',
    '[\\s\\d]',
    '[a\\-b]',
    '[a-]',
    '[-a]',
    '[\\b]',
    '[^\\D]',
    '[\\]\\\\^]',
    '[\\w-]',
  ],
]
const sign = fc.constantFrom('*', '+', '?', '{2}', '{1,}', '{0,2}', '*?', '{0}', '{2,3}?')
const { pattern } = fc.letrec<{ pattern: string; piece: string }>((tie) => ({
  pattern: fc
    .array(tie('piece'), { maxLength: 4 })
    .chain((pieces) => fc.constantFrom(pieces.join(''), pieces.join('|'), `^${pieces.join('')}$`)),
  piece: fc.oneof(
    { depthSize: 'small' },
    fc.constantFrom(...atoms, '^', '$', '\\b'),
    fc.tuple(fc.constantFrom(...atoms), sign).map((parts) => parts.join('')),
    fc
      .tuple(fc.constantFrom('(?:', '(', '(?<n>'), tie('pattern'), fc.oneof(fc.constant(''), sign))
      .map(([open, inner, repeat]) => `${open}${inner})${repeat}`),
  ),
}))
const halves = ['\ud83c', '\udf0a']
const units = [...'ab1.A_-/ \n\r\u2028\ufeff\u00a0\u0085\0\tKſé$\\]^\u212a🌊🌎\uffff\u{10ffff}', ...halves]
const text = fc.string({ unit: fc.constantFrom(...units), maxLength: 8 })

// Compares hundreds of patterns with the language’s own.
test('finds what the language’s own expressions find', async () => {
  let found = 0
  let checked = 0
  await fc.assert(
    fc.asyncProperty(pattern, fc.array(text, { minLength: 4, maxLength: 4 }), async (source, texts) => {
      fc.pre(isPattern(source))
      await loadPatterns({ pattern: source })
      for (const subject of texts) {
        const isFound = new RegExp(source, 'u').test(subject)
        expect([source, subject, matchPattern(source, subject, new MatchWork())]).toEqual([
          source,
          subject,
          isFound,
        ])
        checked += 1
        found += isFound ? 1 : 0
      }
    }),
    { numRuns: 3_000 },
  )
  expect(Math.min(found, checked - found)).toBeGreaterThan(1_000)
}, 30_000)

function isPattern(source: string): boolean {
  try {
    return new RegExp(source, 'u') instanceof RegExp
  } catch {
    return false
  }
}

test.each([
  ['^.$', '😀', true],
  ['a$', 'a\n', false],
  ['^\\s$', '\ufeff', true],
  ['^[\\w-]+[\\-]$', 'a-', true],
  ['^(?<year>\\d{4})-\\d\\d$', '2026-11', true],
  ['^#[0-9a-f]{6}$', '#00ff0', false],
  ['^https?:\\/\\/', 'https://x', true],
  ['^[^]{1,1000}$', 'a'.repeat(1_001), false],
  [dataUriPattern, 'data:image/png;base64,QUJD', true],
])('%s in %.20j: %s', async (source, subject, found) => expect(await match(source, subject)).toBe(found))

test.each([
  ['what is none', ['(', 'a{2,1}', '(?i)a', '\\A[a-z]\\Z', '(a)\\2', '\\k<x>', '\\_']],
  ['what looks around itself', ['(?=a)', '(?!b)a', '(?<=a)', '(?<!b)a']],
  ['what refers back', ['(a)\\1', '(?<n>a)\\k<n>']],
  ['what changes its flags', ['(?i:a)', '(?s-m:.)']],
  [
    'what engines may take for different things',
    ['\\p{Lu}', '[\\P{L}]', '\\B', '\\ud83c', '[\\ud800-\\udfff]'],
  ],
  ['a repeat of more than a thousand', ['a{1001}', 'a{0,4000}', '(?:a{40}){40}']],
  ['what is very long', [`a${'b?'.repeat(1_000)}`, '(?:[ab]{600}){2}[cd]{900}[ef]{900}']],
  ['what is nested very deep', [`${'(?:'.repeat(101)}a${')'.repeat(101)}`]],
])('%s is left to the service', async (_, sources) => {
  for (const source of sources) expect([source, await match(source, 'a')]).toEqual([source, 'unknown'])
})

test('a pattern that was not loaded doesn’t apply', () => {
  expect(matchPattern('^never loaded$', 'a', new MatchWork())).toBe('unknown')
})

test.each(['(a+)+$', '^(a|a)*$', '(?:a*)*b', '([a-z]+)*\\d', 'a*a*a*a*a*a*a*a*b', '(?:a?){60}a{60}b'])(
  'a pattern that would take for ever elsewhere is evaluated: %s',
  async (source) => {
    expect(await match(source, `${'a'.repeat(2_000)}!`)).toBe(false)
  },
)

/** Each as large as allowed; their states are as many as possible. */
const worst = [
  '(?:[ab]{1,100}[bc]{1,100}){5}d',
  '[ab]{0,1000}[b-g]{0,400}z',
  '[ab]*a[ab]{0,1000}c',
  '(?:a[ab]{0,700})*c',
]

test('no pattern takes long: slow ones are left to the service', async () => {
  const bits = Array.from({ length: 200_000 }, (_, index) => 'ab'[(index * 2_654_435_761) >>> 31]).join('')
  for (const source of worst) {
    const fits = Math.floor(fullWork / 3_000)
    expect(await match(source, bits.slice(0, fits))).toBe(false)
    expect(await match(source, bits)).toBe('unknown')
    expect(await match(source, bits.slice(0, fits), quickWork)).toBe('unknown')
  }
})

test('a thousand patterns may together use no more than one', async () => {
  const [source = ''] = worst
  await loadPatterns({ pattern: source })
  const work = new MatchWork()
  const found = Array.from({ length: 1_000 }, () => matchPattern(source, 'ab'.repeat(100), work))
  expect([found[0], found.at(-1)]).toEqual([false, 'unknown'])
})

test('of a schema with too many patterns, the first are evaluated', async () => {
  const small = Array.from({ length: 200 }, (_, index) => ({ pattern: `^many${index}$` }))
  await loadPatterns({ anyOf: small })
  const large = Array.from({ length: 20 }, (_, index) => ({
    pattern: `[${'ab'.charAt(index % 2)}x]{900}${index}`,
  }))
  await loadPatterns({ allOf: large })
  const known = (patterns: { pattern: string }[]) =>
    patterns.filter(({ pattern }) => matchPattern(pattern, 'a', new MatchWork()) !== 'unknown').length
  expect([known(small), known(large)]).toEqual([100, 11])
})

test('the patterns of any JSON can be loaded, and a match always ends and never throws', async () => {
  const pieces = fc.constantFrom(
    ...'^$\\.*+?()[]{}|/-,:<>=!=',
    '(?',
    '\\u',
    '\\p',
    '{2',
    'a',
    '1',
    'x',
    '\ud800',
  )
  await fc.assert(
    fc.asyncProperty(
      fc.array(pieces, { maxLength: 12 }),
      fc.jsonValue(),
      text,
      async (parts, json, subject) => {
        const source = parts.join('')
        await loadPatterns({ json, patternProperties: { [source]: json }, items: [{ pattern: source }] })
        const found = matchPattern(source, subject, new MatchWork())
        if (!isPattern(source)) expect(found).toBe('unknown')
        else if (found !== 'unknown') expect(found).toBe(new RegExp(source, 'u').test(subject))
      },
    ),
    { numRuns: 2_000 },
  )
})
