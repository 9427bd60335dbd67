import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anyCharacter } from '../../testing/any-character.ts'
import { colorNames } from '../color-names.ts'
import { dayWords, periodOf } from './day-range.ts'
import { isSameTerm, readTerm, standings, type Term, termNames, writeValue } from './filter-term.ts'
import { faultsIn, quote, readFilter, readTokens, unquote, writeFilter, writeTerm } from './library-filter.ts'

function termsIn(text: string): string[] {
  return readFilter(text).terms.map(writeTerm)
}

describe('[LIB100] a filter is one line of words and terms', () => {
  test.each([
    ['fox model:v1 rating:>=3 tag:poster', 'fox', ['model:v1', 'rating:>=3', 'tag:poster']],
    ['KIND:Video -flag:reject', '', ['kind:video', '-flag:reject']],
    ['tag:"black and white" "a quiet sea"', '"a quiet sea"', ['tag:"black and white"']],
    ['tag:"say \\"hi\\" \\\\o/"', '', ['tag:"say \\"hi\\" \\\\o/"']],
    ['stars:none is:favourite', '', ['rating:0', 'is:favorite']],
    ['price:$0.5..2 price:unlisted', '', ['price:0.5..2', 'price:unlisted']],
    ['length:1m30s length:>5 length:<=10s', '', ['length:90s', 'length:>5s', 'length:<=10s']],
    [
      'resolution:4k resolution:>=1080p size:1920x1080',
      '',
      ['resolution:2160p', 'resolution:>=1080p', 'resolution:1920x1080'],
    ],
    ['ratio:wide aspect:16:9', '', ['ratio:wide', 'ratio:16:9']],
    ['label:red label:none label:9', '', ['label:red', 'label:none', 'label:blue']],
    ['color:blue colour:Teal -color:grey', '', ['color:blue', 'color:cyan', '-color:gray']],
    ['date:last-tuesday date:2026-11 date:7d', '', ['date:last-tuesday', 'date:2026-11', 'date:7d']],
    ['16:9 at 10:30, mood: calm', '16:9 at 10:30, mood: calm', []],
    ['--no hands -fox', '--no hands -fox', []],
  ])('%s', (text, words, terms) => {
    expect(readFilter(text).text).toBe(words)
    expect(termsIn(text)).toEqual(terms)
  })

  test('whatever it holds, it is written so that it reads as the same', () => {
    fc.assert(
      fc.property(
        fc.array(anyTerm, { maxLength: 8 }),
        fc.constantFrom('', 'fox', '"a b" c'),
        (terms, text) => {
          const filter = { text, terms }
          expect(readFilter(writeFilter(filter))).toEqual(filter)
        },
      ),
    )
  })

  test('quotes keep any value as it is', () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter, maxLength: 40 }), (value) => {
        expect(unquote(quote(value))).toBe(value)
      }),
    )
  })
})

describe('[LIB101] what can’t be read', () => {
  test('says why, and costs only itself', () => {
    const text = 'fox colr:blue rating:9 date:2026-02-30 tag: kind:image price:2..1'
    expect(faultsIn(text).map(({ fault, name, value }) => [fault, name, value])).toEqual([
      ['unknown_name', 'colr', 'blue'],
      ['unreadable_value', 'rating', '9'],
      ['unreadable_value', 'date', '2026-02-30'],
      ['unfinished', 'tag', ''],
      ['unreadable_value', 'price', '2..1'],
    ])
    expect(readFilter(text)).toMatchObject({ text: 'fox', terms: [{ name: 'kind' }] })
  })

  test('any text is read, and its tokens cover it in their order', () => {
    const part = fc.oneof(
      fc.constantFrom('"', '\\', ':', '-', ' ', 'tag:', '-is:', 'rating:>=', '..', 'date:'),
      fc.string({ unit: 'grapheme', maxLength: 5 }),
      fc.string({ unit: anyCharacter, maxLength: 3 }),
    )
    fc.assert(
      fc.property(fc.array(part, { maxLength: 20 }), (parts) => {
        const text = parts.join('')
        const tokens = readTokens(text)
        let at = 0
        for (const { start, end, source } of tokens) {
          expect(text.slice(at, start).trim()).toBe('')
          expect(text.slice(start, end)).toBe(source)
          expect(end).toBeGreaterThan(start)
          at = end
        }
        expect(text.slice(at).trim()).toBe('')
        const { terms } = readFilter(text)
        expect(readFilter(writeFilter({ text: '', terms })).terms.map(writeTerm)).toEqual(
          terms.map(writeTerm),
        )
      }),
      { numRuns: 1_000 },
    )
  })
})

describe('[LIB102] days', () => {
  // A Thursday.
  const now = new Date(2026, 10, 26, 15, 30).getTime()
  const day = (month: number, date: number, year = 2026) => new Date(year, month - 1, date).getTime()

  test.each([
    ['today', day(11, 26), day(11, 27)],
    ['yesterday', day(11, 25), day(11, 26)],
    ['this-week', day(11, 23), day(11, 30)],
    ['last-week', day(11, 16), day(11, 23)],
    ['last-month', day(10, 1), day(11, 1)],
    ['last-year', day(1, 1, 2025), day(1, 1, 2026)],
    ['last-tuesday', day(11, 24), day(11, 25)],
    ['last-thursday', day(11, 19), day(11, 20)],
    ['last-friday', day(11, 20), day(11, 21)],
    ['tuesday', day(11, 24), day(11, 25)],
    ['thursday', day(11, 26), day(11, 27)],
    ['friday', day(11, 20), day(11, 21)],
    ['november', day(11, 1), day(12, 1)],
    ['december', day(12, 1, 2025), day(1, 1)],
    ['january', day(1, 1), day(2, 1)],
    ['7d', day(11, 20), day(11, 27)],
    ['2026-11-24', day(11, 24), day(11, 25)],
    ['2026-02', day(2, 1), day(3, 1)],
    ['2026-11-01..2026-11-24', day(11, 1), day(11, 25)],
    ['2026-11-01..', day(11, 1), null],
    ['>=2026-11', day(11, 1), null],
    ['>2026-11', day(12, 1), null],
    ['<2026-11', null, day(11, 1)],
    ['<=2026-11', null, day(12, 1)],
  ])('%s', (text, from, until) => {
    expect(periodOf(text, now)).toEqual({ from, until })
  })

  test.each([
    '',
    'tuesday-last',
    '2026-13',
    '2026-02-30',
    '..',
    '2026-11-24..2026-11-01',
    '0d',
    '99999d',
    '>=today',
  ])('%j are none', (text) => {
    expect(periodOf(text, now)).toBeNull()
  })
})

test.each([
  ['last tuesday', 'last-tuesday'],
  [' This  Week ', 'this-week'],
  ['nov', 'november'],
  ['24.11.2026', '2026-11-24'],
  ['1.2.2026', '2026-02-01'],
  ['24/11/2026', '2026-11-24'],
  ['11/24/2026', '2026-11-24'],
  ['24-11-2026', '2026-11-24'],
  ['5/5/2026', '2026-05-05'],
])('[LIB430] a person may write %j', (text, days) => {
  expect(readTerm('date', text)).toEqual({ name: 'date', value: days, isNot: false })
})

test.each(['11/12/2026', '31.2.2026', '24/13/2026', 'no', 'last', '24.11/2026'])(
  '[LIB430] %j names no days',
  (text) => {
    expect(readTerm('date', text)).toBeNull()
  },
)

const number = fc.integer({ min: 0, max: 9 }).map(String)
const range = (unit: string) =>
  fc.oneof(
    number.map((one) => `${one}${unit}`),
    fc.tuple(fc.constantFrom('>', '>=', '<', '<='), number).map(([sign, one]) => `${sign}${one}${unit}`),
    fc.tuple(number, number).map(([one, other]) => `${one}${unit}..${Number(one) + Number(other)}${unit}`),
  )
const free = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 })
const values: Record<Term['name'], fc.Arbitrary<string>> = {
  kind: fc.constantFrom('image', 'video', 'audio'),
  model: free,
  account: free,
  rating: fc.constantFrom('0', '3', '>=3', '<2', '2..4'),
  score: fc.constantFrom('0', '>=80', '50..100'),
  flag: fc.constantFrom('none', 'pick', 'reject'),
  is: fc.constantFrom(...standings),
  label: fc.constantFrom('red', 'none', 'blue'),
  color: fc.constantFrom(...colorNames),
  collection: free,
  sheet: free,
  tag: free,
  style: free,
  date: fc.constantFrom(...dayWords, '2026-11-24', '2026..', '7d'),
  price: fc.oneof(range(''), range('.25'), fc.constant('unlisted')),
  ratio: fc.constantFrom('wide', 'square', 'tall', '16:9', '1:2'),
  length: fc.oneof(range('s'), range('.5s')),
  resolution: fc.oneof(range('p'), fc.constant('1920x1080')),
}
const anyTerm = fc
  .constantFrom(...termNames)
  .chain((name) => fc.tuple(fc.constant(name), values[name], fc.boolean()))
  .map(([name, value, isNot]) => readTerm(name, value, isNot))
  .filter((term) => term !== null)

test('[LIB100] a term is the same as another of its name and value', () => {
  fc.assert(
    fc.property(anyTerm, anyTerm, (one, other) => {
      expect(isSameTerm(one, one)).toBe(true)
      if (isSameTerm(one, other)) expect(writeValue(one)).toBe(writeValue(other))
    }),
  )
})
