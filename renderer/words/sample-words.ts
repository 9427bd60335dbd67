import type { WordsOf } from '../../shared/words/words-of.ts'
import { samples } from './en/samples.ts'
import { createPartChoice } from './part-words.ts'
import { useWords } from './words-context.tsx'

export type SampleWords = WordsOf<typeof samples>

export const sampleWordsIn = createPartChoice<typeof samples>(new Map([['en', samples]]))

/** The words of the samples to begin with. */
export function useSampleWords(): SampleWords {
  return sampleWordsIn(useWords())
}
