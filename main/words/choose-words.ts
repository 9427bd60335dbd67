import { pseudoLanguage, pseudoWords } from '../../shared/words/pseudo-words.ts'
import type { WordsOf } from '../../shared/words/words-of.ts'
import { desktop } from './en/desktop.ts'
import { startTroubles } from './en/start-troubles.ts'

/** What only the main side says. */
export type MainWords = WordsOf<typeof english>

const english = { desktop, startTroubles }

/** Every language of the main side by its tag; the first stands in for others. */
const languages: ReadonlyMap<string, MainWords> = new Map([['en', english]])

/** The words of a language as the settings name it; null where no settings are read yet. */
export function chooseMainWords(language: string | null): MainWords {
  if (language === pseudoLanguage && process.env.ATELIER_PSEUDO_LANGUAGE === '1') return pseudoWords(english)
  return languages.get(language ?? '') ?? english
}
