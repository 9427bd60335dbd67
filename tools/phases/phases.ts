import { runChaosPhase } from './chaos-phase.ts'
import { runChecksPhase } from './checks-phase.ts'
import { runEndToEndPhase } from './end-to-end-phase.ts'
import type { Phase } from './phase.ts'
import { runUnitPhase } from './unit-phase.ts'

/**
 * The phases of `npm test`, in order: those that fail fast come first, and those of one stage run at once. The chaos
 * trials mostly wait, so they cost least beside the unit tests, which compute.
 */
export const stages: readonly (readonly Phase[])[] = [
  [{ name: 'check', run: runChecksPhase }],
  [
    { name: 'vitest', run: runUnitPhase },
    { name: 'chaos', run: runChaosPhase },
  ],
  [{ name: 'e2e', run: runEndToEndPhase }],
]
