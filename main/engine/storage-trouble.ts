import { sayReason } from '../../shared/words/en/reasons.ts'

/** Failures of the disk or the library's file, classified by what can be done about them. */
export type StorageTroubleKind = 'damaged' | 'full' | 'refused' | 'failing'

export interface StorageTrouble {
  readonly kind: StorageTroubleKind
  /** What happened, in a sentence without the system's own words. */
  readonly sentence: string
}

/** SQLite's primary result codes (sqlite.org/rescode.html). */
const sqliteKinds: ReadonlyMap<number, StorageTroubleKind> = new Map([
  [3, 'refused'],
  [8, 'refused'],
  [10, 'failing'],
  [11, 'damaged'],
  [13, 'full'],
  [14, 'failing'],
  [26, 'damaged'],
])

/** SQLITE_IOERR_SHMSIZE: the log's index could not be extended, which takes room. */
const indexHasNoRoom = 4_874

const systemKinds: ReadonlyMap<unknown, StorageTroubleKind> = new Map<unknown, StorageTroubleKind>([
  ['ENOSPC', 'full'],
  ['EDQUOT', 'full'],
  ['EACCES', 'refused'],
  ['EPERM', 'refused'],
  ['EROFS', 'refused'],
  ['EIO', 'failing'],
])

/** System calls whose errors are the network's, not a disk's. */
const networkCalls: ReadonlySet<unknown> = new Set(['listen', 'bind', 'connect', 'getaddrinfo'])

const deepestCause = 8

/**
 * The only place that classifies errors of `node:sqlite` and of the file system: null for any other error. A
 * cause counts for the error that wraps it.
 */
export function storageTroubleOf(error: unknown): StorageTrouble | null {
  let current = error
  for (let depth = 0; current instanceof Error && depth < deepestCause; depth += 1) {
    const kind = kindOf(current as SystemError)
    if (kind) return { kind, sentence: sayReason({ code: 'storage', kind }) }
    current = current.cause
  }
  return null
}

interface SystemError extends Error {
  readonly code?: unknown
  readonly errcode?: unknown
  readonly syscall?: unknown
}

function kindOf({ code, errcode, syscall }: SystemError): StorageTroubleKind | undefined {
  if (errcode === indexHasNoRoom) return 'full'
  if (typeof errcode === 'number') return sqliteKinds.get(errcode & 0xff)
  return networkCalls.has(syscall) ? undefined : systemKinds.get(code)
}
