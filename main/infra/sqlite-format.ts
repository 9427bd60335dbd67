import { closeSync, openSync, readSync } from 'node:fs'

const magic = 'SQLite format 3\0'
const headerLength = 100
const versionAt = 60
const walMagics: ReadonlySet<number> = new Set([0x377f0682, 0x377f0683])
const walHeaderLength = 32
const frameHeaderLength = 24

/**
 * The highest `user_version` that a database file or its log speaks of; 0 where there is no such file or it is no
 * database. Read from the bytes (sqlite.org/fileformat2.html), because SQLite itself leaves a log and an index beside
 * a file that it opens, for reading too. A version that was being written when its process ended counts as well.
 */
export function readFormat(path: string): number {
  const header = readFrom(path, (read) => read(0, headerLength))
  if (header?.toString('latin1', 0, magic.length) !== magic) return 0
  return Math.max(header.readUInt32BE(versionAt), readFrom(`${path}-wal`, versionInLog) ?? 0)
}

type Read = (position: number, length: number) => Buffer

/** Of each first page that was logged since the log last began anew. */
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

/** Null where there is no such file; a read past the end is short. */
function readFrom<Value>(path: string, work: (read: Read) => Value): Value | null {
  let file: number
  try {
    file = openSync(path, 'r')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
  try {
    return work((position, length) => {
      const bytes = Buffer.alloc(length)
      return bytes.subarray(0, readSync(file, bytes, 0, length, position))
    })
  } finally {
    closeSync(file)
  }
}
