import { systemClock } from '../infra/system-clock.ts'
import { createUuid7Ids } from '../infra/uuid7-ids.ts'
import type { StudioDeps } from '../studio-deps.ts'
import { chooseCatalogueWords } from '../words/choose-catalogue-words.ts'

/** This machine's time, ids and randomness, and the available languages, for the studio of any host. */
export const machineSources: Pick<StudioDeps, 'clock' | 'ids' | 'random' | 'catalogueWords'> = {
  clock: systemClock,
  ids: createUuid7Ids(systemClock),
  random: { next: Math.random },
  catalogueWords: chooseCatalogueWords,
}
