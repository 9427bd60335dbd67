import type { CodedReason, Reason } from '../../shared/failures/reason.ts'
import { storageFailureOf } from '../infra/storage-failure.ts'
import { firstWords, type MainWords } from '../words/choose-words.ts'

/** What an error says, in whichever language; a string is somebody else's words, said as they are. */
export type Sentence = string | ((words: MainWords) => string)

/** An error that says what the person reads; its message is the same in the first language. */
class SaidError extends Error {
  readonly sentence: Sentence

  constructor(sentence: Sentence, options?: ErrorOptions) {
    super(sentenceIn(sentence, firstWords), options)
    this.sentence = sentence
  }
}

/** Atelier can't start as asked. Exit code 2. */
export class SetUpError extends SaidError {
  override readonly name = 'SetUpError'
}

/** Runs may have been sent, with unknown outcomes. Exit code 3. */
export class OutcomeUnknownError extends SaidError {
  override readonly name = 'OutcomeUnknownError'
}

function sentenceIn(sentence: Sentence, words: MainWords): string {
  return typeof sentence === 'string' ? sentence : sentence(words)
}

/**
 * The message for the person; null where it is an error of Atelier's own. For a disk error it is unknown here
 * whether anything was sent before.
 */
export function sayError(error: unknown, words: MainWords): string | null {
  if (error instanceof SaidError) return sentenceIn(error.sentence, words)
  const kind = storageFailureOf(error)
  return (
    kind &&
    words.setup.storageTrouble(words.reasons.sentence({ code: 'storage', kind }), (error as Error).message)
  )
}

/** A reason in these words where it has a code, else somebody else's words as they are. */
export function sayReason(reason: Reason, { reasons }: MainWords): string {
  return typeof reason === 'string' ? reason : reasons.sentence(reason)
}

/** Why something failed, in the same way; empty where nothing says. */
export function sayFailed(
  { message, cause }: { readonly message?: string | undefined; readonly cause?: CodedReason | undefined },
  words: MainWords,
): string {
  return sayReason(cause ?? message ?? '', words)
}
