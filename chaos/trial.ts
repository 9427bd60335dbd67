/** How much of a trial is run: all that its promise needs, or the part that every test run can afford. */
export type Size = 'full' | 'short'

/** One promise, tested with real processes, real files and real connections. */
export interface Trial {
  /** The promise's number in docs/security.md. */
  readonly promise: number
  /** A few words for the table. */
  readonly what: string
  /** The minimum of each count. */
  readonly bar: Readonly<Record<string, Readonly<Record<Size, number>>>>
  run(input: TrialInput): Promise<TrialOutcome>
}

export interface TrialInput {
  /** The minimum of each, by the same names. */
  readonly atLeast: Readonly<Record<string, number>>
  /** An empty folder for the trial's own files. */
  readonly folder: string
  /** From 0 (inclusive) to 1; the same seed gives the same order. */
  readonly random: () => number
}

export interface TrialOutcome {
  /** The counts, by the names of the minimums; more are allowed. */
  readonly counted: Readonly<Record<string, number>>
  /** Each breach of the promise in a sentence; ideally none. */
  readonly breaches: readonly string[]
}
