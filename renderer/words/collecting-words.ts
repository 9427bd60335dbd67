import type { WordsOf } from '../../shared/words/words-of.ts'
import { collecting } from './en/collecting.ts'
import { createPartChoice } from './part-words.ts'
import { useWords } from './words-context.tsx'

export type CollectingWords = WordsOf<typeof collecting>

const choose = createPartChoice<typeof collecting>(new Map([['en', collecting]]))

/** The words of the dialog that puts files into a collection. */
export function useCollectingWords(): CollectingWords {
  return choose(useWords())
}
