import { storageTroubleOf } from '../engine/storage-trouble.ts'

/** Atelier can't start as requested; the message is shown to the person. Exit code 2. */
export class SetUpError extends Error {
  override readonly name = 'SetUpError'
}

/** Runs may have been sent, with unknown outcomes. Exit code 3. */
export class OutcomeUnknownError extends Error {
  override readonly name = 'OutcomeUnknownError'
}

/**
 * The message for the person; null where it is an error of Atelier's own. For a disk error it is unknown here
 * whether anything was sent before.
 */
export function sayError(error: unknown): string | null {
  if (error instanceof SetUpError || error instanceof OutcomeUnknownError) return error.message
  const trouble = storageTroubleOf(error)
  return trouble && `${trouble.sentence} (${(error as Error).message})`
}
