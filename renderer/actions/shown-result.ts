import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Wish } from '../forms/input-role.ts'
import type { Subject } from './action.ts'
import type { ActionId } from './action-id.ts'

/** Something that can be done now with all runs that are shown, under the name of its button. */
export interface BatchAct {
  readonly name: string
  readonly run: () => void
}

export interface CameBack {
  readonly fileId: string
  readonly wish: Wish | null
  /** The action that was left, where it has no wish. */
  readonly act?: ActionId
}

export interface Shown {
  /** The result that is shown large, or the run that will be one: what the page’s actions are for now. */
  readonly subject: Subject | null
  readonly batchAct: BatchAct | null
  /** What was left for the form and is shown again, with what it was wanted for, until its screen has read it. */
  readonly cameBack?: CameBack | undefined
}

export type ShownResult = StoreApi<Shown>

export function createShownResult(): ShownResult {
  return createStore<Shown>(() => ({ subject: null, batchAct: null }))
}
