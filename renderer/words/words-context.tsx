import { createContext, useContext } from 'react'
import { english } from './en/english.ts'

/** Everything a person reads, by feature; a language is one folder that has this shape. */
export type Words = typeof english

const WordsContext = createContext<Words>(english)

export const WordsProvider = WordsContext.Provider

/** The words of the language that is on. */
export function useWords(): Words {
  return useContext(WordsContext)
}
