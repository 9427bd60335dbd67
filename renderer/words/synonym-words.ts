import type { WordsOf } from '../../shared/words/words-of.ts'
import { modelSynonyms } from './en/model-synonyms.ts'
import { createPartChoice } from './part-words.ts'

export type SynonymWords = WordsOf<typeof modelSynonyms>

/** Other words for what the model picker shows, which come with its search. */
export const synonymsIn = createPartChoice<typeof modelSynonyms>(new Map([['en', modelSynonyms]]))
