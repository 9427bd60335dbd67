import { type Read, readFrom } from './read-from.ts'

const magic = 'SQLite format 3\0'
const headerLength = 100
const versionAt = 60
const walMagics: ReadonlySet<number> = new Set([0x377f0682, 0x377f0683])
const walHeaderLength = 32
const frameHeaderLength = 24

/**
 * The highest `user_version` in a database file or its log; 0 where there is no such file or it is no database.
 * Read from the bytes (sqlite.org/fileformat2.html), because SQLite itself leaves a log and an index beside a
 * file that it opens, even for reading. A version that was being written when its process ended counts as well.
 */
export function readFormat(path: string): number {
  const header = readFrom(path, (read) => read(0, headerLength))
  if (header?.toString('latin1', 0, magic.length) !== magic) return 0
  return Math.max(header.readUInt32BE(versionAt), readFrom(`${path}-wal`, versionInLog) ?? 0)
}

/** The versions of all first pages in the log since it last restarted. */
function versionInLog(read: Read): number {
  const header = read(0, walHeaderLength)
  if (header.length < walHeaderLength || !walMagics.has(header.readUInt32BE(0))) return 0
  const pageSize = header.readUInt32BE(8)
  const salts = header.subarray(16, 24)
  let version = 0
  for (let position = walHeaderLength; ; position += frameHeaderLength + pageSize) {
    const frame = read(position, frameHeaderLength)
    if (frame.length < frameHeaderLength || !frame.subarray(8, 16).equals(salts)) return version
    if (frame.readUInt32BE(0) !== 1) continue
    const page = read(position + frameHeaderLength, headerLength)
    if (page.length === headerLength) version = Math.max(version, page.readUInt32BE(versionAt))
  }
}

/** What the first bytes of a database file say of the whole. */
export interface DatabaseHeader {
  readonly pageBytes: number
  /** Its length, where the header gives a valid one; else null. */
  readonly statedBytes: number | null
}

/** Null where the file does not begin as a database does. */
export function readHeader(path: string): DatabaseHeader | null {
  const header = readFrom(path, (read) => read(0, headerLength))
  if (header?.length !== headerLength || header.toString('latin1', 0, magic.length) !== magic) return null
  const size = header.readUInt16BE(16)
  const pageBytes = size === 1 ? 65_536 : size
  // The length is valid only if it was written with the last change (sqlite.org/fileformat2.html, 1.3.8).
  const holds = header.readUInt32BE(24) === header.readUInt32BE(92)
  return { pageBytes, statedBytes: holds ? header.readUInt32BE(28) * pageBytes : null }
}
