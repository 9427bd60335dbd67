/** Atelier can't start as asked; the message is the one sentence the person reads. Exit code 2. */
export class SetUpError extends Error {
  override readonly name = 'SetUpError'
}

/** Runs may have been sent, and nobody can say what became of them. Exit code 3. */
export class OutcomeUnknownError extends Error {
  override readonly name = 'OutcomeUnknownError'
}
