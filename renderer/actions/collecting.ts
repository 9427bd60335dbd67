import { createStore, type StoreApi } from 'zustand/vanilla'
import type { FileView } from '../../shared/bridge/views.ts'

/** What waits for the person to choose where it goes; null: nothing does. */
export interface AskedFiles {
  /** For a collection. */
  readonly asked: readonly FileView[] | null
  /** To leave the library: these files, or all of a batch. */
  readonly leaving: { readonly way: LeavingWay; readonly subject: ExportSubject } | null
}

/** As copies, or drawn as one image. */
export type LeavingWay = 'export' | 'sheetImage'

export type ExportSubject = {
  readonly which: { readonly fileIds: string[] } | { readonly batchId: string }
  readonly collectionId: string | null
}

export type Collecting = StoreApi<AskedFiles>

export function createCollecting(): Collecting {
  return createStore<AskedFiles>(() => ({ asked: null, leaving: null }))
}
