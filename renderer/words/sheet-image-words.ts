import type { WordsOf } from '../../shared/words/words-of.ts'
import { sheetImage } from './en/sheet-image.ts'
import { createPartChoice } from './part-words.ts'
import { useWords } from './words-context.tsx'

export type SheetImageWords = WordsOf<typeof sheetImage>

const choose = createPartChoice<typeof sheetImage>(new Map([['en', sheetImage]]))

/** The words of the dialog that draws files as one image. */
export function useSheetImageWords(): SheetImageWords {
  return choose(useWords())
}
