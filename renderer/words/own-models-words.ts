import type { WordsOf } from '../../shared/words/words-of.ts'
import { ownModels } from './en/own-models.ts'
import { createPartChoice } from './part-words.ts'
import { useWords } from './words-context.tsx'

export type OwnModelsWords = WordsOf<typeof ownModels>

const ownModelsWordsIn = createPartChoice<typeof ownModels>(new Map([['en', ownModels]]))

/** The words of models that the person enters by hand. */
export function useOwnModelsWords(): OwnModelsWords {
  return ownModelsWordsIn(useWords())
}
