import { a1 } from './a1.ts'
import { i1 } from './i1.ts'
import { i2 } from './i2.ts'
import { i3 } from './i3.ts'
import { i4 } from './i4.ts'
import { i5 } from './i5.ts'
import { i6 } from './i6.ts'
import { i7 } from './i7.ts'
import { i8 } from './i8.ts'
import type { Model } from './model.ts'
import { v1 } from './v1.ts'
import { v2 } from './v2.ts'
import { v3 } from './v3.ts'
import { v4 } from './v4.ts'
import { v5 } from './v5.ts'
import { v6 } from './v6.ts'
import { v7 } from './v7.ts'
import { v8 } from './v8.ts'
import { v9 } from './v9.ts'
import { v10 } from './v10.ts'

/**
 * One row per model file in this folder: videos, images, audio. `npm run models` writes the rows and their
 * imports.
 */
export const models: readonly Model[] = [
  v1,
  v2,
  v3,
  v4,
  v5,
  v6,
  v7,
  v8,
  v9,
  v10,
  i1,
  i2,
  i3,
  i4,
  i5,
  i6,
  i7,
  i8,
  a1,
]

const modelsById: ReadonlyMap<string, Model> = new Map(models.map((model) => [model.id, model]))

/** The model with this id, in either case; undefined where there is none. */
export function findModel(id: string): Model | undefined {
  return modelsById.get(id.toLowerCase())
}
