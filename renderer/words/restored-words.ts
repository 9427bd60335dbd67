import type { WordsOf } from '../../shared/words/words-of.ts'
import { restored } from './en/restored.ts'
import { createPartChoice } from './part-words.ts'
import { useWords } from './words-context.tsx'

export type RestoredWords = WordsOf<typeof restored>

const choose = createPartChoice<typeof restored>(new Map([['en', restored]]))

/** The words of the note about loaded settings, which come with its code. */
export function useRestoredWords(): RestoredWords {
  return choose(useWords())
}
