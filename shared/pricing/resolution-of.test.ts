import { expect, test } from 'vitest'
import { resolutionOf } from './resolution-of.ts'

test.each<[string, number, number, readonly string[], string | null]>([
  ['a shorter side decides against the area', 720, 900, ['720p', '768p'], '720p'],
  ['a longer side decides against the area', 2048, 512, ['1k', '2k'], '2k'],
  ['so does the longer side of an older kind', 1920, 480, ['1k', '2k'], '2k'],
  ['where two have a side exactly and the area fits both, none is read', 1920, 1080, ['1080p', '2k'], null],
  ['the area of a wide frame', 1900, 1080, ['1k', '2k'], '2k'],
  ['the area of a square', 2000, 2000, ['1k', '2k'], '2k'],
  ['the only option is not read where it doesn’t fit', 160, 90, ['720p'], null],
  ['capitals mean the same', 720, 900, ['720P'], '720P'],
])('[PRICE18] %s: %d × %d', (_, width, height, options, expected) => {
  expect(resolutionOf([...options], { width, height })).toBe(expected)
})
