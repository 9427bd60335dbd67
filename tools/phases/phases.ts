import type { Skipped, Tally } from '../report.ts'
import { runChecksPhase } from './checks-phase.ts'
import { runEndToEndPhase } from './end-to-end-phase.ts'
import { runUnitPhase } from './unit-phase.ts'

export interface PhaseInput {
  readonly root: string
  /** A folder for the phase's own files, gone afterwards. */
  readonly folder: string
  readonly filters: readonly string[]
  readonly print: (text: string) => void
}

export type PhaseOutcome = Tally & { readonly reasons: readonly Skipped[] }

/** What `npm test` runs, in order: what is quick to fail comes first. */
export const phases: readonly { name: string; run: (input: PhaseInput) => Promise<PhaseOutcome> }[] = [
  { name: 'check', run: runChecksPhase },
  { name: 'vitest', run: runUnitPhase },
  { name: 'e2e', run: runEndToEndPhase },
]
