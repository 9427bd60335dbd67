import type { ExportChoices, ExportFolderProblem } from '../../../shared/library/export-choices.ts'

/** The message of such an error is its code alone. */
export class ExportFolderError extends Error {
  override readonly name = 'ExportFolderError'
  readonly problem: ExportFolderProblem
  constructor(problem: ExportFolderProblem, options?: ErrorOptions) {
    super(problem, options)
    this.problem = problem
  }
}

/** A folder that the person chose, outside the library. Rejects with the system’s errors. */
export interface ExportTarget {
  /** The names of everything in it. */
  names(): Promise<readonly string[]>
  /**
   * Writes a file whole or not at all, under a temporary name until it is flushed; returns false, and leaves nothing,
   * where the name is taken.
   */
  write(name: string, parts: AsyncIterable<Uint8Array>): Promise<boolean>
  /** Removes a file that this export has written. */
  remove(name: string): Promise<void>
  /** Removes what a killed export left under its temporary name. */
  sweep(): Promise<void>
  /** The whole path of a name. */
  pathOf(name: string): string
}

export interface ExportTargets {
  /**
   * Opens a folder by its absolute path, and makes it where it is missing; throws `ExportFolderError` where it can’t be one.
   * `key`: of the export, so that only its own temporary file is ever swept.
   */
  open(folder: string, key: string): Promise<ExportTarget>
}

/** What an export that was killed has left in its folder. */
export interface ExportRemains {
  /** The names in a folder, which is not made; null where it can’t be read. */
  look(folder: string): Promise<readonly string[] | null>
  /** Removes what was half written, as far as that can be done. */
  tidy(folder: string, key: string): Promise<void>
}

/** An export that has begun: which file gets which name. */
export interface ExportPlan {
  readonly key: string
  readonly startedAt: number
  readonly choices: ExportChoices
  readonly files: readonly { readonly fileId: string; readonly name: string; readonly number: number }[]
  readonly collection: string
  /** Whether the page offers to continue it; one of the command line is continued there. */
  readonly isOffered?: boolean | undefined
}

/** Exports that have not ended, so that one that was killed can be resumed. Writes are durable when they resolve. */
export interface UnfinishedExports {
  find(key: string): Promise<ExportPlan | null>
  /** Those that are offered (EXP410), the newest first; of more than 50, the newest. */
  listOffered(): Promise<readonly ExportPlan[]>
  put(plan: ExportPlan): Promise<void>
  remove(key: string): Promise<void>
}

/** Which files were exported. Writes are durable when the call returns. */
export interface ExportedFiles {
  /** Files that the library doesn't have are omitted; the first time is kept, in milliseconds UTC. */
  mark(fileIds: readonly string[], at: number): void
}
