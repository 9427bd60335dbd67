import type { Subject } from '../mood.ts'
import type { Composition } from '../stage.ts'
import { createOrbs } from './orbs.ts'
import { createDunes, createHills, createMountains } from './ridges.ts'

/** How each subject is painted. */
export const compositions: Readonly<Record<Subject, Composition>> = {
  mountains: createMountains,
  hills: createHills,
  dunes: createDunes,
  sea: createDunes,
  forest: createHills,
  city: createHills,
  flora: createOrbs,
  bust: createOrbs,
  cosmos: createOrbs,
  flow: createOrbs,
  orbs: createOrbs,
  cutouts: createOrbs,
  tiles: createOrbs,
  strata: createOrbs,
}
