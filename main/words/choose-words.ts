import { pseudoLanguage } from '../../shared/words/pseudo-language.ts'
import { pseudoWords } from '../../shared/words/pseudo-words.ts'
import type { WordsOf } from '../../shared/words/words-of.ts'
import { english } from './en/words.ts'

/** Words used by the main side only. */
export type MainWords = WordsOf<typeof english>

/** Every language of the main side by its tag; the first is the fallback. */
const languages: ReadonlyMap<string, MainWords> = new Map([['en', english]])

/** The words where no language is given: logs, scripts, an error's own message. */
export const firstWords: MainWords = english

/**
 * The words of the first available of these languages; null where no settings are read yet. A tag such as
 * `de-AT` matches `de`, too.
 */
export function chooseMainWords(...wanted: readonly (string | null)[]): MainWords {
  for (const language of wanted) {
    if (language === pseudoLanguage && process.env.ATELIER_PSEUDO_LANGUAGE === '1')
      return pseudoWords(english)
    const found = languages.get(language ?? '') ?? languages.get(language?.split('-')[0] ?? '')
    if (found) return found
  }
  return firstWords
}
