import type { Subject } from '../mood.ts'
import type { Composition } from '../stage.ts'
import { createBust } from './bust.ts'
import { createCity } from './city.ts'
import { createCosmos } from './cosmos.ts'
import { createCutouts } from './cutouts.ts'
import { createFlora } from './flora.ts'
import { createFlow } from './flow.ts'
import { createForest } from './forest.ts'
import { createOrbs } from './orbs.ts'
import { createDunes, createHills, createMountains } from './ridges.ts'
import { createSea } from './sea.ts'
import { createStrata } from './strata.ts'
import { createTiles } from './tiles.ts'

/** How each subject is painted. */
export const compositions: Readonly<Record<Subject, Composition>> = {
  mountains: createMountains,
  hills: createHills,
  dunes: createDunes,
  sea: createSea,
  forest: createForest,
  city: createCity,
  flora: createFlora,
  bust: createBust,
  cosmos: createCosmos,
  flow: createFlow,
  orbs: createOrbs,
  cutouts: createCutouts,
  tiles: createTiles,
  strata: createStrata,
}
