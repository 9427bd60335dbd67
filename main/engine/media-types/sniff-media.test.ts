import fc from 'fast-check'
import { expect, test } from 'vitest'
import { sniffMedia } from './sniff-media.ts'

function bytes(...parts: (string | number[])[]): Uint8Array {
  return Buffer.concat(
    parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : Buffer.from(part))),
  )
}

test.each([
  ['image/png', '.png', bytes([0x89], 'PNG\r\n', [0x1a, 0x0a])],
  ['image/jpeg', '.jpg', bytes([0xff, 0xd8, 0xff, 0xe1])],
  ['image/webp', '.webp', bytes('RIFF', [9, 0, 0, 0], 'WEBPVP8 ')],
  ['image/gif', '.gif', bytes('GIF89a')],
  ['image/avif', '.avif', bytes([0, 0, 0, 32], 'ftypavif')],
  ['video/mp4', '.mp4', bytes([0, 0, 0, 32], 'ftypisom')],
  ['video/quicktime', '.mov', bytes([0, 0, 0, 20], 'ftypqt  ')],
  ['audio/mp4', '.m4a', bytes([0, 0, 0, 32], 'ftypM4A ')],
  ['video/webm', '.webm', bytes([0x1a, 0x45, 0xdf, 0xa3])],
  ['audio/wav', '.wav', bytes('RIFF', [9, 0, 0, 0], 'WAVEfmt ')],
  ['audio/flac', '.flac', bytes('fLaC')],
  ['audio/ogg', '.ogg', bytes('OggS')],
  ['audio/mpeg', '.mp3', bytes('ID3')],
  ['audio/mpeg', '.mp3', bytes([0xff, 0xfb, 0x90])],
])('[LIB3] %s is known by its first bytes', (mediaType, extension, head) => {
  expect(sniffMedia(head)).toEqual({ kind: mediaType.split('/')[0], mediaType, extension })
})

test.each([
  ['a page', '<!doctype html>'],
  ['a drawing that can run scripts', '<svg onload="x()">'],
  ['a script', '#!/bin/sh'],
  ['a program', 'MZ\x90'],
  ['a document', '%PDF-1.7'],
  ['an archive', 'PK\x03\x04'],
  ['a page behind an image’s name', 'GIF<script>'],
  ['another RIFF', 'RIFF\x00\x00\x00\x00AVI '],
  ['nothing', ''],
])('[LIB3] %s is not accepted', (_, text) => {
  expect(sniffMedia(bytes(text))).toBeNull()
})

test('[LIB3] no beginning makes it fail, however short', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 64 }), (head) => {
      const media = sniffMedia(head)
      expect(media === null || /^(image|video|audio)\/(?!svg)/.test(media.mediaType)).toBe(true)
    }),
  )
})
