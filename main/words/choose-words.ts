import { pseudoLanguage, pseudoWords } from '../../shared/words/pseudo-words.ts'
import type { WordsOf } from '../../shared/words/words-of.ts'
import { desktop } from './en/desktop.ts'

/** Words used by the main side only. */
export type MainWords = WordsOf<typeof english>

const english = { desktop }

/** Every language of the main side by its tag; the first is the fallback. */
const languages: ReadonlyMap<string, MainWords> = new Map([['en', english]])

/** The words of a language as named in the settings; null where no settings are read yet. */
export function chooseMainWords(language: string | null): MainWords {
  if (language === pseudoLanguage && process.env.ATELIER_PSEUDO_LANGUAGE === '1') return pseudoWords(english)
  return languages.get(language ?? '') ?? english
}
