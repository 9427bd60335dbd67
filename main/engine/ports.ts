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
