/** The sandbox can't start as requested; `message` is one sentence for the person who started it. */
export class SetupError extends Error {
  override readonly name = 'SetupError'
}
