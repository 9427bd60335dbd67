import type { WordsOf } from '../../shared/words/words-of.ts'
import { styles } from './en/styles.ts'
import { createPartChoice } from './part-words.ts'
import { useWords } from './words-context.tsx'

export type StyleWords = WordsOf<typeof styles>

/** The words about styles, in the language of these words. */
export const styleWordsIn = createPartChoice<typeof styles>(new Map([['en', styles]]))

export function useStyleWords(): StyleWords {
  return styleWordsIn(useWords())
}
