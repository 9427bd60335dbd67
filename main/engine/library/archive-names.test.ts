import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anyCharacter } from '../../../shared/testing/any-character.ts'
import { archiveNames } from './archive-names.ts'

test('[LIB61] names stay as they are where every system takes them', () => {
  const names = ['2026-11-20-v1-a-quiet-sea-0a1b2c3d4e5f.png', '2026-11-20-v1-静かな海-0a1b2c3d4e60.mp4']
  expect(archiveNames(names)).toEqual(names)
})

test.each([
  [
    ['Sea.png', 'sea.png', 'SEA.png', 'sea (2).png'],
    ['Sea.png', 'sea (2).png', 'SEA (3).png', 'sea (2) (2).png'],
  ],
  [
    ['caf\u00e9.png', 'cafe\u0301.png'],
    ['caf\u00e9.png', 'caf\u00e9 (2).png'],
  ],
  [
    ['../../etc/passwd', 'a\\b:c*.png', 'nul.png', 'con.tar.gz', ' . .png', ''],
    ['-..-etc-passwd', 'a-b-c-.png', 'nul-.png', 'con.tar-.gz', 'file.png', 'file'],
  ],
])('[LIB61] %j are written as %j', (names, written) => {
  expect(archiveNames(names)).toEqual(written)
})

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is refused.
const isTaken = /^[^\u0000-\u001f\u007f<>:"/\\|?*]+$/
const isRefused = /^(\.+|(con|prn|aux|nul|com\d|lpt\d)(\..*)?|.*[. ])$/i

test('[LIB61] whatever the names are, each occurs once and no system refuses it', () => {
  const name = fc.oneof(
    fc.string({ unit: anyCharacter, maxLength: 40 }),
    fc.constantFrom('a.png', 'A.png', 'con', 'a/b', '..', 'x'.repeat(300)),
  )
  fc.assert(
    fc.property(fc.array(name, { maxLength: 8 }), (names) => {
      const written = archiveNames(names)
      expect(new Set(written.map((one) => one.normalize('NFC').toLowerCase())).size).toBe(names.length)
      expect(written.filter((one) => !isTaken.test(one) || isRefused.test(one) || one.length > 400)).toEqual(
        [],
      )
    }),
    { numRuns: 40 },
  )
})
