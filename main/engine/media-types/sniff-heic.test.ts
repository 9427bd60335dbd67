import fc from 'fast-check'
import { expect, test } from 'vitest'
import { sniffHeic } from './sniff-heic.ts'
import { sniffMedia } from './sniff-media.ts'

function headOf(brand: string, ...others: readonly string[]): Uint8Array {
  const size = String.fromCharCode(16 + 4 * others.length)
  return Buffer.from(`\0\0\0${size}ftyp${brand}\0\0\0\0${others.join('')}\0\0\0\x08heic`, 'latin1')
}

test.each([
  ['image/heic', '.heic', headOf('heic', 'mif1')],
  ['image/heic', '.heic', headOf('heix')],
  ['image/heic', '.heic', headOf('hevc', 'msf1')],
  ['image/heic', '.heic', headOf('mif1', 'miaf', 'heic')],
  ['image/heif', '.heif', headOf('mif1', 'miaf')],
  ['image/heif', '.heif', headOf('msf1')],
])('[INP21] %s is known by its brands', (mediaType, extension, head) => {
  expect(sniffHeic(head)).toEqual({ kind: 'image', mediaType, extension })
  // What a service returns, and what the library shows, is never HEIC.
  expect(sniffMedia(head)).toBeNull()
})

test('[INP21] other brands are none, and no beginning makes it fail', () => {
  expect([headOf('avif', 'heic'), headOf('isom'), Buffer.from('heic')].map(sniffHeic)).toEqual([
    null,
    null,
    null,
  ])
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 64 }), fc.boolean(), (tail, isMarked) => {
      const head = isMarked ? Buffer.concat([tail.subarray(0, 4), Buffer.from('ftypmif1'), tail]) : tail
      expect([null, 'image']).toContain(sniffHeic(head)?.kind ?? null)
    }),
  )
})
