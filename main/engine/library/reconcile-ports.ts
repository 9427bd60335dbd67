import type { Reason } from '../../../shared/failures/reason.ts'
import type { MediaTypeInfo } from '../media-types/sniff-media.ts'
import type { Measures } from '../media-types/structure/byte-source.ts'
import type { SavedFile } from './ports.ts'

/** A saved file as described by its row. */
export interface SavedRow {
  /** Rows are numbered by when their files were made (LIB563). */
  readonly place: number
  readonly fileId: string
  readonly path: string
  readonly bytes: number
  readonly sha256: string
  readonly posterPath: string | null
  /** It was found missing before, and has not been fetched again. */
  readonly isMissing: boolean
}

/** A file whose run is unknown, with what its name says. */
export interface FoundFile {
  readonly fileId: string
  readonly submissionId: string
  readonly batchId: string
  readonly modelId: string
  /** The first words of its prompt. */
  readonly prompt: string
  readonly saved: SavedFile
}

/** The library's rows, as needed to compare them with the disk. Writes are durable when the call returns. */
export interface LibraryRows {
  savedAfter(place: number, limit: number): readonly SavedRow[]
  /** One of them; null where it was never saved, or is deleted. */
  saved(fileId: string): SavedRow | null
  /** Files that are not here, by their future name without its extension. */
  awaited(): ReadonlyMap<string, { readonly fileId: string }>
  /** Whether a saved row names this path. */
  hasPath(path: string): boolean
  hasSaved(fileId: string): boolean
  /** Marks the saved file as missing; it stays in the library. */
  setMissing(fileId: string, cause: Reason): void
  setFound(fileId: string): void
  setWaiting(fileId: string): void
  setSaved(fileId: string, saved: SavedFile): void
  /** Whether there is a file of this id, in any state. */
  hasFile(fileId: string): boolean
  /** Whether any file, saved or awaited, has this name without its extension. */
  hasName(name: string): boolean
  /** Adds the file under a run that is over, has no known cost, and can't be sent. */
  takeIn(found: FoundFile): void
  setPosterPath(fileId: string, path: string | null): void
}

/**
 * The data folder's files; paths are relative to it, with forward slashes. Links are not followed: reading or
 * moving a file behind one throws `ReplacedFileError`.
 */
export interface LibraryFolder {
  /**
   * Every plain file below a folder except hidden ones, with names in NFC on every system; null where there is
   * no such folder. `between` is awaited after some hundreds of them.
   */
  list(folder: string, between: () => Promise<void>): Promise<Set<string> | null>
  /** Whether there is a folder of this name in the data folder. */
  hasFolder(folder: string): Promise<boolean>
  /** Null where there is no plain file; rejects where that can't be determined. */
  bytes(path: string): Promise<number | null>
  /** Whether a folder on its path is a link: then its content is unknown (LIB40). */
  isBehindLink(path: string): Promise<boolean>
  /** Reads it whole; `media` is null for a type that is not shown. */
  measure(
    path: string,
  ): Promise<{ bytes: number; sha256: string; media: MediaTypeInfo | null; measures: Measures }>
  open(path: string): AsyncIterable<Uint8Array>
  /** A file behind a link is left there. */
  remove(path: string): Promise<void>
  /** Returns false, and moves nothing, where the target exists. */
  move(from: string, to: string): Promise<boolean>
  /**
   * Moves it below `lost+found/` without overwriting anything; returns false, and leaves it, where it or its
   * target is behind a link, or `lost+found` is no folder.
   */
  setAside(path: string): Promise<boolean>
}
