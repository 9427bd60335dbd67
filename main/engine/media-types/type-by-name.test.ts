import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anyCharacter } from '../../../shared/testing/any-character.ts'
import { typeByName } from './type-by-name.ts'

test.each([
  ['look.zip', 'application/zip'],
  ['LOOK.ZIP', 'application/zip'],
  ['archive.tar.gz', 'application/gzip'],
  ['scene.srt', 'application/x-subrip'],
  ['style.safetensors', 'application/octet-stream'],
  ['zip', 'application/octet-stream'],
  ['a.constructor', 'application/octet-stream'],
  ['a.zip\r\nX: y', 'application/octet-stream'],
  ['', 'application/octet-stream'],
])('[INP343] the type of %j is %s', (name, type) => {
  expect(typeByName(name)).toBe(type)
})

test('[INP343] whatever the name, the type is one that a header can hold', () => {
  fc.assert(
    fc.property(fc.string({ unit: anyCharacter }), (name) => {
      expect(typeByName(`a.${name}`)).toMatch(/^[a-z]+\/[a-z0-9.+-]+$/)
    }),
  )
})
