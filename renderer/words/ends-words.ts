import type { WordsOf } from '../../shared/words/words-of.ts'
import { ends } from './en/ends.ts'
import { createPartChoice } from './part-words.ts'
import { useWords } from './words-context.tsx'

export type EndsWords = WordsOf<typeof ends>

export const endsWordsOf = createPartChoice<typeof ends>(new Map([['en', ends]]))

/** The words about the ends of models, which come with the code that shows them. */
export function useEndsWords(): EndsWords {
  return endsWordsOf(useWords())
}
