import type { WordsOf } from '../../shared/words/words-of.ts'
import { library } from './en/library.ts'
import { createPartChoice } from './part-words.ts'
import { useWords } from './words-context.tsx'

export type LibraryWords = WordsOf<typeof library>

const choose = createPartChoice<typeof library>(new Map([['en', library]]))

/** The words of the Library screen. */
export function useLibraryWords(): LibraryWords {
  return choose(useWords())
}
