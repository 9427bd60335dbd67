import type { CodedReason, Reason } from '../../shared/failures/reason.ts'
import type { Words } from './words-context.tsx'

/** A reason in the page’s words where it has a code, else in somebody else’s words unchanged; empty where there is none. */
export function reasonWords(
  { message, cause }: { readonly message?: string | undefined; readonly cause?: CodedReason | undefined },
  { reasons }: Pick<Words, 'reasons'>,
): string {
  return cause === undefined ? (message ?? '') : reasons.sentence(cause)
}

/** The same of a reason by itself; empty where nothing failed. */
export function failureWords(reason: Reason | null, { reasons }: Pick<Words, 'reasons'>): string {
  return typeof reason === 'string' || reason === null ? (reason ?? '') : reasons.sentence(reason)
}
