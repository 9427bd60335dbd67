import { afterEach, describe, expect, it, vi } from 'vitest'
import { pseudoLanguage } from '../../shared/words/pseudo-language.ts'
import { isPseudo } from '../../shared/words/pseudo-words.ts'
import { chooseMainWords } from './choose-words.ts'

describe('the words of the main side', () => {
  afterEach(() => vi.unstubAllEnvs())

  it('are those of the first language where the settings name an unknown one', () => {
    for (const language of [null, 'xx', pseudoLanguage])
      expect(chooseMainWords(language).desktop.quit).toBe('Quit')
  })

  it('are the pseudo-language where the host was started with it', () => {
    vi.stubEnv('ATELIER_PSEUDO_LANGUAGE', '1')
    expect(isPseudo(chooseMainWords(pseudoLanguage).desktop.ended.completed('V1'))).toBe(true)
    expect(chooseMainWords('en').desktop.quit).toBe('Quit')
  })
})
