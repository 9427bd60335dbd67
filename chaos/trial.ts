/** How much of a trial is run: everything its promise asks for, or the part that every test run can afford. */
export type Size = 'full' | 'short'

/** One promise, tried with real processes, real files and real connections. */
export interface Trial {
  /** The promise's number in docs/security.md. */
  readonly promise: number
  /** What is done, in a few words for the table. */
  readonly what: string
  /** At least how many of each the trial has to count. */
  readonly bar: Readonly<Record<string, Readonly<Record<Size, number>>>>
  run(input: TrialInput): Promise<TrialOutcome>
}

export interface TrialInput {
  /** At least how many of each, by the same names as the bar. */
  readonly atLeast: Readonly<Record<string, number>>
  /** An empty folder for the trial's own files. */
  readonly folder: string
  /** From 0 (inclusive) to 1; the same seed gives the same order. */
  readonly random: () => number
}

export interface TrialOutcome {
  /** What was counted, by the names of the bar; more names may be told. */
  readonly counted: Readonly<Record<string, number>>
  /** Each breach of the promise in a sentence; none is what is hoped for. */
  readonly breaches: readonly string[]
}
