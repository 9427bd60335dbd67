import type { WordsOf } from '../../shared/words/words-of.ts'
import { objections } from './en/field-objections.ts'
import { createPartChoice } from './part-words.ts'
import { useWords } from './words-context.tsx'

type ObjectionWords = WordsOf<typeof objections>

const objectionWordsIn = createPartChoice<typeof objections>(new Map([['en', objections]]))

/** The words about what a model doesn't accept. */
export function useObjectionWords(): ObjectionWords {
  return objectionWordsIn(useWords())
}
