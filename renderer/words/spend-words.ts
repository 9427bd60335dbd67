import type { WordsOf } from '../../shared/words/words-of.ts'
import { spend } from './en/spend.ts'
import { createPartChoice } from './part-words.ts'
import { useWords } from './words-context.tsx'

export type SpendWords = WordsOf<typeof spend>

const choose = createPartChoice<typeof spend>(new Map([['en', spend]]))

/** The words of the Spend screen. */
export function useSpendWords(): SpendWords {
  return choose(useWords())
}
