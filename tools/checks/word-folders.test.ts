import { expect, test } from 'vitest'
import { plantFiles } from '../testing/plant-files.ts'
import { findMissingWords } from './word-folders.ts'

test('a language that lacks a feature’s words is named, in either direction', () => {
  const root = plantFiles({
    'renderer/words/en/english.ts': '',
    'renderer/words/en/create.ts': '',
    'renderer/words/en/spend.ts': '',
    'renderer/words/de/create.ts': '',
    'renderer/words/de/usage.ts': '',
    'renderer/words/format.ts': '',
  })
  expect(findMissingWords(root).sort()).toEqual([
    'renderer/words/de/spend.ts is missing',
    'renderer/words/en/usage.ts is missing',
  ])
})
