import type { WordsOf } from '../../shared/words/words-of.ts'
import { compare } from './en/compare.ts'
import { createPartChoice } from './part-words.ts'
import { useWords } from './words-context.tsx'

export type CompareWords = WordsOf<typeof compare>

const choose = createPartChoice<typeof compare>(new Map([['en', compare]]))

/** The words of the panel that chooses what to compare, which come with its code. */
export function useCompareWords(): CompareWords {
  return choose(useWords())
}
