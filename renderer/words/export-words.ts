import type { WordsOf } from '../../shared/words/words-of.ts'
import { exporting } from './en/exporting.ts'
import { createPartChoice } from './part-words.ts'
import { useWords } from './words-context.tsx'

export type ExportWords = WordsOf<typeof exporting>

const choose = createPartChoice<typeof exporting>(new Map([['en', exporting]]))

/** The words of the dialog that exports files. */
export function useExportWords(): ExportWords {
  return choose(useWords())
}
