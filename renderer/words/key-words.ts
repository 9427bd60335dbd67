import type { WordsOf } from '../../shared/words/words-of.ts'
import { keyWords } from './en/keys.ts'
import { createPartChoice } from './part-words.ts'
import { useWords } from './words-context.tsx'

export type KeyWords = WordsOf<typeof keyWords>

/** The words of the sheet of keys and of the palette, in the language of these words. */
export const keyWordsIn = createPartChoice<typeof keyWords>(new Map([['en', keyWords]]))

export function useKeyWords(): KeyWords {
  return keyWordsIn(useWords())
}
