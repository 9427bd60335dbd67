import { runChaosPhase } from './chaos-phase.ts'
import { runChecksPhase } from './checks-phase.ts'
import { runEndToEndPhase } from './end-to-end-phase.ts'
import type { PhaseInput, PhaseOutcome } from './phase.ts'
import { runUnitPhase } from './unit-phase.ts'

/** The phases of `npm test`, in order: those that fail fast come first. */
export const phases: readonly { name: string; run: (input: PhaseInput) => Promise<PhaseOutcome> }[] = [
  { name: 'check', run: runChecksPhase },
  { name: 'vitest', run: runUnitPhase },
  { name: 'chaos', run: runChaosPhase },
  { name: 'e2e', run: runEndToEndPhase },
]
