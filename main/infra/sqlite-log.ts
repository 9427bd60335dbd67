import { readFrom } from './read-from.ts'

/** Where the log of a library that was not closed ended, as its index says (sqlite.org/walformat.html). */
export interface LogEnd {
  readonly frames: number
  /** Names the log since it last began anew. */
  readonly salts: string
}

/** Of an index that was made where no log was, or an empty one. */
export const noSalts = '0000000000000000'

const indexLength = 136
const logHeaderLength = 32
const smallestFrame = 24 + 512

/**
 * Read from the index beside the log, which outlives a killed process and is never ahead of its log; null where it
 * says nothing. To be read before SQLite opens the library, because that makes the index anew.
 */
export function readLogEnd(libraryPath: string): LogEnd | null {
  const index = readFrom(`${libraryPath}-shm`, (read) => read(0, indexLength))
  if (!index || index.length < indexLength || index[12] !== 1) return null
  return { frames: index.readUInt32LE(16), salts: index.toString('hex', 32, 40) }
}

/** The salts of the log itself; null where there is none with as much as one commit. */
export function readLogSalts(libraryPath: string): string | null {
  const head = readFrom(`${libraryPath}-wal`, (read) => read(0, logHeaderLength + smallestFrame))
  return head?.length === logHeaderLength + smallestFrame ? head.toString('hex', 16, 24) : null
}
