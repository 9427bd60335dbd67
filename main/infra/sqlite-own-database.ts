import { lstat, rename, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Log } from '../engine/ports.ts'
import { createDailyBackup } from './daily-backup.ts'
import { inspectLibrary } from './library-inspection.ts'
import { type LibraryMark, readMark, writeMark } from './library-mark.ts'
import { repairLibrary } from './library-repair.ts'
import type { RepairWay } from './repair-ways.ts'
import { type Database, openDatabase } from './sqlite-database.ts'
import { BrokenLibraryError } from './start-error.ts'
import { storageFailureOf } from './storage-failure.ts'

export interface OwnDatabase {
  readonly database: Database
  /** Whether its last process closed it; if not, its files may differ from its rows. */
  readonly wasClosed: boolean
  /** Whether it was repaired since, so that there may be files that it does not know. */
  readonly isRepaired: boolean
  /** Records that the files have been checked after a repair. */
  noteReconciled(): Promise<void>
  close(): Promise<void>
}

export interface OwnDatabaseOptions {
  readonly path: string
  readonly log: Log
  /** The person's choice of a way out; null or absent: a library that can't be used is not opened. */
  readonly repair?: RepairWay | null
}

/**
 * Opens the library's database for the one process that owns the data folder. A mark beside the file, durable
 * before the first write, tells the next start whether this process crashed, and that a library was here at
 * all. Throws as `openDatabase` does, and `BrokenLibraryError` with the ways out where the library can't be
 * used as it is; it is then left unchanged.
 */
export async function openOwnDatabase({
  path,
  log,
  repair = null,
}: OwnDatabaseOptions): Promise<OwnDatabase> {
  if (repair !== null) await repairLibrary(path, repair, log)
  for (const ending of ['-shm', '-wal']) await setAsideOther(path + ending, log)
  const { isNew, wasClosed, repaired } = await inspectLibrary(path, log)
  const before = await readMark(path)
  let mark: LibraryMark = { phase: isNew ? 'making' : 'opening', repaired, closedAs: null }
  await writeMark(path, mark).catch((cause: unknown) => {
    if (storageFailureOf(cause) !== 'full') throw cause
    throw new BrokenLibraryError({ code: 'library_disk_full', path }, { cause })
  })
  const database = await openDatabase(path).catch(async (error: unknown) => {
    if (before) await writeMark(path, before).catch(() => undefined)
    throw error
  })
  await note({ phase: 'open' })
  let isDamaged = false
  database.onDamage(() => {
    isDamaged = true
  })
  const daily = createDailyBackup({
    path,
    folder: dirname(path),
    changes: database.changes,
    isWorthIt: () =>
      !isDamaged &&
      database.prepare('SELECT 1 FROM submissions UNION ALL SELECT 1 FROM recipes LIMIT 1').get() !==
        undefined,
    log,
  })

  async function note(change: Partial<LibraryMark>): Promise<void> {
    mark = { ...mark, ...change }
    await writeMark(path, mark)
  }

  /** Where it is unknown whether everything is in the file, the next start checks. */
  async function noteClosed(): Promise<void> {
    if (isDamaged || !database.foldLog()) return
    const { size, mtimeMs } = await stat(path)
    await note({ phase: 'closed', closedAs: { bytes: size, modifiedAt: mtimeMs } })
  }

  return {
    database,
    wasClosed,
    isRepaired: repaired !== null,
    noteReconciled: () => (mark.repaired === null ? Promise.resolve() : note({ repaired: null })),
    async close() {
      await database.idle()
      await daily.close()
      await noteClosed().catch((error: Error) =>
        log.warn(
          `The library could not be closed in order: ${error.message}. The next start looks it through.`,
        ),
      )
      database.close()
    },
  }
}

/** SQLite can't use a log or an index that is not a file; without them the loss can be determined. */
async function setAsideOther(place: string, log: Log): Promise<void> {
  const found = await lstat(place).catch(() => null)
  if (!found || found.isFile()) return
  const aside = `${place}.unreadable`
  await rename(place, aside)
  log.warn(`What lay in the place of the library’s log is kept as ${aside}.`)
}
