import { createStore, type StoreApi } from 'zustand/vanilla'
import type { ParsedInput } from '../../shared/bridge/procedures.ts'
import type { FileView } from '../../shared/bridge/views.ts'

/** What waits for the person to choose where it goes; null: nothing does. */
export interface AskedFiles {
  /** For a collection, or a tag. */
  readonly asked: AskedChange | null
  /** A client’s reply, which has been read but not taken in. */
  readonly reply: string | null
  /** To leave the library: these files, or all of a batch. */
  readonly leaving: { readonly way: LeavingWay; readonly subject: ExportSubject } | null
  /** To come into the library: a folder, or jobs that were started elsewhere, which are chosen on its screen, or files. */
  readonly importing: 'folder' | 'jobs' | readonly GivenFile[] | null
  /** How many exports that were stopped or killed can be continued. */
  readonly unfinished: number
  /** Whether they are shown. */
  readonly isContinuing: boolean
}

/** A file of the person's own; null where it is a folder. */
export interface GivenFile {
  readonly name: string
  readonly file: File | null
}

/** As copies, drawn as one image, or as a page that a client judges them on. */
export type LeavingWay = 'export' | 'sheetImage' | 'proof'

/** What files are put together by. */
export interface AskedChange {
  readonly way: 'collect' | 'tag'
  /** Empty where all that a list finds is meant. */
  readonly files: readonly FileView[]
  readonly found: Omit<ParsedInput<'library.change'>, 'change'> | null
}

export type ExportSubject = {
  readonly which: { readonly fileIds: string[] } | { readonly batchId: string }
  readonly collectionId: string | null
}

export type Collecting = StoreApi<AskedFiles>

export function createCollecting(): Collecting {
  return createStore<AskedFiles>(() => ({
    ...{ asked: null, leaving: null, reply: null, importing: null },
    ...{ unfinished: 0, isContinuing: false },
  }))
}
