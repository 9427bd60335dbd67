import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Subject } from './action.ts'

/** The result that is shown large, or the run that will be one: what the page’s actions are for now. */
export type ShownResult = StoreApi<{ readonly subject: Subject | null }>

export function createShownResult(): ShownResult {
  return createStore<{ readonly subject: Subject | null }>(() => ({ subject: null }))
}
