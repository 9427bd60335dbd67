import type { CodedReason } from './failures/reason.ts'

/** A failure as a value: it survives structured cloning and JSON, so it can cross a process. */
export interface Failure<Code extends string = string> {
  readonly code: Code
  /** Why, as a code that a language’s words say. */
  readonly cause?: CodedReason
  /** Why, in somebody else’s words: the service’s or the system’s. */
  readonly message?: string
  /** The request field at fault, as the wire calls it. */
  readonly field?: string
  /** When a retry makes sense, ISO 8601 UTC. */
  readonly retryAt?: string
}

export type Result<Value, Code extends string = string> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly error: Failure<Code> }

export function succeed<Value>(value: Value): { readonly ok: true; readonly value: Value } {
  return { ok: true, value }
}

export function fail<Code extends string>(
  error: Failure<Code>,
): { readonly ok: false; readonly error: Failure<Code> } {
  return { ok: false, error }
}

/**
 * Ends a switch over a closed union in a function whose result type would not make the compiler refuse a
 * forgotten member; throws where data doesn't match its type.
 */
export function assertNever(value: never): never {
  throw new Error(`Unexpected value: ${JSON.stringify(value)}`)
}
