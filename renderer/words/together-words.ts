import type { WordsOf } from '../../shared/words/words-of.ts'
import { together } from './en/together.ts'
import { createPartChoice } from './part-words.ts'
import { useWords } from './words-context.tsx'

export type TogetherWords = WordsOf<typeof together>

/** The words about files that are shown together, in the language of these words. */
export const togetherWordsIn = createPartChoice<typeof together>(new Map([['en', together]]))

export function useTogetherWords(): TogetherWords {
  return togetherWordsIn(useWords())
}
