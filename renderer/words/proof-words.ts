import type { WordsOf } from '../../shared/words/words-of.ts'
import { proofs } from './en/proofs.ts'
import { createPartChoice } from './part-words.ts'
import { useWords } from './words-context.tsx'

export type ProofPartWords = WordsOf<typeof proofs>

const choose = createPartChoice<typeof proofs>(new Map([['en', proofs]]))

/** The words of the dialogs for proof pages and replies, and of the pages themselves. */
export function useProofWords(): ProofPartWords {
  return choose(useWords())
}
