import { createStore, type StoreApi } from 'zustand/vanilla'
import type { FileView } from '../../shared/bridge/views.ts'

/** The files that wait for the person to choose a collection; null: none do. */
export type Collecting = StoreApi<{ readonly asked: readonly FileView[] | null }>

export function createCollecting(): Collecting {
  return createStore<{ readonly asked: readonly FileView[] | null }>(() => ({ asked: null }))
}
