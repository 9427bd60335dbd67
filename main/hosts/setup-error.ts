import type { CodedReason } from '../../shared/failures/reason.ts'
import { storageTroubleOf } from '../engine/storage-trouble.ts'
import { firstWords, type MainWords } from '../words/choose-words.ts'

/** An error's message, in any language; a string is somebody else's words, shown unchanged. */
export type Sentence = string | ((words: MainWords) => string)

/** An error with a message for the person; its own `message` is in the first language. */
class SaidError extends Error {
  readonly sentence: Sentence

  constructor(sentence: Sentence, options?: ErrorOptions) {
    super(sentenceIn(sentence, firstWords), options)
    this.sentence = sentence
  }
}

/** Atelier can't start as requested. Exit code 2. */
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
  const trouble = storageTroubleOf(error)
  return (
    trouble &&
    words.setup.storageTrouble(
      words.reasons.sentence({ code: 'storage', kind: trouble.kind }),
      (error as Error).message,
    )
  )
}

/** Why something failed: in these words where it has a code, else in somebody else's words unchanged. */
export function sayFailed(
  { message, cause }: { readonly message: string; readonly cause?: CodedReason | undefined },
  { reasons }: MainWords,
): string {
  return cause === undefined ? message : reasons.sentence(cause)
}
