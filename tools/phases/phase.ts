import type { Skipped, Tally } from '../report.ts'

export interface PhaseInput {
  readonly root: string
  /** A folder for the phase's own files, deleted afterwards. */
  readonly folder: string
  readonly filters: readonly string[]
  readonly print: (text: string) => void
}

export type PhaseOutcome = Tally & { readonly reasons: readonly Skipped[] }
