import type { WordsOf } from '../../shared/words/words-of.ts'
import { changes } from './en/changes.ts'
import { createPartChoice } from './part-words.ts'
import { useWords } from './words-context.tsx'

export type ChangesWords = WordsOf<typeof changes>

const choose = createPartChoice<typeof changes>(new Map([['en', changes]]))

/** The words about what a service changed, which come with the code that shows them. */
export function useChangesWords(): ChangesWords {
  return choose(useWords())
}
