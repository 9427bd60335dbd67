import type { StorageFailure } from '../../shared/failures/reason.ts'

/** The time, and being told when it has come. Milliseconds since the epoch, UTC. */
export interface Clock {
  now(): number
  /** Calls back once after so many milliseconds; returns its undo. */
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

/** Where the studio says what it noticed, for the person who runs it. Never a key, never a prompt. */
export interface Log {
  warn(sentence: string): void
}

/** What of the disk or of the library’s file an error speaks of, its causes included; null for any other error. */
export type ReadStorageFailure = (error: unknown) => StorageFailure | null
