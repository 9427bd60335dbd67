import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anyCharacter } from '../../../shared/testing/any-character.ts'
import { plainName, plainPrompt } from './plain-line.ts'

const hostile = fc.string({
  unit: fc.oneof(
    fc.string({ unit: anyCharacter, maxLength: 3 }),
    fc.constantFrom('\u001b[31m', '\u202e', '\u2066', '\u200b', '\n', '\u0007', '\u0301', '\ud800', '\u2028'),
  ),
  maxLength: 2_000,
})

test('[AGENT64] whatever an agent sends, its name and its prompt are one bounded line without hidden characters', () => {
  fc.assert(
    fc.property(hostile, (text) => {
      for (const [line, most] of [
        [plainName(text), 60],
        [plainPrompt(text), 300],
      ] as const) {
        expect(line.length).toBeLessThanOrEqual(most)
        expect(line).toBe(line.trim())
        expect(line.isWellFormed()).toBe(true)
        expect(line.replaceAll('\u200d', '')).not.toMatch(/[\p{C}\p{Zl}\p{Zp}]| {2}|\p{M}{4}/u)
      }
      expect(plainName(text)).not.toBe('')
      expect(plainName(text)).toMatch(/^[\p{L}\p{M}\p{N} ._@/()…-]+$/u)
    }),
  )
})

test('[AGENT64] ordinary names and prompts stay as they are', () => {
  for (const name of ['Claude Code', 'codex-mcp-client', 'Visual Studio Code', 'ассистент', '助手'])
    expect(plainName(name)).toBe(name)
  for (const prompt of ['A quiet harbour, “dawn” – 35 mm', '夜の港', 'naïve café 👩‍🚀'])
    expect(plainPrompt(prompt)).toBe(prompt)
})
