import type { CodedReason, Reason } from '../../shared/failures/reason.ts'
import type { Words } from './words-context.tsx'

/**
 * Why something is as it is: in the page’s words where that is known by a code, else in somebody else’s as they are;
 * empty where nothing says.
 */
export function toldWords(
  { message, cause }: { readonly message?: string | undefined; readonly cause?: CodedReason | undefined },
  { reasons }: Pick<Words, 'reasons'>,
): string {
  return cause === undefined ? (message ?? '') : reasons.sentence(cause)
}

/** The same of a reason by itself; empty where nothing failed. */
export function failureWords(reason: Reason | null, { reasons }: Pick<Words, 'reasons'>): string {
  return typeof reason === 'string' || reason === null ? (reason ?? '') : reasons.sentence(reason)
}
