import { picker } from './en/picker.ts'
import { createPartChoice } from './part-words.ts'
import { useWords } from './words-context.tsx'

export const pickerWordsIn = createPartChoice<typeof picker>(new Map([['en', picker]]))

export function usePickerWords() {
  return pickerWordsIn(useWords())
}
