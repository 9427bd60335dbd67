import type { WordsOf } from '../../shared/words/words-of.ts'
import { adoption } from './en/adoption.ts'
import { createPartChoice } from './part-words.ts'
import { useWords } from './words-context.tsx'

export type AdoptionWords = WordsOf<typeof adoption>

const choose = createPartChoice<typeof adoption>(new Map([['en', adoption]]))

/** The words of the dialog that adds jobs started elsewhere. */
export function useAdoptionWords(): AdoptionWords {
  return choose(useWords())
}
