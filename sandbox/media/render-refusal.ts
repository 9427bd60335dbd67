/** A job can't be rendered for a reason that its caller should hear: `code` and `message` stand in the job record. */
export class RenderRefusal extends Error {
  override readonly name = 'RenderRefusal'
  readonly code: string

  constructor(code: string, message: string) {
    super(message)
    this.code = code
  }
}
