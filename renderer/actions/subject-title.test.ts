import { expect, it } from 'vitest'
import { fileView } from '../testing/fixtures.ts'
import { english } from '../words/en/words.ts'
import { titleOf } from './subject-title.ts'

it('[ACT540] a menu is for this image where it is for one, and says how many files it is for where it is for more', () => {
  const title = (subject: Partial<Parameters<typeof titleOf>[0]>) =>
    titleOf({ kind: 'image', files: [], ...subject }, english.actions)
  const [one, two] = [fileView({ fileId: 'a' }), fileView({ fileId: 'b' })]
  expect(title({})).toBe('This image')
  expect(title({ files: [one] })).toBe('This image')
  expect(title({ files: [one, two] })).toBe('2 selected files')
  expect(title({ files: [one], readFiles: async () => [one, two] })).toBe('Selected files')
  expect(title({ files: [one], readFound: () => ({}) as never })).toBe('Selected files')
  expect(title({ files: [one], readFound: () => null })).toBe('This image')
})
