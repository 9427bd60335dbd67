import { viewing } from './en/viewing.ts'
import { createPartChoice } from './part-words.ts'
import { useWords } from './words-context.tsx'

const viewingWordsIn = createPartChoice<typeof viewing>(new Map([['en', viewing]]))

export function useViewingWords() {
  return viewingWordsIn(useWords())
}
