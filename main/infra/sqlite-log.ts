import { readFrom } from './read-from.ts'

/** The end of the log of a library that was not closed, as its index says (sqlite.org/walformat.html). */
export interface LogEnd {
  readonly frames: number
  /** Identifies the log since it last restarted. */
  readonly salts: string
}

/** Of an index that was made without a log, or for an empty one. */
export const noSalts = '0000000000000000'

const indexLength = 136
const logHeaderLength = 32
const smallestFrame = 24 + 512

/**
 * Read from the index beside the log, which survives a killed process and is never ahead of its log; null where
 * it says nothing. Must be read before SQLite opens the library, because that rebuilds the index.
 */
export function readLogEnd(libraryPath: string): LogEnd | null {
  const index = readFrom(`${libraryPath}-shm`, (read) => read(0, indexLength))
  if (!index || index.length < indexLength || index[12] !== 1) return null
  return { frames: index.readUInt32LE(16), salts: index.toString('hex', 32, 40) }
}

/** The salts of the log itself; null where it is missing or holds no commit. */
export function readLogSalts(libraryPath: string): string | null {
  const head = readFrom(`${libraryPath}-wal`, (read) => read(0, logHeaderLength + smallestFrame))
  return head?.length === logHeaderLength + smallestFrame ? head.toString('hex', 16, 24) : null
}
