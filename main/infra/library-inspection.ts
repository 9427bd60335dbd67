import { lstat, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import type { Log } from '../engine/ports.ts'
import { storageTroubleOf } from '../engine/storage-trouble.ts'
import { BrokenLibraryError, sayFull, type WayOut } from './broken-library-error.ts'
import { type LibraryMark, readMark } from './library-mark.ts'
import { findTraces, type LibraryTraces } from './library-traces.ts'
import type { RepairWay } from './repair-ways.ts'
import { findGoodBackup } from './sqlite-backups.ts'
import { checkSoundness } from './sqlite-damage.ts'
import { refuseNewer } from './sqlite-database.ts'
import { readFormat, readHeader } from './sqlite-format.ts'
import { noSalts, readLogEnd, readLogSalts } from './sqlite-log.ts'

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
  readonly sentence: string
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
  if (there instanceof Error) return hasTraces ? { sentence: `The library ${path} is missing` } : 'new'
  if (there.isSymbolicLink())
    return { sentence: `In the place of the library ${path} is a link, and Atelier follows none` }
  if (!there.isFile()) return { sentence: `There is no file in the library’s place, ${path}` }
  if (there.size === 0) return hasTraces ? { sentence: `The library ${path} is empty` } : 'new'
  try {
    return readBytes(look, there.size, hasTraces)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === undefined) throw error
    return refused(path, error as NodeJS.ErrnoException)
  }
}

function readBytes({ path, mark }: Look, bytes: number, hasTraces: boolean): Finding | 'new' | null {
  const header = readHeader(path)
  if (!header) return { sentence: `The library ${path} does not begin as a library does` }
  refuseNewer(path)
  const hasLog = readLogSalts(path) !== null
  if (readFormat(path) === 0) {
    if (bytes > header.pageBytes) return { sentence: `${path} is a database, but no library of Atelier’s` }
    const isLogLost = mark?.phase === 'open' && !hasLog
    return isLogLost || hasTraces ? { sentence: `The library ${path} is empty` } : 'new'
  }
  const { statedBytes } = header
  if (hasLog || statedBytes === null || bytes >= statedBytes) return null
  return { sentence: `The library ${path} was cut short: ${bytes} of ${statedBytes} bytes are there` }
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
  if (damage !== null) return { sentence: `The library ${path} is damaged (${damage})` }
  const isCut = before !== null && before.salts === salts && (logFrames ?? 0) < before.frames
  // A log that has just been restarted holds nothing that the library does not.
  const hadFrames = before === null || before.frames > 0 || before.salts === noSalts
  const isEmptied = mark?.phase === 'open' && logFrames === 0 && hadFrames
  if (!isCut && !isEmptied) return null
  const since = new Date((await stat(path)).mtimeMs)
  return {
    sentence: `The library’s log ${path}-wal is gone or was cut, so what was written after ${sayTime(since)} may be missing: runs that were paid for, their prices and results. If you have the log, put it back`,
    isSound: true,
  }
}

/** SQLite's codes for a database in use elsewhere, lack of memory, and a file that can't be opened. */
const notNow: ReadonlySet<number> = new Set([5, 6, 7, 14])

/** Why the library could not be checked, which says nothing about it; null where it is damaged. */
function findObstacle(
  path: string,
  { damage, errcode }: { damage: string; errcode: number | null | undefined },
): Finding | null {
  const kind = storageTroubleOf(Object.assign(new Error(damage), { errcode }))?.kind
  if (kind === 'full') return { sentence: sayFull(path), isOutside: true }
  if (kind !== 'refused' && !notNow.has((errcode ?? 0) & 0xff)) return null
  const sentence = `The library ${path} can’t be read now (${damage}). Close what else uses it and see that you may write there, then start again`
  return { sentence, isOutside: true }
}

/** Whether the file is unchanged since it was closed. */
async function isAsClosed(path: string, mark: LibraryMark | null): Promise<boolean> {
  if (mark?.phase !== 'closed' || !mark.closedAs) return false
  const { size, mtimeMs } = await stat(path)
  return size === mark.closedAs.bytes && mtimeMs === mark.closedAs.modifiedAt
}

function refused(path: string, { code }: NodeJS.ErrnoException): Finding {
  return {
    sentence: `The library ${path} can’t be read (${code}). Make it readable and writable for yourself, or choose another folder with --data DIR`,
    isOutside: true,
  }
}

async function toError(finding: Finding, { path, traces }: Look): Promise<BrokenLibraryError> {
  const { sentence, isOutside = false, isSound = false } = finding
  if (isOutside) return new BrokenLibraryError(`${sentence}. Nothing was changed, and nothing was sent.`)
  const backup = await findGoodBackup(path)
  const ways: (WayOut | false)[] = [
    isSound && {
      way: 'keep',
      effect: 'goes on with what the library holds, and takes in files that it does not know',
    },
    backup !== null && {
      way: 'restore',
      effect: `goes back to the newest sound backup, of ${sayTime(new Date(backup.madeAt))}, and takes in newer files`,
    },
    traces.media > 0 && {
      way: 'rebuild',
      effect: `makes a new library of ${sayCount(traces.media)}; prompts, prices, recipes and running jobs can’t be read from them`,
    },
    { way: 'new', effect: 'begins anew; everything that is here is kept in set-aside' },
  ]
  const noBackup = backup === null ? ' There is no sound backup beside it.' : ''
  return new BrokenLibraryError(`${sentence}. Nothing was changed, and nothing was sent.${noBackup}`, {
    waysOut: ways.filter((way) => way !== false),
  })
}

function sayCount(files: number): string {
  return files === 1 ? 'the file in media' : `the ${files.toLocaleString('en')} files in media`
}

function sayTime(time: Date): string {
  return `${time.toISOString().slice(0, 16).replace('T', ' ')} UTC`
}

/**
 * Remembers a library's log and its index; the returned function restores them. SQLite rebuilds both even where
 * it only reads, which destroys the evidence of a lost log (LIB32).
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
    // Replaced by a rename: a process that has the other index open keeps that one.
    const temporary = `${index}.part`
    await writeFile(temporary, before, { mode: 0o600 })
    await rename(temporary, index).finally(() => rm(temporary, { force: true }))
  }
}
