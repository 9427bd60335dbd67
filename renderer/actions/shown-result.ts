import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Subject } from './action.ts'

/** Something that can be done now with all runs that are shown, under the name of its button. */
export interface BatchAct {
  readonly name: string
  readonly run: () => void
}

export interface Shown {
  /** The result that is shown large, or the run that will be one: what the page’s actions are for now. */
  readonly subject: Subject | null
  readonly batchAct: BatchAct | null
}

export type ShownResult = StoreApi<Shown>

export function createShownResult(): ShownResult {
  return createStore<Shown>(() => ({ subject: null, batchAct: null }))
}
