import type { Skipped, Tally } from '../report.ts'

export interface PhaseInput {
  readonly root: string
  /** A folder for files of the phase and its tests, deleted afterwards. */
  readonly folder: string
  readonly filters: readonly string[]
  readonly print: (text: string) => void
}

export type PhaseOutcome = Tally & { readonly reasons: readonly Skipped[] }

export interface Phase {
  readonly name: string
  readonly run: (input: PhaseInput) => Promise<PhaseOutcome>
}
