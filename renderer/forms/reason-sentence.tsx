import { useIntakeWords } from '../words/intake-words.ts'
import type { IntakeReason } from './intake-reason.ts'

/** Why something can't be added. */
export function ReasonSentence({ why }: { readonly why: IntakeReason }) {
  return useIntakeWords().reason(why)
}
