import type { WordsOf } from '../../shared/words/words-of.ts'
import { examples } from './en/examples.ts'
import { createPartChoice } from './part-words.ts'
import { useWords } from './words-context.tsx'

const examplesWordsIn = createPartChoice<typeof examples>(new Map([['en', examples]]))

/** The words of the examples of a model’s description. */
export function useExamplesWords(): WordsOf<typeof examples> {
  return examplesWordsIn(useWords())
}
