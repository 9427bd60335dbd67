import fc from 'fast-check'
import { expect, test } from 'vitest'
import { inputReference, readInputReference, replaceInputReferences } from './input-reference.ts'

const sha256 = fc.stringMatching(/^[0-9a-f]{64}$/)

test('a reference contains the digest it was made from', () => {
  fc.assert(
    fc.property(sha256, (digest) => {
      expect(readInputReference(inputReference(digest))).toBe(digest)
    }),
  )
})

test.each([
  'https://example.com/a.png',
  'atelier-input:',
  `atelier-input:${'A'.repeat(64)}`,
  `atelier-input:${'a'.repeat(63)}`,
  ` atelier-input:${'a'.repeat(64)}`,
  `atelier-input:${'a'.repeat(64)}/../..`,
  null,
  7,
])('%j is no reference', (value) => {
  expect(readInputReference(value)).toBeNull()
})

test('references are replaced at any depth and nothing else changes', () => {
  fc.assert(
    fc.property(fc.jsonValue(), sha256, (value, digest) => {
      const replaced = replaceInputReferences(
        { value, at: [{ url: inputReference(digest) }] },
        (found) => `data:${found}`,
      )
      expect(replaced).toEqual({ value, at: [{ url: `data:${digest}` }] })
    }),
  )
})
