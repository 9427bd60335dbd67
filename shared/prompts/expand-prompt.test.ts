import fc from 'fast-check'
import { expect, test } from 'vitest'
import { expandPrompt } from './expand-prompt.ts'

function all(text: string): string[] {
  return expandPrompt(text).take(1000)
}

test.each<[string, string[]]>([
  ['a sea', ['a sea']],
  ['', ['']],
  ['a {red|green|blue} boat', ['a red boat', 'a green boat', 'a blue boat']],
  ['{a|b} {1|2}', ['a 1', 'a 2', 'b 1', 'b 2']],
  ['a {|very }big sea', ['a big sea', 'a very big sea']],
  ['{a {x|y}|b}', ['a x', 'a y', 'b']],
  ['{a|a}', ['a', 'a']],
  ['{{a|b}|c}', ['a', 'b', 'c']],
  ['{|}', ['', '']],
])('“%s” generates these prompts, the leftmost wildcard changing last', (text, prompts) => {
  expect(all(text)).toEqual(prompts)
  expect(expandPrompt(text).count).toBe(prompts.length)
})

test.each([
  ['{red}', '{red}'],
  ['a | b', 'a | b'],
  ['{a|b', '{a|b'],
  ['a} {', 'a} {'],
  ['\\{a\\|b\\}', '{a|b}'],
  ['C:\\new', 'C:\\new'],
  ['ends in \\', 'ends in \\'],
  ['{"json": {"like": 1}}', '{"json": {"like": 1}}'],
])('“%s” has no wildcard in it', (text, prompt) => {
  expect(all(text)).toEqual([prompt])
})

test('more prompts than anyone could pay are counted without being generated', () => {
  const text = '{a|b}'.repeat(2000)
  const { count, take } = expandPrompt(text)
  expect(count).toBe(Number.MAX_SAFE_INTEGER)
  expect(take(2)).toEqual(['a'.repeat(2000), `${'a'.repeat(1999)}b`])
})

test('unclosed braces are words, quickly', () => {
  const text = '{a|'.repeat(5000)
  expect(all(text)).toEqual([text])
})

test('any text generates as many prompts as were counted', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom('{', '|', '}', '\\', 'a', ' ') }), (text) => {
      const { count, take } = expandPrompt(text)
      const prompts = take(200)
      expect(prompts).toHaveLength(Math.min(200, count))
      if (!text.includes('|')) expect(prompts).toHaveLength(1)
    }),
  )
})

test('alternatives without braces are preserved', () => {
  const way = fc.string({ unit: fc.constantFrom('a', 'b', ' ', ',', 'é'), maxLength: 8 })
  fc.assert(
    fc.property(fc.array(way, { minLength: 2, maxLength: 6 }), way, way, (ways, before, after) => {
      expect(all(`${before}{${ways.join('|')}}${after}`)).toEqual(ways.map((one) => before + one + after))
    }),
  )
})

test.each([
  ['a {red|blue car', 2],
  ['a {red|blue} {x|y', 13],
  ['{a|{b|c}', 0],
  ['{{a|b} c', null],
  ['a {red car', null],
  ['a | b', null],
  ['\\{a|b', null],
  ['{a|b}', null],
])('[WILD1] “%s” has a brace with alternatives that never closes at %s', (text, at) => {
  expect(expandPrompt(text).unclosedAt).toBe(at)
})

test.each([
  ['a lane with {1..3} boats', true],
  ['a {red} car', true],
  ['{"scene": {"sky": "grey"}}', true],
  ['{red|blue} {car}', true],
  ['{a {b}|c}', true],
  ['{{a|b}}', true],
  ['{red|blue} car', false],
  ['a {} car, or { }', false],
  ['a {red car', false],
  ['a red} car', false],
  ['a \\{red\\} car', false],
])('[PROMPT60] whether “%s” has braces that are words: %s', (text, has) => {
  expect(expandPrompt(text).hasPlainBraces).toBe(has)
})

test('[WILD1] an unclosed brace is where it says, in any text', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom('{', '|', '}', '\\', 'a', '😀') }), (text) => {
      const at = expandPrompt(text).unclosedAt
      expect(at === null || text[at] === '{').toBe(true)
    }),
  )
})
