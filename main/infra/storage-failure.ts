import type { StorageFailure } from '../../shared/failures/reason.ts'

/** SQLite's primary result codes (sqlite.org/rescode.html). */
const sqliteFailures: ReadonlyMap<number, StorageFailure> = new Map([
  [3, 'refused'],
  // Another thread or program has held the library for longer than it is waited for.
  [5, 'failing'],
  [6, 'failing'],
  [8, 'refused'],
  [10, 'failing'],
  [11, 'damaged'],
  [13, 'full'],
  [14, 'failing'],
  [26, 'damaged'],
])

/** SQLITE_IOERR_SHMSIZE: the log's index could not be given its length, which takes room. */
const indexHasNoRoom = 4_874

const systemFailures: ReadonlyMap<unknown, StorageFailure> = new Map<unknown, StorageFailure>([
  ['ENOSPC', 'full'],
  ['EDQUOT', 'full'],
  ['EACCES', 'refused'],
  ['EPERM', 'refused'],
  ['EROFS', 'refused'],
  ['EIO', 'failing'],
])

/** Where these codes speak of the network and not of a disk. */
const networkCalls: ReadonlySet<unknown> = new Set(['listen', 'bind', 'connect', 'getaddrinfo'])

const deepestCause = 8

/**
 * The only place that tells errors of `node:sqlite` and of the file system apart, for the engine too: null for any other
 * error. A cause speaks for the error that wraps it.
 */
export function storageFailureOf(error: unknown): StorageFailure | null {
  let current = error
  for (let depth = 0; current instanceof Error && depth < deepestCause; depth += 1) {
    const failure = readSystemError(current as SystemError)
    if (failure) return failure
    current = current.cause
  }
  return null
}

interface SystemError extends Error {
  readonly code?: unknown
  readonly errcode?: unknown
  readonly syscall?: unknown
}

function readSystemError({ code, errcode, syscall }: SystemError): StorageFailure | undefined {
  if (errcode === indexHasNoRoom) return 'full'
  if (typeof errcode === 'number') return sqliteFailures.get(errcode & 0xff)
  return networkCalls.has(syscall) ? undefined : systemFailures.get(code)
}
