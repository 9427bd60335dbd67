/** Atelier can't start as asked; the message is the one sentence the person reads. Exit code 2. */
export class SetUpError extends Error {
  override readonly name = 'SetUpError'
}
