import type { CodedReason, Reason } from '../../shared/failures/reason.ts'
import { sayReason } from '../../shared/words/en/reasons.ts'

/** An error whose reason reaches the person as a code; its message is in English, for logs. */
export class ReasonError extends Error {
  override readonly name: string = 'ReasonError'
  readonly reason: Reason
  constructor(reason: Reason, options?: ErrorOptions) {
    super(sayReason(reason), options)
    this.reason = reason
  }
}

/** Why something was thrown: the error's reason where it has one, else its message. */
export function reasonOfError(error: unknown): Reason {
  if (error instanceof ReasonError) return error.reason
  return error instanceof Error ? error.message : String(error)
}

/** A reason for views: in English for logs and scripts, and as a code for the page's own words. */
export function toldReason(reason: Reason): { readonly message: string; readonly cause?: CodedReason } {
  return typeof reason === 'string' ? { message: reason } : { message: sayReason(reason), cause: reason }
}

/** The same for a file: why it is not here, null where nothing failed. */
export function failureOf(reason: Reason | null): {
  readonly failure: string | null
  readonly cause?: CodedReason
} {
  if (reason === null) return { failure: null }
  return typeof reason === 'string' ? { failure: reason } : { failure: sayReason(reason), cause: reason }
}
