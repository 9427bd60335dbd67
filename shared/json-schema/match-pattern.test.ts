import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { fullWork, MatchWork } from './match-limits.ts'
import { matchPattern } from './match-pattern.ts'
import { changeModes, type Modes, plainModes } from './pattern-characters.ts'

// One test tries hundreds of values.
vi.setConfig({ testTimeout: 60_000 })

const atom = fc.constantFrom('a', 'b', '.', '\\d', '\\w', '[ab]', '[^a]', '\\.', '1', '\\s', '\\u0061')
const place = fc.constantFrom('^', '$', '\\b', '\\B')
const repeated = fc
  .tuple(atom, fc.constantFrom('*', '+', '?', '{2}', '{1,}', '{0,2}', '*?'))
  .map((parts) => parts.join(''))

function patternsWith(
  more: (inner: fc.Arbitrary<string>) => readonly fc.Arbitrary<string>[],
): fc.Arbitrary<string> {
  return fc.letrec<{ pattern: string; piece: string }>((tie) => ({
    pattern: fc
      .array(tie('piece'), { minLength: 1, maxLength: 4 })
      .chain((pieces) => fc.constantFrom(pieces.join(''), pieces.join('|'), `^${pieces.join('')}$`)),
    piece: fc.oneof(
      { depthSize: 'small' },
      atom,
      place,
      repeated,
      ...['(?:', '(', '(?=', '(?!'].map((open) => tie('pattern').map((inner) => `${open}${inner})`)),
      ...more(tie('pattern')),
    ),
  })).pattern
}

const units = ['a', 'b', '1', '.', ' ', 'é']
const text = fc.string({ unit: fc.constantFrom(...units, '🌊'), maxLength: 8 })
/** Where it looks behind, V8 also begins amid a character of two units, which ECMAScript does not. */
const plainText = fc.string({ unit: fc.constantFrom(...units), maxLength: 8 })

function expectAsNative(source: string, subject: string) {
  expect([source, subject, matchPattern(source, subject)]).toEqual([
    source,
    subject,
    new RegExp(source, 'u').test(subject),
  ])
}

test('finds what the language’s own expressions find', () => {
  fc.assert(
    fc.property(
      patternsWith(() => []),
      text,
      expectAsNative,
    ),
    { numRuns: 3_000 },
  )
})

/** Looks behind, repeats of groups, and references to groups that there are. */
const hardPattern = patternsWith((inner) => [
  ...['(?<=', '(?<!'].map((open) => inner.map((part) => `${open}${part})`)),
  fc
    .tuple(inner, fc.constantFrom('*', '+', '?', '{2}', '{1,}', '{0,2}', '*?', '??', '{1,3}?'))
    .map(([part, repeat]) => `(${part})${repeat}`),
  fc.constantFrom('\\1', '\\2', '\\3', '\\1', '(?:\\1|b)*', '(\\1a)'),
]).filter(isPattern)

function isPattern(source: string): boolean {
  try {
    return new RegExp(source, 'u') instanceof RegExp
  } catch {
    return false
  }
}

test('what looks behind or back finds what the language’s own expressions find', () => {
  let hard = 0
  let refused = 0
  fc.assert(
    fc.property(hardPattern, fc.array(plainText, { minLength: 3, maxLength: 3 }), (source, texts) => {
      hard += /\(\?<|\\\d/.test(source) ? 1 : 0
      for (const subject of texts) {
        if (matchPattern(source, subject) === 'too_complex') refused += 1
        else expectAsNative(source, subject)
      }
    }),
    // The same patterns each time: where the language's own are wrong, a person has to say so.
    { numRuns: 4_000, seed: 20_261_121 },
  )
  expect(hard).toBeGreaterThan(2_000)
  expect(refused).toBeLessThan(5)
})

/** A pattern with groups that change their flags, and what it says without them. */
interface Modified {
  readonly source: string
  readonly plainly: (modes: Modes) => string
}

/** What each piece says plainly: as it is, and where case, ends of lines or `.` are meant otherwise. */
const pieces: readonly (readonly [string, (modes: Modes) => string])[] = [
  ['a', (modes) => (modes.ignoresCase ? '[aA]' : 'a')],
  ['S', (modes) => (modes.ignoresCase ? '[sSſ]' : 'S')],
  ['\\u212a', (modes) => (modes.ignoresCase ? '[kK\\u212a]' : '\\u212a')],
  ['ς', (modes) => (modes.ignoresCase ? '[ςσΣ]' : 'ς')],
  ['[R-T]', (modes) => (modes.ignoresCase ? '[R-Tr-tſ]' : '[R-T]')],
  ['[^K]', (modes) => (modes.ignoresCase ? '[^Kk\\u212a]' : '[^K]')],
  ['\\w', (modes) => (modes.ignoresCase ? '[\\wſ\\u212a]' : '\\w')],
  ['\\W', (modes) => (modes.ignoresCase ? '[^\\wſ\\u212a]' : '\\W')],
  ['\\d', () => '\\d'],
  ['.', (modes) => (modes.dotTakesAll ? '[^]' : '.')],
  ['^', (modes) => (modes.isMultiline ? '(?<![^\\n\\r\\u2028\\u2029])' : '^')],
  ['$', (modes) => (modes.isMultiline ? '(?![^\\n\\r\\u2028\\u2029])' : '$')],
  ['\\b', (modes) => edge(modes, '', '')],
  ['\\B', (modes) => edge(modes, '(?!', ')')],
]

function edge({ ignoresCase }: Modes, open: string, close: string): string {
  const word = ignoresCase ? '[\\wſ\\u212a]' : '\\w'
  return `${open}(?:(?<=${word})(?!${word})|(?<!${word})(?=${word}))${close}`
}

const { modified } = fc.letrec<{ modified: Modified; piece: Modified }>((tie) => ({
  modified: fc
    .tuple(fc.array(tie('piece'), { minLength: 1, maxLength: 4 }), fc.constantFrom('', '|'))
    .map(([parts, between]) => ({
      source: parts.map(({ source }) => source).join(between),
      plainly: (modes) => parts.map(({ plainly }) => plainly(modes)).join(between),
    })),
  piece: fc.oneof(
    { depthSize: 'small' },
    fc.constantFrom(...pieces).map(([source, plainly]): Modified => ({ source, plainly })),
    fc.tuple(fc.constantFrom('(?:', '(', '(?=', '(?!', '(?<=', '(?<!'), tie('modified')).map(
      ([open, { source, plainly }]): Modified => ({
        source: `${open}${source})`,
        plainly: (modes) => `${open}${plainly(modes)})`,
      }),
    ),
    fc.tuple(tie('modified'), fc.constantFrom('*', '+', '?', '{2}')).map(
      ([{ source, plainly }, sign]): Modified => ({
        source: `(?:${source})${sign}`,
        plainly: (modes) => `(?:${plainly(modes)})${sign}`,
      }),
    ),
    fc
      .tuple(fc.subarray(['i', 's', 'm']), fc.subarray(['i', 's', 'm']), tie('modified'))
      .map(([on, both, { source, plainly }]): Modified => {
        const off = both.filter((letter) => !on.includes(letter))
        const open = on.length + off.length === 0 ? '(?:' : `(?${on.join('')}-${off.join('')}:`
        return {
          source: `${open}${source})`,
          plainly: (modes) => `(?:${plainly(changeModes(modes, on.join(''), off.join('')))})`,
        }
      }),
  ),
}))

/** The same letters large and small, letters that only folding makes alike, and ends of lines. */
const casedText = fc.string({ unit: fc.constantFrom(...'aA1rRsSſkK\u212aςσΣ\n\u2028 '), maxLength: 8 })

/** V8’s own reading of such groups is wrong where some ignore case and others don’t; its plain expressions are right. */
test('groups that change their flags find what the language’s own expressions find that say the same without', () => {
  let walked = 0
  fc.assert(
    fc.property(modified, fc.array(casedText, { minLength: 3, maxLength: 3 }), (pattern, texts) => {
      const { source, plainly } = pattern
      const plain = new RegExp(plainly(plainModes), 'u')
      for (const subject of texts) {
        const found = matchPattern(source, subject, new MatchWork({ steps: 20_000, nativeSteps: 0 }))
        if (found === 'too_complex') continue
        walked += 1
        expect([source, subject, found]).toEqual([source, subject, plain.test(subject)])
      }
    }),
    { numRuns: 2_000 },
  )
  expect(walked).toBeGreaterThan(5_000)
})

test.each(['(a+)+$', '^(a|a)*$', '(?:a*)*b', '^(?=(a+)+$).*b$', '([a-z]+)*\\d', 'a*a*a*a*a*a*a*a*b'])(
  'a pattern that would take for ever is answered: %s',
  (source) => {
    expect(matchPattern(source, `${'a'.repeat(2_000)}!`)).toBe(false)
  },
)

test('what is walked sooner than tried is walked', () => {
  const work = new MatchWork()
  expect(matchPattern('a*b', 'a'.repeat(9_000), work)).toBe(false)
  expect(work.takeNative(fullWork.nativeSteps)).toBe(true)
})

test('what even so is too much work is refused, not waited for', () => {
  expect(matchPattern(`${'(?:a?){40}'.repeat(20)}b`, 'a'.repeat(200_000))).toBe('too_complex')
})

test.each([
  ['(a+)+\\1$', 'a'],
  ['^(?:(a|a)\\1?)*$', 'a'],
  ['(?<=^(?:a*)*b.*)!', 'a'],
  ['(a*)(a*)(a*)(a*)\\4\\3\\2\\1b', 'a'],
  ['^(?:(?<!b)(?:a?){40}){40}b', 'a'],
  ['(.*)+\\1(.*)+\\2!!', 'ab'],
])('the steps of what looks behind or back are counted: %s', (source, unit) => {
  expect(matchPattern(source, `${unit.repeat(1_000)}!`)).toBe('too_complex')
})

test('choices and short repeats in a row, too, are as many ways as they multiply to', () => {
  for (const piece of ['a?', '(?:a|a)?', 'a{0,3}', '(?:a|aa)'])
    expect(matchPattern(`${piece.repeat(60)}${'a'.repeat(60)}b`, 'a'.repeat(100))).toBe(false)
})

test('a long text is no reason to refuse it where the pattern is simple', () => {
  const image = `data:image/png;base64,${'QUJD'.repeat(250_000)}`
  expect(matchPattern('^data:image/(?:png|jpe?g);base64,[A-Za-z0-9+/]+={0,2}$', image)).toBe(true)
  expect(matchPattern('^[^]{1,20000}$', 'a'.repeat(20_000))).toBe(true)
  expect(matchPattern('^[^]{1,20000}$', 'a'.repeat(20_001))).toBe(false)
  expect(matchPattern('(?<!b)a\\b', 'ab '.repeat(20_000))).toBe(false)
})

test.each(['(', 'a{2,1}', '(?i)a', '(?ii:a)', '(?-:a)', '(?x:a)', '\\A[a-z]\\Z', '(a)\\2', '\\k<x>'])(
  'what is no pattern binds nobody: %s',
  (source) => expect(matchPattern(source, 'a')).toBe('unknown'),
)

test.each([
  '(?:a{999}){999}',
  'a{5000}{5000}',
  '(?:(?=a{9000})){9000}b',
  '(?:(?!(?:(?=a{9000})){9000})){9000}b',
])('what is long when it is written out is still held to: %s', (source) =>
  expect(matchPattern(source, 'a')).not.toBe(true),
)

test.each([
  ['^(?<quote>["\']).*\\k<quote>$', '"x"', true],
  ['^(?<quote>["\']).*\\k<quote>$', '"x\'', false],
  ['^\\k<late>(?<late>a)$', 'a', true],
  ['(?<=\\$)\\d+', '$5', true],
  ['(?<=\\$)\\d+', '€5', false],
  ['(?<!un)safe$', 'unsafe', false],
  ['(?<=(\\d+)(\\d+))$', '1053', true],
  ['^(?=(a*?))\\1b$', 'b', true],
  ['(?<=\\1(a))b', 'aab', true],
  ['^(?:(a)|b\\1)+$', 'ab', true],
  ['(?<=\\1(a))b', 'ab', false],
])('%s on %j looks around itself: %s', (source, subject, found) =>
  expect(matchPattern(source, subject)).toBe(found),
)

test.each([
  ['^\\p{Lu}$', 'Ä', true],
  ['^.$', '😀', true],
  ['^[\\w-]+\\_$', 'a-b_', true],
  ['^(?<year>\\d{4})-\\d\\d$', '2026-11', true],
  ['^(?:(){99999}){99999}$', '', true],
  ['^#[0-9a-f]{6}$', '#00ff0', false],
  ['^https?:\\/\\/', 'https://x', true],
  ['^(?i:jpe?g)$', 'JPEG', true],
  ['^(?i:j)peg$', 'JPEG', false],
  ['(?i:a(?-i:b))(c)', 'ABc', false],
  ['^(?-i:(?i:a|b)*)$', 'B', true],
  ['[\\[-](?i:(?-i:\\b(sad|SAD)\\b))', '-SAd', false],
  ['^(?:(?i:ſ)+)+$', 'sS', true],
  ['(a)(?i:\\1)', 'aA', true],
  ['(a)\\1', 'aA', false],
  ['a(?s-m:.)b', 'a\nb', true],
  ['(?m:^b$)', 'a\nb\nc', true],
  ['^(?i:\\w)$', 'ſ', true],
  ['^(?i:a|\\w)(?i:\\B)', 'aſ', true],
  ['^(?i:a)?\\w$', 'ſ', false],
  ['^(?i:a)?[\\w-]$', 'ſ', false],
])('%s on %j is %s', (source, subject, found) => expect(matchPattern(source, subject)).toBe(found))
