import type { Reason } from '../../../shared/failures/reason.ts'
import type { MediaTypeInfo } from '../media-types/sniff-media.ts'
import type { Measures } from '../media-types/structure/byte-source.ts'
import type { SavedFile } from './ports.ts'

/** A saved file as its row says that it lies. */
export interface SavedRow {
  /** Rows are numbered in the order of their writing. */
  readonly place: number
  readonly fileId: string
  readonly path: string
  readonly bytes: number
  readonly sha256: string
  readonly posterPath: string | null
  /** It was found missing before, and has not been fetched again. */
  readonly isMissing: boolean
}

/** A file whose run is not known any more, with what its name says. */
export interface FoundFile {
  readonly fileId: string
  readonly submissionId: string
  readonly batchId: string
  readonly modelId: string
  /** The first words of its prompt. */
  readonly prompt: string
  readonly saved: SavedFile
}

/** The library's rows, as comparing them with the disk needs them. Writes are durable when the call returns. */
export interface LibraryRows {
  savedAfter(place: number, limit: number): readonly SavedRow[]
  /** Files that are not here, by the name they will have without its ending. */
  awaited(): ReadonlyMap<string, { readonly fileId: string }>
  /** Whether a saved row names this path. */
  hasPath(path: string): boolean
  hasSaved(fileId: string): boolean
  /** The saved file is gone; it stays in the library and says so. */
  setMissing(fileId: string, cause: Reason): void
  setFound(fileId: string): void
  setWaiting(fileId: string): void
  setSaved(fileId: string, saved: SavedFile): void
  /** Whether there is a file of this id, whatever became of it. */
  hasFile(fileId: string): boolean
  /** Whether any file, saved or awaited, has this name without its ending. */
  hasName(name: string): boolean
  /** Writes the file down under a run that is over, costs nothing that is known, and can't be sent. */
  takeIn(found: FoundFile): void
  setPosterPath(fileId: string, path: string | null): void
}

/**
 * The data folder's files; paths are relative to it, with forward slashes. No link is followed: reading or moving what
 * lies behind one throws `ReplacedFileError`.
 */
export interface LibraryFolder {
  /** Every plain file below a folder but hidden ones, named alike on every system (NFC); null where there is no such folder. */
  list(folder: string): Promise<Set<string> | null>
  /** Null where there is no plain file; rejects where that can't be told. */
  bytes(path: string): Promise<number | null>
  /** Whether a folder on the way to it is a link: then it can't be told what is there (LIB40). */
  isBehindLink(path: string): Promise<boolean>
  /** Reads it whole; `media` is null where it is nothing that is shown. */
  measure(
    path: string,
  ): Promise<{ bytes: number; sha256: string; media: MediaTypeInfo | null; measures: Measures }>
  open(path: string): AsyncIterable<Uint8Array>
  /** Beyond a link it stays. */
  remove(path: string): Promise<void>
  /** Returns false where something is in that place already; nothing is moved then. */
  move(from: string, to: string): Promise<boolean>
  /**
   * Moves it below `lost+found/`, where nothing else is touched; returns false where it or that lies beyond a link, or
   * `lost+found` is no folder: it stays then.
   */
  setAside(path: string): Promise<boolean>
}
