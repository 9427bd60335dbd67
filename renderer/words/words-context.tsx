import { createContext, useContext } from 'react'
import type { WordsOf } from '../../shared/words/words-of.ts'
import { english } from './en/words.ts'

/** All text for the person, by feature; a language is one folder of this shape. */
export type Words = WordsOf<typeof english>

const WordsContext = createContext<Words>(english)

export const WordsProvider = WordsContext.Provider

/** The words of the current language. */
export function useWords(): Words {
  return useContext(WordsContext)
}
