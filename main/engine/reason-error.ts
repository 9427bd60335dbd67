import { type CodedReason, type InnerReason, innermost, type Reason } from '../../shared/failures/reason.ts'
import { writeReason } from '../../shared/failures/reason-text.ts'

/** An error whose reason reaches the person as a code; its message is the same as one text, for logs. */
export class ReasonError extends Error {
  override readonly name: string = 'ReasonError'
  readonly reason: Reason
  constructor(reason: Reason, options?: ErrorOptions) {
    super(writeReason(reason), options)
    this.reason = reason
  }
}

/** Why something was thrown: the error's reason where it has one, else its message. */
export function reasonOfError(error: unknown): Reason {
  if (error instanceof ReasonError) return error.reason
  return error instanceof Error ? error.message : String(error)
}

/** The same as a part of another reason. */
export function innerReasonOf(error: unknown): InnerReason {
  return innermost(reasonOfError(error))
}

/** A reason as failures carry it: a code as their cause, somebody else’s words as their message. */
export function reasonMembers(reason: Reason): { readonly message?: string; readonly cause?: CodedReason } {
  return typeof reason === 'string' ? { message: reason } : { cause: reason }
}

/** The reason that such a failure carries; null where its own code says it all. */
export function reasonIn({ message, cause }: ReturnType<typeof reasonMembers>): Reason | null {
  return cause ?? message ?? null
}
