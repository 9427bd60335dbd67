import { afterEach, expect, test, vi } from 'vitest'
import { pseudoLanguage } from '../../shared/words/pseudo-language.ts'
import { isPseudo } from '../../shared/words/pseudo-words.ts'
import { catalogueLanguages, chooseCatalogueWords, findStaleTexts } from './choose-catalogue-words.ts'

afterEach(() => vi.unstubAllEnvs())

test('a text of the catalogue is translated, anybody else’s stays unchanged', () => {
  vi.stubEnv('ATELIER_PSEUDO_LANGUAGE', '1')
  const say = chooseCatalogueWords(pseudoLanguage)
  expect(isPseudo(say('Music'))).toBe(true)
  expect([say('Music by the service'), say('constructor')]).toEqual(['Music by the service', 'constructor'])
  expect(chooseCatalogueWords('xx')('Music')).toBe('Music')
})

test('no language has a text that no model has', () => {
  expect([...catalogueLanguages.values()].flatMap(findStaleTexts)).toEqual([])
  expect(findStaleTexts({ Music: 'Musik', 'Old music': 'Alte Musik' })).toEqual(['Old music'])
})
