import type { WordsOf } from '../../shared/words/words-of.ts'
import { wildcards } from './en/wildcards.ts'
import { createPartChoice } from './part-words.ts'
import { useWords } from './words-context.tsx'

export type WildcardWords = WordsOf<typeof wildcards>

const choose = createPartChoice<typeof wildcards>(new Map([['en', wildcards]]))

/** The words below a prompt with braces, which come with the code that shows them. */
export function useWildcardWords(): WildcardWords {
  return choose(useWords())
}
