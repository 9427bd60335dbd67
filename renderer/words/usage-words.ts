import type { WordsOf } from '../../shared/words/words-of.ts'
import { usage as english } from './en/usage.ts'
import { createPartChoice } from './part-words.ts'
import { useWords } from './words-context.tsx'

export type UsageWords = WordsOf<typeof english>

const choose = createPartChoice<typeof english>(new Map([['en', english]]))

/** The words of the Usage screen, which come with its code. */
export function useUsageWords(): UsageWords {
  return choose(useWords())
}
