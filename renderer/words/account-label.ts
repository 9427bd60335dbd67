/** An account as sentences need it. */
export interface AccountLabel {
  /** `sandbox`, or a service’s address, which may have a mark (decisions/0063): it alone says whose money it is. */
  readonly id: string
  /** Its name in Settings; null for the sandbox, and where Settings has no such account. */
  readonly name: string | null
}
