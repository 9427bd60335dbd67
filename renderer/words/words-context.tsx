import { createContext, useContext } from 'react'
import type { WordsOf } from '../../shared/words/words-of.ts'
import { english } from './en/words.ts'

/** Everything a person reads, by feature; a language is one folder that has this shape. */
export type Words = WordsOf<typeof english>

const WordsContext = createContext<Words>(english)

export const WordsProvider = WordsContext.Provider

/** The words of the language that is on. */
export function useWords(): Words {
  return useContext(WordsContext)
}
