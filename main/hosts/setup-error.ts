import { sayReason } from '../../shared/words/en/reasons.ts'
import { storageFailureOf } from '../infra/storage-failure.ts'

/** Atelier can't start as asked; the message is what the person reads. Exit code 2. */
export class SetUpError extends Error {
  override readonly name = 'SetUpError'
}

/** Runs may have been sent, and nobody can say what became of them. Exit code 3. */
export class OutcomeUnknownError extends Error {
  override readonly name = 'OutcomeUnknownError'
}

/**
 * What the person reads of it; null where it is an error of Atelier's own. Of a disk's refusal it can't be told here
 * whether anything was sent before.
 */
export function sayError(error: unknown): string | null {
  if (error instanceof SetUpError || error instanceof OutcomeUnknownError) return error.message
  const kind = storageFailureOf(error)
  return kind && `${sayReason({ code: 'storage', kind })} (${(error as Error).message})`
}
