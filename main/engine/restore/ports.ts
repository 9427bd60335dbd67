import type { Carried } from '../../../shared/library/carried.ts'
import type { ImportFolderProblem, ImportRefusal } from '../../../shared/library/import-refusals.ts'
import type { Restored } from '../../../shared/library/restored.ts'
import type { SavedFile } from '../library/ports.ts'
import type { ByteSource } from '../media-types/structure/byte-source.ts'
import type { Beside } from './read-file.ts'

/** The message of such an error is its code alone. */
export class ImportFolderError extends Error {
  override readonly name = 'ImportFolderError'
  readonly problem: ImportFolderProblem
  constructor(problem: ImportFolderProblem, options?: ErrorOptions) {
    super(problem, options)
    this.problem = problem
  }
}

/** A file of the folder that can’t be taken in. The message is its code alone. */
export class ImportFileError extends Error {
  override readonly name = 'ImportFileError'
  readonly refusal: ImportRefusal
  constructor(refusal: ImportRefusal, options?: ErrorOptions) {
    super(refusal, options)
    this.refusal = refusal
  }
}

/** A file that may be taken in, by its path in the folder. */
export interface FoundFile {
  readonly path: string
  /** The names of the sidecars beside it. */
  readonly besides: readonly string[]
  /** When it was changed last, in milliseconds UTC. */
  readonly changedAt: number
}

export interface OpenedFound extends ByteSource {
  besides(): Promise<readonly Beside[]>
  /** The SHA-256 of all its bytes, in hex. */
  digest(signal: AbortSignal): Promise<string>
  close(): Promise<void>
}

/** A folder of the person’s own, read only; no link in it is followed. */
export interface ImportSource {
  /** Every plain file but sidecars and hidden ones, in folders of any depth, within limits. */
  files(watch: {
    readonly signal: AbortSignal
    /** A folder in it that can’t be read, by its path there: what it holds is left out, and the rest is not. */
    onRefused(folder: string): void
  }): Promise<readonly FoundFile[]>
  /** Throws `ImportFileError` where it is no plain file any more, or can’t be opened. */
  open(file: FoundFile): Promise<OpenedFound>
  /**
   * Copies its bytes into the library, whole or not at all: under a temporary name, flushed, then moved. Throws
   * `ImportFileError` where their digest is another one by then, and Node’s error where the disk refuses.
   */
  copy(file: FoundFile, to: string, sha256: string, signal: AbortSignal): Promise<void>
}

export interface ImportSources {
  /** Throws `ImportFolderError`. */
  open(folder: string): Promise<ImportSource>
  /**
   * Writes one file that comes as its bytes beside the library, until it is dropped. Throws `ImportFileError` where its
   * first bytes are of nothing that is known, of which nothing is written, or it is too large, and Node’s error where the
   * disk refuses.
   */
  receive(given: Given, content: Received): Promise<ReceivedFile>
}

/** What comes: the texts that lay beside a file, one after the other, and the file. */
export interface Given {
  readonly name: string
  /** When it was changed last, in milliseconds UTC. */
  readonly changedAt: number
  readonly besides: readonly { readonly name: string; readonly bytes: number }[]
}

/** The bytes of a file as they come. */
export type Received = AsyncIterable<Uint8Array> | Iterable<Uint8Array>

/** A file that is here, to be taken in or dropped. */
export interface ReceivedFile {
  readonly found: FoundFile
  readonly source: Pick<ImportSource, 'open' | 'copy'>
  drop(): Promise<void>
}

/** What a file brings into the library. */
export interface Imported {
  readonly fileId: string
  /** Of the run that is made for it, where its own is not here. */
  readonly submissionId: string
  readonly modelId: string
  readonly prompt: string
  readonly restored: Restored
  readonly carried: Carried | null
  readonly saved: SavedFile
  /** Milliseconds UTC. */
  readonly at: number
}

/** The library’s rows, as files are taken in. */
export interface ImportedRows {
  /** Whether a file with this digest, or one that was exported from the original with it, is in the library or its trash. */
  isKnown(sha256: string, originalSha256: string | null): boolean
  /** The file with this digest, or of this original, that is missing on the disk; null where there is none. */
  missing(sha256: string, originalSha256: string | null): string | null
  /** Puts another file in the place of one that is still missing, which keeps its marks and its run; false where it isn't. */
  putBack(fileId: string, saved: SavedFile): boolean
  hasFile(fileId: string): boolean
  /** Everything of one file, durable, or nothing. */
  add(imported: Imported): void
}
