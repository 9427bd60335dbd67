import type { PaidRequest } from './paid-request.ts'

/** One testable rule of the interface. */
export interface Rule {
  readonly rule: string
  /** The requests that it needs accepted, and that are billed; rules may share one. */
  readonly paid?: readonly PaidRequest[]
  /** What is sent instead where a shared request is refused. */
  readonly fallback?: readonly PaidRequest[]
  /** Rejects with Unmet where the service breaks the rule, and with NotTried where that can't be determined. */
  readonly check: () => Promise<void>
}

/** The rules of one section of the interface. */
export interface Section {
  readonly title: string
  readonly rules: readonly Rule[]
}

/** The service behaved differently from the rule. */
export class Unmet extends Error {
  override readonly name = 'Unmet'
  readonly expected: string
  readonly came: string

  constructor(expected: string, came: string) {
    super(`expected ${expected}, came ${came}`)
    this.expected = expected
    this.came = came
  }
}

/** The rule can't be tested on this service in this way; the message says what is missing. */
export class NotTried extends Error {
  override readonly name = 'NotTried'
}

/** A rule that HTTP alone can't show, with the reason; it is counted as skipped so that it is not forgotten. */
export function untriable(rule: string, reason: string): Rule {
  return {
    rule,
    async check() {
      throw new NotTried(reason)
    },
  }
}
