import { runChaosPhase } from './chaos-phase.ts'
import { runChecksPhase } from './checks-phase.ts'
import { runEndToEndPhase } from './end-to-end-phase.ts'
import type { Phase } from './phase.ts'
import { runUnitPhase } from './unit-phase.ts'

/**
 * What `npm test` runs, in order: what is quick to fail comes first, and what stands in one stage runs at once. The
 * trials mostly wait, so they cost least beside what mostly computes.
 */
export const stages: readonly (readonly Phase[])[] = [
  [{ name: 'check', run: runChecksPhase }],
  [
    { name: 'vitest', run: runUnitPhase },
    { name: 'chaos', run: runChaosPhase },
  ],
  [{ name: 'e2e', run: runEndToEndPhase }],
]
