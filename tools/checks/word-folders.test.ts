import { expect, test } from 'vitest'
import { plantFiles } from '../testing/plant-files.ts'
import { findMissingWords } from './word-folders.ts'

test('a language that lacks a feature’s words is reported, in either direction', () => {
  const root = plantFiles({
    'renderer/words/fr/words.ts': '',
    'renderer/words/fr/create.ts': '',
    'renderer/words/fr/spend.ts': '',
    'renderer/words/de/words.ts': '',
    'renderer/words/de/create.ts': '',
    'renderer/words/de/usage.ts': '',
    'renderer/words/format.ts': '',
  })
  expect(findMissingWords(root).sort()).toEqual([
    'renderer/words/de/spend.ts is missing',
    'renderer/words/fr/usage.ts is missing',
  ])
})

test('a language that the page has and the main side lacks is reported', () => {
  const root = plantFiles({
    'renderer/words/fr/words.ts': '',
    'renderer/words/de/words.ts': '',
    'main/words/fr/cli.ts': '',
    'shared/words/de/causes.ts': '',
    'shared/words/words-of.ts': '',
  })
  expect(findMissingWords(root).sort()).toEqual([
    'main/words/de/cli.ts is missing',
    'shared/words/fr/causes.ts is missing',
  ])
})
