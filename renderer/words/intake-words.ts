import { intake } from './en/intake.ts'
import { createPartChoice } from './part-words.ts'
import { useWords } from './words-context.tsx'

const intakeWordsIn = createPartChoice<typeof intake>(new Map([['en', intake]]))

/** The words of files that are being added, or were not. */
export function useIntakeWords() {
  return intakeWordsIn(useWords())
}
