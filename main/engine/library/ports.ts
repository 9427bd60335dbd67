import type { MediaKind } from '../../../shared/api/media.ts'
import type { FileView, LibraryItem } from '../../../shared/bridge/views.ts'
import type { MediaTypeInfo } from '../inputs/sniff-media.ts'

/** A file of a job that is not here yet. */
export interface FileToFetch {
  readonly fileId: string
  readonly submissionId: string
  readonly ordinal: number
  readonly url: string
  /** What it will be called, without an ending. */
  readonly name: string
}

/** What was measured of a saved file. */
export interface SavedFile {
  /** Relative to the data folder, with forward slashes. */
  readonly path: string
  readonly name: string
  readonly kind: MediaKind
  readonly mediaType: string
  readonly bytes: number
  readonly sha256: string
  readonly savedAt: number
}

export interface Measures {
  readonly width: number | null
  readonly height: number | null
  readonly durationSeconds: number | null
}

/** Where a file of the library lies and how it is served. */
export interface StoredFile {
  readonly path: string
  readonly name: string
  readonly mediaType: string
  readonly sha256: string
  readonly posterPath: string | null
}

export interface LibraryQuery {
  readonly cursor?: string | undefined
  readonly limit: number
  readonly kind?: MediaKind | undefined
  readonly search?: string | undefined
}

/** The library's rows. Writes are durable when the call returns. */
export interface FileCatalogue {
  toFetch(): readonly FileToFetch[]
  find(fileId: string): FileToFetch | null
  filesOf(submissionIds: readonly string[]): ReadonlyMap<string, readonly FileView[]>
  setUrl(fileId: string, url: string): void
  setFailed(fileId: string, failure: string): void
  setWaiting(fileId: string): void
  setSaved(fileId: string, saved: SavedFile): void
  setPoster(fileId: string, measures: Measures, posterPath: string | null): void
  stored(fileId: string): StoredFile | null
  item(fileId: string): LibraryItem | null
  list(query: LibraryQuery): {
    readonly items: readonly LibraryItem[]
    readonly nextCursor: string | null
    readonly total: number
  }
}

export type FetchOutcome =
  | {
      readonly type: 'fetched'
      readonly bytes: number
      readonly sha256: string
      readonly media: MediaTypeInfo
      commit(path: string): Promise<void>
    }
  | { readonly type: 'failed'; readonly cause: string; readonly isFinal: boolean }

/** Brings a file from a URL under a temporary name; `commit` gives it its place, whole. Nothing stays of a failure. */
export interface FileFetcher {
  fetch(request: {
    readonly fileId: string
    readonly url: string
    readonly signal: AbortSignal
    onProgress(bytes: number, totalBytes: number | null): void
  }): Promise<FetchOutcome>
  /** Removes what an earlier process left unfinished. */
  sweep(): Promise<void>
}

/** Reads files of the data folder; paths are relative and never leave it. */
export interface FileReader {
  /** Null where there is no such file. `end` is inclusive. */
  open(path: string): Promise<{
    readonly bytes: number
    stream(start: number, end: number): ReadableStream<Uint8Array>
    close(): Promise<void>
  } | null>
  write(path: string, bytes: Uint8Array): Promise<void>
}
