import type { CodedReason } from '../../shared/failures/reason.ts'
import type { Words } from './words-context.tsx'

/** A reason in the page’s words where it has a code, else in somebody else’s words unchanged. */
export function toldWords(
  { message, cause }: { readonly message: string; readonly cause?: CodedReason | undefined },
  { reasons }: Pick<Words, 'reasons'>,
): string {
  return cause === undefined ? message : reasons.sentence(cause)
}

/** The same for a file, or for a connection; empty where nothing failed. */
export function failureWords(
  { failure, cause }: { readonly failure: string | null; readonly cause?: CodedReason | undefined },
  words: Pick<Words, 'reasons'>,
): string {
  return toldWords({ message: failure ?? '', cause }, words)
}
