import { runChaosPhase } from './chaos-phase.ts'
import { runChecksPhase } from './checks-phase.ts'
import { runEndToEndPhase } from './end-to-end-phase.ts'
import type { Phase } from './phase.ts'
import { runUnitPhase } from './unit-phase.ts'

/**
 * The phases of `npm test`. Those that fail fast come first; the lanes of a stage run at once, and the phases of a lane
 * in order. The chaos trials mostly wait, so they cost least beside unit tests, which compute. The browser's specs
 * keep two cores busy by themselves: beside unit tests neither is done sooner.
 */
export const stages: readonly (readonly (readonly Phase[])[])[] = [
  [[{ name: 'check', run: runChecksPhase }]],
  [[{ name: 'vitest', run: runUnitPhase }], [{ name: 'chaos', run: runChaosPhase }]],
  [[{ name: 'e2e', run: runEndToEndPhase }]],
]
