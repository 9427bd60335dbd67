import type { WordsOf } from '../../shared/words/words-of.ts'
import { list } from './en/list.ts'
import { createPartChoice } from './part-words.ts'
import { useWords } from './words-context.tsx'

export type ListWords = WordsOf<typeof list>

const listWordsIn = createPartChoice<typeof list>(new Map([['en', list]]))

/** The words of the list of rows that are sent as runs. */
export function useListWords(): ListWords {
  return listWordsIn(useWords())
}
