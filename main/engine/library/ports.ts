import type { Buffer } from 'node:buffer'
import type { MediaKind } from '../../../shared/api/media.ts'
import type { CollectionView, Member } from '../../../shared/bridge/collection-procedures.ts'
import type { Judged, JudgementChange } from '../../../shared/bridge/judgement-schemas.ts'
import type { LineagePage } from '../../../shared/bridge/lineage-procedures.ts'
import type { SmartCollection } from '../../../shared/bridge/smart-collection-procedures.ts'
import type { TagChange } from '../../../shared/bridge/tag-procedures.ts'
import type { FileView, LibraryItem } from '../../../shared/bridge/views.ts'
import type { Reason } from '../../../shared/failures/reason.ts'
import type { ListedTerm } from '../../../shared/library/filter/filter-term.ts'
import type { LibraryFilter } from '../../../shared/library/filter/library-filter.ts'
import type { LibrarySort } from '../../../shared/library/filter/library-sort.ts'
import type { Judgement } from '../../../shared/library/judgement.ts'
import type { MediaTypeInfo } from '../media-types/sniff-media.ts'
import type { Measures } from '../media-types/structure/byte-source.ts'
import type { AccountReach } from '../service/accounts.ts'

/** A file of a job that is not here yet. */
export interface FileToFetch {
  readonly fileId: string
  readonly submissionId: string
  readonly ordinal: number
  readonly url: string
  /** Its future name, without an extension. */
  readonly name: string
  /** Addresses that were refused for it because they lead inward; they stay refused (LIB28). */
  readonly refused: readonly string[]
}

/** The measures of a saved file. */
export interface SavedFile {
  /** Relative to the data folder, with forward slashes. */
  readonly path: string
  readonly name: string
  readonly kind: MediaKind
  readonly mediaType: string
  readonly bytes: number
  readonly sha256: string
  readonly savedAt: number
  /** Its own headers' values. */
  readonly measures: Measures
}

/** Where a file of the library is and how it is served. */
export interface StoredFile {
  readonly path: string
  readonly name: string
  readonly mediaType: string
  readonly sha256: string
  readonly posterPath: string | null
  readonly kind: MediaKind
  /** Its length when it was saved whole. */
  readonly bytes: number
  readonly width: number | null
  readonly height: number | null
  /** Milliseconds, UTC. */
  readonly savedAt: number
}

/** Files of the library, by what they are found by. */
export interface LibrarySelection {
  /** All files where absent. */
  readonly filter?: LibraryFilter | undefined
  /** Newest first where absent. */
  readonly sort?: LibrarySort | undefined
  /** A contact sheet is no entry of its own: each of its files is listed. */
  readonly isEachFile?: true | undefined
  /** The files in the trash instead, the last deleted first, whatever the sort. */
  readonly isTrash?: true | undefined
  /** Only what was saved, or taken in, by then, in milliseconds UTC. */
  readonly savedUntil?: number | undefined
}

/** What a page of the library is read by. */
export interface LibraryQuery extends LibrarySelection {
  readonly cursor?: string | undefined
  readonly limit: number
}

/** What the runs of files cost, of one account; micro-dollars. */
export interface AccountCost {
  readonly account: string
  readonly settledMicroUsd: number
  /** Of runs whose price stays open, at the most that they can be. */
  readonly upToMicroUsd: number
  readonly unlistedRuns: number
  readonly runs: number
}

/** All that is selected, without reading it. */
export interface LibrarySum {
  /** As they are listed: a contact sheet may be one. */
  readonly entries: number
  readonly files: number
  readonly costs: readonly AccountCost[]
}

/** Reads all of a selection beside the studio's own thread, however many files it has. */
export interface LibraryReader {
  sum(selection: LibrarySelection): Promise<LibrarySum>
  /** Their rows, in no order; with a contact sheet all of its files. */
  seqs(selection: LibrarySelection): Promise<readonly number[]>
  close(): Promise<void>
}

/** What a thumbnail looks like. */
export interface Look {
  /** The average, in 24 bits. */
  readonly color: number
  /** The color that most of what is colorful in it has. */
  readonly accent: number
  /** A perceptual hash of 64 bits, as two halves: the fewer bits differ, the more alike are two images. */
  readonly hash: readonly [high: number, low: number]
}

/** A slice of the grid's layout, as `shared/library/layout-slice.ts` says. */
export interface LayoutSlice {
  readonly columns: Uint8Array
  readonly days: readonly { readonly day: string; readonly count: number }[]
  readonly nextCursor: string | null
  /** Null where it was counted before, or is too long to be counted with its first slice. */
  readonly total: number | null
}

/** What a list finds, compact. Rejects as the library's file does. */
export interface LibraryIndex {
  /** By the query's cursor and limit. `isCounted`: the number of entries is known. */
  layout(query: LibraryQuery & { readonly isCounted?: boolean }): Promise<LayoutSlice>
  /** The files that are most like one, in their order, the file itself first; an empty slice where it has no look. */
  alike(to: { readonly fileId: string; readonly by: 'color' | 'look' }): Promise<LayoutSlice>
  close(): Promise<void>
}

/** What the person thinks of files. Writes are durable when the call returns. */
export interface Judgements {
  /** Of these files; those that nobody judged are omitted. */
  of(fileIds: readonly string[]): ReadonlyMap<string, Judgement>
  /**
   * All of it in one transaction; files that the library doesn't have are omitted. A file that occurs in several
   * changes gets them in their order. `before`, given back as changes, restores exactly what was.
   */
  judge(
    changes: readonly JudgementChange[],
    at: number,
  ): { readonly before: readonly Judged[]; readonly after: readonly Judged[] }
  /** When a file was judged last, in milliseconds UTC; null where it is not judged. */
  writtenAt(fileId: string): number | null
}

/** A tournament as it is kept: its files in their places, and the places chosen in turn. */
export interface KeptTournament {
  readonly tournamentId: string
  readonly size: 2 | 4
  readonly seed: number
  readonly fileIds: readonly string[]
  readonly choices: readonly number[]
}

/** Tournaments, and the scores of files. Writes are durable when the call returns; times are milliseconds UTC. */
export interface Tournaments {
  /** Files that the library doesn't have are omitted; returns how many are left, and keeps nothing where they are fewer than two. */
  start(tournament: Omit<KeptTournament, 'choices'>, at: number): number
  /** Null where there is none, or its rows are damaged. */
  get(tournamentId: string): KeptTournament | null
  /** The one that was left last. */
  left(): string | null
  resize(tournamentId: string, size: 2 | 4, at: number): void
  /** `isEnd`: it was the last one. */
  choose(tournamentId: string, number: number, place: number, isEnd: boolean, at: number): void
  /** Removes the choices from this one on. */
  undo(tournamentId: string, number: number, at: number): void
  /** Replaces the scores that files have of it. */
  writeScores(
    tournamentId: string,
    scores: readonly { readonly fileId: string; readonly score: number }[],
  ): void
  /** Of the last tournament that it was in. */
  scoreOf(fileId: string): number | null
}

export type CollectionRefusal = 'not_found' | 'name_taken' | 'too_many'

export type CollectionResult<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly error: CollectionRefusal }

/** Collections of files in an order by hand. Writes are durable when the call returns; times are milliseconds UTC. */
export interface Collections {
  /** By name; with a file, those that hold it. */
  list(holding?: string): readonly CollectionView[]
  /** Names are compared without regard to case. Files that the library doesn't have are omitted, here and in `add`. */
  create(one: {
    readonly collectionId: string
    readonly name: string
    readonly fileIds: readonly string[]
    readonly at: number
  }): CollectionResult<CollectionView>
  rename(collectionId: string, name: string, at: number): CollectionResult<CollectionView>
  /** It keeps its files, for `restore`, until it is removed with a later deletion after `keptMs`. */
  delete(collectionId: string, at: number): CollectionResult<CollectionView>
  restore(collectionId: string): CollectionResult<CollectionView>
  /** At its end; returns those that were not in it. */
  add(collectionId: string, fileIds: readonly string[], at: number): CollectionResult<readonly string[]>
  /** Returns the removed members in their order. */
  remove(collectionId: string, fileIds: readonly string[], at: number): CollectionResult<readonly Member[]>
  /**
   * Moves members before another, or to the end, in the order given; one row for each. Returns their earlier places.
   * `not_found` where the other is no member.
   */
  move(
    collectionId: string,
    fileIds: readonly string[],
    beforeFileId: string | null,
    at: number,
  ): CollectionResult<readonly Member[]>
  /** Puts files to given places, in it or not. */
  put(collectionId: string, members: readonly Member[], at: number): CollectionResult<CollectionView>
  /** Its members in their order. */
  members(collectionId: string): readonly Member[]
}

/** Tags and notes of files. Writes are durable when the call returns; times are milliseconds UTC. */
export interface Tags {
  /** Tags that hold a text, whatever its case; those that begin with it first. */
  list(text: string, limit: number): readonly { readonly name: string; readonly files: number }[]
  /** Of these files, by name; those without tags are omitted. */
  of(fileIds: readonly string[]): ReadonlyMap<string, readonly string[]>
  /**
   * All of it in one transaction; a tag is the same whatever its case, and files that the library doesn't have are
   * omitted. What is returned, given back as changes, restores what was.
   */
  change(changes: readonly TagChange[]): TagChange[]
  /** Empty where there is none. */
  note(fileId: string): string
  /** An empty one is removed; returns whether there is such a file. */
  setNote(fileId: string, note: string, at: number): boolean
}

/** Filters that are kept under a name. Writes are durable when the call returns; times are milliseconds UTC. */
export interface SmartCollections {
  /** By name. */
  list(): readonly SmartCollection[]
  /** A new one, or another name, filter and sort of one that is there; with `before`, only where that is its filter. */
  save(
    one: SmartCollection & { readonly at: number; readonly before?: string | undefined },
  ): CollectionResult<SmartCollection>
  /** It can be restored for `keptMs`. */
  delete(collectionId: string, at: number): CollectionResult<SmartCollection>
  restore(collectionId: string): CollectionResult<SmartCollection>
}

/** A file that is being deleted for good. */
export interface PurgedFile {
  readonly fileId: string
  readonly submissionId: string
  /** Relative to the data folder; null where it was never saved. */
  readonly path: string | null
  readonly posterPath: string | null
}

export interface TrashSum {
  readonly files: number
  readonly bytes: number
}

/** Files that the person deleted. Writes are durable when the call returns; times are milliseconds UTC. */
export interface Trash {
  /** Moves saved files there, also missing ones; returns those that were moved. */
  put(fileIds: readonly string[], at: number): readonly string[]
  /** Returns those that were in it, and are in the library again. */
  restore(fileIds: readonly string[]): readonly string[]
  /** What of these files is in it; null: all of it, and when the last file was put there. */
  sum(fileIds: readonly string[] | null): TrashSum & { readonly lastAt: number | null }
  /**
   * Marks files in it for deletion, all in one transaction: these, or all that were put there until a time. Those whose
   * SHA-256 is held stay, and are returned by name.
   */
  mark(
    which: { readonly fileIds: readonly string[] } | { readonly until: number },
    held: ReadonlySet<string>,
  ): {
    readonly fileIds: readonly string[]
    readonly bytes: number
    readonly kept: readonly string[]
  }
  /** Files that are marked and not deleted yet, in the order of their rows. */
  marked(limit: number): readonly PurgedFile[]
  /** They are gone from the disk. */
  setDeleted(fileIds: readonly string[]): void
}

/** Deletes files of the data folder for good; paths are relative to it. */
export interface FileRemover {
  /** Returns the ids of those that are gone, also after a power cut. */
  remove(
    files: readonly { readonly id: string; readonly paths: readonly string[] }[],
  ): Promise<ReadonlySet<string>>
}

/** What the terms of a filter can be here. */
export interface FilterValues {
  /** Values that hold a text, whatever its case, those that begin with it first. */
  list(
    name: ListedTerm,
    text: string,
    limit: number,
  ): readonly { readonly value: string; readonly label: string }[]
}

/** Files whose thumbnail has no look yet. */
export interface UnseenFiles {
  /** The newest first, of those before a row. */
  list(
    before: number | undefined,
    limit: number,
  ): readonly { readonly key: number; readonly fileId: string }[]
}

/** How long a deleted collection can be restored. */
export const keptMs = 30 * 24 * 3_600_000

/** The library's rows. Writes are durable when the call returns. */
export interface FileCatalogue {
  toFetch(): readonly FileToFetch[]
  find(fileId: string): FileToFetch | null
  filesOf(submissionIds: readonly string[]): ReadonlyMap<string, readonly FileView[]>
  setUrl(fileId: string, url: string): void
  setFailed(fileId: string, failure: Reason): void
  /** The same where this address (the file's, or a redirect's target) leads inward: it is kept as refused. */
  setRefused(fileId: string, failure: Reason, refusedUrl: string): void
  setWaiting(fileId: string): void
  setSaved(fileId: string, saved: SavedFile): void
  setPoster(fileId: string, measures: Measures, posterPath: string | null, look?: Look | null): void
  /** The thumbnail is missing or not whole: a page makes another. */
  dropPoster(fileId: string): void
  stored(fileId: string): StoredFile | null
  /** A file's thumbnail, also while the file itself is missing; null where it has none, or was deleted. */
  poster(fileId: string): { readonly path: string; readonly sha256: string } | null
  /** The saved file with these bytes, the newest where there are several. */
  savedWith(sha256: string): { readonly fileId: string; readonly submissionId: string } | null
  /** The last result of a model that is here, its first file; null where there is none. */
  newestOf(modelId: string): FileView | null
  /** A file that is in the library, or was and is missing; null where it was never saved. */
  item(fileId: string): LibraryItem | null
  /** Entries of the layout, in no order; those that are not there are omitted. */
  entries(keys: readonly number[]): readonly LibraryItem[]
  /** In the order of their sort; an unknown cursor starts at the beginning. */
  list(query: LibraryQuery): {
    readonly items: readonly LibraryItem[]
    readonly nextCursor: string | null
  }
  /** How many entries that are in all. */
  count(selection: LibrarySelection): number
  /** The files of these rows that there are. */
  fileIdsOf(seqs: readonly number[]): readonly string[]
}

export type FetchOutcome =
  | {
      readonly type: 'fetched'
      readonly bytes: number
      readonly sha256: string
      readonly media: MediaTypeInfo
      readonly measures: Measures
      /** Moves the file to its place, relative to the data folder; rejects where the disk refuses. */
      commit(path: string): Promise<void>
    }
  | {
      readonly type: 'failed'
      readonly cause: Reason
      readonly isFinal: boolean
      /** The address that leads inward, if that is the cause; else null. */
      readonly refusedUrl: string | null
    }
  /**
   * The disk has too little room: this many more bytes are needed. `totalBytes`: the file's length where it is
   * known.
   */
  | { readonly type: 'no_room'; readonly missingBytes: number; readonly totalBytes: number | null }

/**
 * Downloads a file from a URL under a temporary name; `commit` moves it to its place once it is whole. After a
 * failure only the part is kept, from which the next fetch of the same file continues. One fetch of a file at a
 * time.
 */
export interface FileFetcher {
  fetch(request: {
    readonly fileId: string
    readonly url: string
    /** The reach of the account of the file's run. */
    readonly reach: AccountReach
    /** Addresses that are refused without a request. */
    readonly refused: readonly string[]
    /** The file's length where an earlier try learned it; else null. */
    readonly expectedBytes: number | null
    readonly signal: AbortSignal
    /** Bytes that are here, earlier tries included, and the total where it is known. */
    onProgress(bytes: number, totalBytes: number | null): void
  }): Promise<FetchOutcome>
  /** Removes unfinished files of earlier processes, except the parts of files that are still wanted. */
  sweep(isWanted: (fileId: string) => boolean): Promise<void>
}

/** The disk that holds the data folder. */
export interface FreeSpace {
  /** Bytes that Atelier may still write; null where the system can't say. */
  bytes(): Promise<number | null>
}

/** Reads files of the data folder; paths are relative and can't leave it. */
export interface LibraryFileStore {
  /** Null where there is no such file; throws `ReplacedFileError` where it is not a plain file (LIB40). */
  open(path: string): Promise<OpenedFile | null>
  write(path: string, bytes: Uint8Array): Promise<void>
  /** Deletes what `write` wrote. */
  remove(path: string): Promise<void>
}

/** A plain file, open until its stream has ended or it is closed. */
export interface OpenedFile {
  readonly bytes: number
  /** A slice; it ends where the file ends. */
  read(offset: number, length: number): Promise<Buffer>
  /** `end` is inclusive. */
  stream(start: number, end: number): ReadableStream<Uint8Array>
  close(): Promise<void>
}

/** A file of an archive: its name there, and its length. */
export interface ArchiveEntry {
  readonly name: string
  readonly bytes: number
  /** Milliseconds, UTC. */
  readonly modifiedAt: number
}

/** Writes archives of whole files, byte for byte, without holding one in memory. */
export interface ArchiveWriter {
  /** The archive's length. */
  length(entries: readonly ArchiveEntry[]): bigint
  /**
   * The archive, read as fast as it is taken. `open` is called for one entry after the other, and what it opened is closed,
   * also when the stream is cancelled; the stream fails where it rejects or the file is not as long as its entry.
   */
  stream<Entry extends ArchiveEntry>(
    entries: readonly Entry[] | AsyncIterable<Entry>,
    open: (entry: Entry) => Promise<{
      read(offset: number, length: number): Promise<Uint8Array>
      close(): Promise<void>
    }>,
  ): ReadableStream<Uint8Array>
}

/** What files were made from, and what was made from them. */
export interface Lineage {
  /** In the order of the request that made the file. */
  from(fileId: string): LineagePage
  /** Newest first; `after`: the `next` of the page before. */
  into(fileId: string, after?: number): LineagePage
}
