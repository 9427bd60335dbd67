import { fieldParts } from './en/field-parts.ts'
import { createPartChoice } from './part-words.ts'
import { useWords } from './words-context.tsx'

const fieldPartWordsIn = createPartChoice<typeof fieldParts>(new Map([['en', fieldParts]]))

/** The words of the fields whose code comes on demand. */
export function useFieldPartWords() {
  return fieldPartWordsIn(useWords())
}
