import { lstat, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import type { Log } from '../engine/ports.ts'
import { type LibraryMark, readMark } from './library-mark.ts'
import { findTraces, type LibraryTraces } from './library-traces.ts'
import type { RepairWay } from './repair-ways.ts'
import { findGoodBackup } from './sqlite-backups.ts'
import { checkSoundness } from './sqlite-damage.ts'
import { refuseNewer } from './sqlite-database.ts'
import { readFormat, readHeader } from './sqlite-format.ts'
import { noSalts, readLogEnd, readLogSalts } from './sqlite-log.ts'
import { BrokenLibraryError, type WayOut } from './start-error.ts'
import { storageFailureOf } from './storage-failure.ts'

const patienceMs = 1_000

export interface InspectedLibrary {
  /** There is no library, and no sign of an earlier one. */
  readonly isNew: boolean
  /** Unchanged since the last process closed it. */
  readonly wasClosed: boolean
  readonly repaired: RepairWay | null
}

/** Why the library can't be used, and which ways out remain. */
interface Finding {
  readonly trouble: BrokenLibraryError['trouble']
  /** Whether the library itself can be continued, as far as it goes. */
  readonly isSound?: boolean
  /** Atelier can do nothing about it. */
  readonly isOutside?: boolean
}

interface Look {
  readonly path: string
  readonly mark: LibraryMark | null
  readonly traces: LibraryTraces
}

/**
 * Checks whether the library can be used, without changing anything (LIB20, LIB31, LIB32). Throws
 * `NewerLibraryError`, and `BrokenLibraryError` with the ways out where it is missing, empty, truncated,
 * damaged, or lacks the last writes. Must be called by the process that holds the data folder.
 */
export async function inspectLibrary(path: string, log: Log): Promise<InspectedLibrary> {
  const look = await lookAtLibrary(path)
  const { mark } = look
  const repaired = mark?.repaired ?? null
  if (look.isNew) return { isNew: true, wasClosed: true, repaired }
  const wasClosed = await isAsClosed(path, mark)
  const finding = wasClosed ? null : await checkUntouched(look, log)
  if (finding) throw await toError(finding, look)
  return { isNew: false, wasClosed, repaired }
}

/** The same by the files' first bytes only: fast but rough; another process may have it open. */
export async function lookAtLibrary(path: string): Promise<Look & { readonly isNew: boolean }> {
  const mark = await readMark(path)
  const look = { path, mark, traces: await findTraces(path, mark) }
  const finding = await findTrouble(look)
  if (finding !== null && finding !== 'new') throw await toError(finding, look)
  return { ...look, isNew: finding === 'new' }
}

async function findTrouble(look: Look): Promise<Finding | 'new' | null> {
  const { path, mark, traces } = look
  // Files of a library in the making don't count.
  const hasTraces = mark?.phase !== 'making' && (traces.media > 0 || traces.hasOthers)
  const there = await lstat(path).catch((error: NodeJS.ErrnoException) => error)
  if (there instanceof Error && there.code !== 'ENOENT') return refused(path, there)
  if (there instanceof Error) return hasTraces ? { trouble: { code: 'library_missing', path } } : 'new'
  if (there.isSymbolicLink()) return { trouble: { code: 'library_is_link', path } }
  if (!there.isFile()) return { trouble: { code: 'library_no_file', path } }
  if (there.size === 0) return hasTraces ? { trouble: { code: 'library_empty', path } } : 'new'
  try {
    return readBytes(look, there.size, hasTraces)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === undefined) throw error
    return refused(path, error as NodeJS.ErrnoException)
  }
}

function readBytes({ path, mark }: Look, bytes: number, hasTraces: boolean): Finding | 'new' | null {
  const header = readHeader(path)
  if (!header) return { trouble: { code: 'library_headless', path } }
  refuseNewer(path)
  const hasLog = readLogSalts(path) !== null
  if (readFormat(path) === 0) {
    if (bytes > header.pageBytes) return { trouble: { code: 'library_of_others', path } }
    const isLogLost = mark?.phase === 'open' && !hasLog
    return isLogLost || hasTraces ? { trouble: { code: 'library_empty', path } } : 'new'
  }
  const { statedBytes } = header
  if (hasLog || statedBytes === null || bytes >= statedBytes) return null
  return { trouble: { code: 'library_cut', path, bytes, statedBytes } }
}

/** Restores the log of a refused library, so that the next check finds the same. */
async function checkUntouched(look: Look, log: Log): Promise<Finding | null> {
  const putBack = await rememberLog(look.path)
  const finding = await check(look, log)
  // Where that fails, as on a full disk, only the index still says that the log was empty.
  if (finding) await putBack().catch(() => undefined)
  return finding
}

async function check({ path, mark }: Look, log: Log): Promise<Finding | null> {
  const isSlow = setTimeout(
    () =>
      log.warn(
        'It was not closed in order last time, so the library is being checked. This can take a moment.',
      ),
    patienceMs,
  )
  const before = readLogEnd(path)
  const salts = readLogSalts(path)
  const { damage, logFrames, errcode } = await checkSoundness(path).finally(() => clearTimeout(isSlow))
  const obstacle = damage === null ? null : findObstacle(path, { damage, errcode })
  if (obstacle) return obstacle
  if (damage !== null) return { trouble: { code: 'library_damaged', path, systemWords: damage } }
  const isCut = before !== null && before.salts === salts && (logFrames ?? 0) < before.frames
  // A log that has just been restarted holds nothing that the library does not.
  const hadFrames = before === null || before.frames > 0 || before.salts === noSalts
  const isEmptied = mark?.phase === 'open' && logFrames === 0 && hadFrames
  if (!isCut && !isEmptied) return null
  const since = (await stat(path)).mtimeMs
  return { trouble: { code: 'library_log_cut', path, since }, isSound: true }
}

/** SQLite's codes for a database in use elsewhere, lack of memory, and a file that can't be opened. */
const notNow: ReadonlySet<number> = new Set([5, 6, 7, 14])

/** Why the library could not be checked, which says nothing about it; null where it is damaged. */
function findObstacle(
  path: string,
  { damage, errcode }: { damage: string; errcode: number | null | undefined },
): Finding | null {
  const kind = storageFailureOf(Object.assign(new Error(damage), { errcode }))
  if (kind === 'full') return { trouble: { code: 'library_disk_full', path }, isOutside: true }
  if (kind !== 'refused' && !notNow.has((errcode ?? 0) & 0xff)) return null
  return { trouble: { code: 'library_unreadable_now', path, systemWords: damage }, isOutside: true }
}

/** Whether the file is unchanged since it was closed. */
async function isAsClosed(path: string, mark: LibraryMark | null): Promise<boolean> {
  if (mark?.phase !== 'closed' || !mark.closedAs) return false
  const { size, mtimeMs } = await stat(path)
  return size === mark.closedAs.bytes && mtimeMs === mark.closedAs.modifiedAt
}

function refused(path: string, { code = '' }: NodeJS.ErrnoException): Finding {
  return { trouble: { code: 'library_unreadable', path, systemWords: code }, isOutside: true }
}

async function toError(finding: Finding, { path, traces }: Look): Promise<BrokenLibraryError> {
  const { trouble, isOutside = false, isSound = false } = finding
  if (isOutside) return new BrokenLibraryError(trouble)
  const backup = await findGoodBackup(path)
  const ways: (WayOut | false)[] = [
    isSound && { way: 'keep' },
    backup !== null && { way: 'restore', madeAt: backup.madeAt },
    traces.media > 0 && { way: 'rebuild', files: traces.media },
    { way: 'new' },
  ]
  return new BrokenLibraryError(trouble, {
    waysOut: ways.filter((way) => way !== false),
    lacksBackup: backup === null,
  })
}

/**
 * Remembers the log of a library and its index as they lie there; the answer puts them back. SQLite makes both anew
 * where it only reads, and with them goes what says that a log was lost (LIB32).
 */
async function rememberLog(libraryPath: string): Promise<() => Promise<void>> {
  const [log, index] = [`${libraryPath}-wal`, `${libraryPath}-shm`]
  const hadLog = (await stat(log).catch(() => null)) !== null
  const there = await lstat(index).catch(() => null)
  const before = there?.isFile() ? await readFile(index).catch(() => null) : null
  return async () => {
    if (there && !there.isFile()) return
    const hasEmptyLog = (await stat(log).catch(() => null))?.size === 0
    if (!hadLog && hasEmptyLog) await rm(log, { force: true })
    if (before === null) return rm(index, { force: true })
    // Whoever has the other one open keeps it.
    const temporary = `${index}.part`
    await writeFile(temporary, before, { mode: 0o600 })
    await rename(temporary, index).finally(() => rm(temporary, { force: true }))
  }
}
