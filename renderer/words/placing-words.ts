import type { WordsOf } from '../../shared/words/words-of.ts'
import { placing } from './en/placing.ts'
import { createPartChoice } from './part-words.ts'
import { useWords } from './words-context.tsx'

export type PlacingWords = WordsOf<typeof placing>

const placingWordsIn = createPartChoice<typeof placing>(new Map([['en', placing]]))

/** The words of what opens where media are chosen, dropped or placed. */
export function usePlacingWords(): PlacingWords {
  return placingWordsIn(useWords())
}
