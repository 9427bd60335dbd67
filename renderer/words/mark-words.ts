import type { WordsOf } from '../../shared/words/words-of.ts'
import { marking } from './en/marks.ts'
import { createPartChoice } from './part-words.ts'
import { useWords } from './words-context.tsx'

export type MarkWords = WordsOf<typeof marking>

/** The words about files' marks, in the language of these words. */
export const markWordsIn = createPartChoice<typeof marking>(new Map([['en', marking]]))

export function useMarkWords(): MarkWords {
  return markWordsIn(useWords())
}
