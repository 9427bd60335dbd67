import { existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import type { Log } from '../engine/ports.ts'
import { writeDurably } from './durable-files.ts'
import { findGoodBackup } from './sqlite-backups.ts'
import { findDamage } from './sqlite-damage.ts'
import { BrokenLibraryError, type Database, openDatabase, refuseNewer } from './sqlite-database.ts'

const patienceMs = 1_000

export interface OwnDatabase {
  readonly database: Database
  /** Whether whoever had it last closed it; the files beside it may differ from its rows where not. */
  readonly wasClosed: boolean
  close(): Promise<void>
}

/**
 * Opens the library's database for the one process that owns the data folder. A mark beside the file, durable before
 * the first write and removed by `close`, tells the next start that this one ended amid its work; the file is then
 * checked before it is used. Throws as `openDatabase` does, and `BrokenLibraryError` with the way out where the file is
 * damaged; it is left as it is then.
 */
export async function openOwnDatabase({ path, log }: { path: string; log: Log }): Promise<OwnDatabase> {
  refuseNewer(path)
  const mark = `${path}.in-use`
  const wasClosed = !existsSync(mark)
  if (wasClosed) await writeDurably(mark, '')
  else if (existsSync(path)) await refuseDamaged(path, log)
  const database = await openDatabase(path).catch(async (error: unknown) => {
    if (wasClosed) await rm(mark, { force: true })
    throw error
  })
  return {
    database,
    wasClosed,
    async close() {
      await database.idle()
      database.close()
      await rm(mark, { force: true })
    },
  }
}

async function refuseDamaged(path: string, log: Log): Promise<void> {
  const isSlow = setTimeout(
    () =>
      log.warn(
        'It was not closed in order last time, so the library is being checked. This can take a moment.',
      ),
    patienceMs,
  )
  const damage = await findDamage(path).finally(() => clearTimeout(isSlow))
  if (damage === null) return
  const backup = await findGoodBackup(path)
  const wayOut =
    backup === null
      ? 'There is no sound backup beside it: put one of your own in its place, or choose another folder with --data DIR.'
      : `To go back to the newest sound backup, move ${path}, ${path}-wal and ${path}-shm away and rename ${backup} to ${path}; or choose another folder with --data DIR.`
  throw new BrokenLibraryError(
    `The library ${path} is damaged (${damage}). It was left as it is, and nothing was sent. ${wayOut}`,
  )
}
