import type { RepairWay } from './repair-ways.ts'

interface At {
  /** Absolute. */
  readonly path: string
}

/** `systemWords`: SQLite’s, or the system’s code. */
interface Said extends At {
  readonly systemWords: string
}

/** What can be wrong with a library, by its code. */
interface LibraryTroubles {
  readonly library_missing: At
  readonly library_is_link: At
  readonly library_no_file: At
  readonly library_empty: At
  readonly library_headless: At
  readonly library_of_others: At
  readonly library_disk_full: At
  readonly library_without_backup: At
  readonly set_aside_is_link: At
  readonly library_cut: At & { readonly bytes: number; readonly statedBytes: number }
  readonly library_damaged: Said
  readonly library_unreadable: Said
  readonly library_unreadable_now: Said
  readonly library_unopened: Said
  /** `since`: milliseconds since the epoch, from when on something may be missing. */
  readonly library_log_cut: At & { readonly since: number }
  readonly library_sound: At & { readonly option: string }
  readonly way_out_closed: { readonly option: string; readonly why: LibraryTrouble }
}

interface FolderTroubles {
  readonly folder_unwritable: Said
  readonly folder_full: At
  readonly folder_in_use: At
  readonly outside_folder: At
  /** `format`: what the library has, and `newest`: what this version reads. */
  readonly library_newer: { readonly format: number; readonly newest: number }
}

type Coded<Troubles> = {
  [Code in keyof Troubles]: { readonly code: Code } & Troubles[Code]
}[keyof Troubles]

type LibraryTrouble = Coded<LibraryTroubles>

/** Why a data folder or its library can’t be used; a language’s words say it. */
export type StartTrouble = LibraryTrouble | Coded<FolderTroubles>

/** A way out that Atelier can take by itself, at the person’s word. */
export type WayOut =
  | { readonly way: Extract<RepairWay, 'keep'> }
  | { readonly way: Extract<RepairWay, 'new'> }
  /** `madeAt`: milliseconds since the epoch. */
  | { readonly way: Extract<RepairWay, 'restore'>; readonly madeAt: number }
  /** `files`: how many are in media. */
  | { readonly way: Extract<RepairWay, 'rebuild'>; readonly files: number }

/** Atelier can’t start over what is there; the message is the trouble as JSON, for logs. */
export class StartError<Trouble extends StartTrouble = StartTrouble> extends Error {
  override readonly name: string = 'StartError'
  readonly trouble: Trouble

  constructor(trouble: Trouble, options?: ErrorOptions) {
    super(JSON.stringify(trouble), options)
    this.trouble = trouble
  }
}

/** The data folder can’t be used. */
export class DataFolderError extends StartError {
  override readonly name = 'DataFolderError'
}

/** The library was written by a newer Atelier; it has not been touched. */
export class NewerLibraryError extends StartError {
  override readonly name = 'NewerLibraryError'
}

/** The library can’t be read or written; what is there has been left as it is. */
export class BrokenLibraryError extends StartError<LibraryTrouble> {
  override readonly name = 'BrokenLibraryError'
  readonly waysOut: readonly WayOut[]
  /** Whether a sound backup was looked for, and there is none. */
  readonly lacksBackup: boolean

  constructor(
    trouble: LibraryTrouble,
    {
      waysOut = [],
      lacksBackup = false,
      cause,
    }: { waysOut?: readonly WayOut[]; lacksBackup?: boolean; cause?: unknown } = {},
  ) {
    super(trouble, { cause })
    this.waysOut = waysOut
    this.lacksBackup = lacksBackup
  }
}
