import { systemClock } from '../infra/system-clock.ts'
import { createUuid7Ids } from '../infra/uuid7-ids.ts'
import type { StudioDeps } from '../studio-deps.ts'

/** This machine's time, ids and randomness, for the studio of any host. */
export const machineSources: Pick<StudioDeps, 'clock' | 'ids' | 'random'> = {
  clock: systemClock,
  ids: createUuid7Ids(systemClock),
  random: { next: Math.random },
}
