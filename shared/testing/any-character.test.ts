import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anyCharacter } from './any-character.ts'

test('any character comes up, from the first to the last, and no surrogate', () => {
  expect(anyCharacter.canShrinkWithoutContext('\0')).toBe(true)
  for (const character of ['\0', 'a', '\ud7ff', '\ue000', '\uffff', '\u{10000}', '\u{10ffff}'])
    expect(anyCharacter.canShrinkWithoutContext(character), JSON.stringify(character)).toBe(true)
  for (const other of ['', 'ab', '\ud800', '\udfff', '\ud800\ud800', 7])
    expect(anyCharacter.canShrinkWithoutContext(other), JSON.stringify(other)).toBe(false)
  const made = new Set(fc.sample(anyCharacter, { numRuns: 20_000, seed: 1 }))
  for (const edge of ['\0', '\u{10ffff}']) expect(made).toContain(edge)
  expect([...made].every((character) => character.isWellFormed() && [...character].length === 1)).toBe(true)
})
