import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anyCharacter } from '../../shared/testing/any-character.ts'
import { sha256 } from './sha256.ts'

test('is the digest that Node makes, of any text', () => {
  const lengths = Array.from({ length: 130 }, (_, length) => 'a'.repeat(length))
  for (const text of lengths) expect(Buffer.from(sha256(text)).toString('hex')).toBe(digest(text))
  fc.assert(
    fc.property(fc.string({ unit: anyCharacter, maxLength: 300 }), (text) => {
      expect(Buffer.from(sha256(text)).toString('hex')).toBe(digest(text))
    }),
  )
})

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
