import type { StorageFailure } from '../../shared/failures/reason.ts'

/** The current time, and timers. Milliseconds since the epoch, UTC. */
export interface Clock {
  now(): number
  /** Calls back once after so many milliseconds; returns a cancel function. */
  setTimer(milliseconds: number, callback: () => void): () => void
}

/** Time-ordered unique ids (UUID version 7). */
export interface Ids {
  next(): string
}

/** A number in [0, 1), for jitter. */
export interface Random {
  next(): number
}

/** The studio's log, for the person who runs it. Never holds a key or a prompt. */
export interface Log {
  warn(sentence: string): void
}

/** What of the disk or of the library’s file an error speaks of, its causes included; null for any other error. */
export type ReadStorageFailure = (error: unknown) => StorageFailure | null

/** Work of many small steps, such as looking at every file of a library, gives way to what a person waits for. */
export interface BackgroundTurns {
  /** A page, a program or an agent asks for something now. */
  noteCall(): void
  /**
   * Resolves when the next step may be taken: in another task, once nothing was asked for a moment, half a second later at the
   * latest; at once where the signal is aborted.
   */
  next(signal: AbortSignal): Promise<void>
}
