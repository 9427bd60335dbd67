import type { WordsOf } from '../../shared/words/words-of.ts'
import { importing } from './en/importing.ts'
import { createPartChoice } from './part-words.ts'
import { useWords } from './words-context.tsx'

export type ImportWords = WordsOf<typeof importing>

const choose = createPartChoice<typeof importing>(new Map([['en', importing]]))

/** The words of the dialog that takes a folder into the library. */
export function useImportWords(): ImportWords {
  return choose(useWords())
}
