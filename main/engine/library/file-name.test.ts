import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anyCharacter } from '../../../shared/testing/any-character.ts'
import { fileName, filePlace, slug } from './file-name.ts'

const fileId = '0190a1b2-c3d4-7e5f-8a6b-7c8d9e0f1a2b'
const completedAt = Date.parse('2026-11-20T23:59:59Z')

test('a file name holds date, model, first words and the end of the id', () => {
  expect(fileName({ completedAt, modelId: 'i3', prompt: 'A quiet sea, at dusk!', fileId })).toBe(
    '2026-11-20-i3-a-quiet-sea-at-dusk-7c8d9e0f1a2b',
  )
})

test('a prompt without a word leaves its part out', () => {
  expect(fileName({ completedAt, modelId: 'i3', prompt: '… 🌊', fileId })).toBe('2026-11-20-i3-7c8d9e0f1a2b')
})

test.each([
  ['Ein größeres Bild', 'ein-größeres-bild'],
  ['灯台 の 夜', '灯台-の-夜'],
  ['शांत समुद्र', 'शांत-समुद्र'],
  ['cafe\u0301 noir', 'café-noir'],
  ['../../etc/passwd', 'etc-passwd'],
  ['CON', 'con-'],
  ['a<b>:"c"|?*d\\e', 'a-b-c-d-e'],
  [
    'supercalifragilisticexpialidocious supercalifragilisticexpialidocious',
    'supercalifragilisticexpialidocious',
  ],
  ['x'.repeat(80), 'x'.repeat(48)],
])('%j reads %j', (prompt, expected) => {
  expect(slug(prompt)).toBe(expected)
})

test('whatever the prompt, the name is valid on every file system', () => {
  const prompt = fc.oneof(
    fc.string({ unit: anyCharacter, maxLength: 200 }),
    fc.string({ unit: 'grapheme', maxLength: 200 }),
    fc.constantFrom('con', 'PRN', 'nul.txt', 'lpt1', '.', '..', ' ', '~', '\0', 'a\nb', '\u202Egnp.exe'),
  )
  fc.assert(
    fc.property(prompt, (text) => {
      const name = fileName({ completedAt, modelId: 'i3', prompt: text, fileId })
      expect(name).toMatch(/^2026-11-20-i3-[\p{L}\p{M}\p{N}-]*9e0f1a2b$/u)
      expect(Buffer.byteLength(`${name}.webp`)).toBeLessThanOrEqual(255)
      expect(name).toBe(name.normalize('NFC'))
    }),
    { numRuns: 500 },
  )
})

test('[LIB18] a file’s place follows from its name alone', () => {
  const name = fileName({ completedAt, modelId: 'i3', prompt: 'sea', fileId })
  expect(filePlace(name, '.png')).toBe(`media/2026-11/${name}.png`)
  expect(filePlace('without a date', '.mp4')).toBe('media/undated/without a date.mp4')
})
