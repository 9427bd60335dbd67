import fc from 'fast-check'
import { expect, it } from 'vitest'
import { expandPrompt } from '../../../../shared/prompts/expand-prompt.ts'
import { spellOutRanges } from './spell-out-ranges.ts'

it.each([
  ['A boat {1..3}', 'A boat {1|2|3}'],
  ['{3..1} and {a..c}', '{3|2|1} and {a|b|c}'],
  ['{0..10..5} of {08..10}', '{0|5|10} of {08|09|10}'],
  ['{-1..1}', '{-1|0|1}'],
  ['a {red|{1..2}} boat', 'a {red|{1|2}} boat'],
  ['{1..3} or {one}', '{1|2|3} or {one}'],
])('[ACT100] %s becomes %s', (written, spelled) => {
  expect(spellOutRanges(written)?.prompt).toBe(spelled)
})

it.each(['{1..1}', '{1..101}', '{1..3..0}', '{a..Z}', '\\{1..3}', '{1...3}', '{ 1..3 }', '{1..}', '1..3'])(
  '[ACT100] %s is no range of choices',
  (written) => {
    expect(spellOutRanges(written)).toBeNull()
  },
)

it('[ACT100] a range makes as many prompts as it has numbers, whatever surrounds it', () => {
  const words = fc.string({ unit: fc.constantFrom('a', ' ', ',', '.', '1') })
  const ends = fc.tuple(fc.integer({ min: -99, max: 99 }), fc.integer({ min: -99, max: 99 }))
  fc.assert(
    fc.property(words, ends, words, (before, [from, to], after) => {
      fc.pre(from !== to && Math.abs(from - to) < 100)
      const spelled = spellOutRanges(`${before}{${from}..${to}}${after}`)?.prompt ?? ''
      const { count, take } = expandPrompt(spelled)
      expect(count).toBe(Math.abs(from - to) + 1)
      expect([take(1)[0], take(count).at(-1)]).toEqual([`${before}${from}${after}`, `${before}${to}${after}`])
    }),
  )
})

it('[ACT100] many choices are shown by their first ones and the last', () => {
  expect(spellOutRanges('{1..3} {1..9}')?.first).toBe('{1|2|3}')
  expect(spellOutRanges('{1..9}')?.first).toBe('{1|2|3|…|9}')
})

it('[ACT100] any text is read in time', () => {
  const unit = fc.constantFrom('{', '}', '.', '..', '1', '-', 'a', '|', '\\')
  fc.assert(fc.property(fc.string({ unit, maxLength: 4096 }), (text) => void spellOutRanges(text)))
})
