import { expect, test } from 'vitest'
import { shell } from '../renderer/words/en/shell.ts'
import { putPageWords } from './page-words.ts'

test('the page’s HTML gets the shell’s words', () => {
  expect(putPageWords('<p>%retry%</p><a>%screens.library%</a>, 100%')).toBe(
    `<p>${shell.retry}</p><a>${shell.screens.library}</a>, 100%`,
  )
})

test('an unknown name ends the build', () => {
  expect(() => putPageWords('%screens.none%')).toThrow('screens.none')
  expect(() => putPageWords('%screens%')).toThrow('screens')
})
