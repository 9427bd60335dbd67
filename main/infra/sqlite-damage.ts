import type { DatabaseSync } from 'node:sqlite'
import { runOnThread } from './sqlite-thread.ts'

export interface Soundness {
  /** What is wrong, in SQLite's words; null where it is undamaged. */
  readonly damage: string | null
  /** How many frames of its log could be read; null where that is unknown. */
  readonly logFrames: number | null
  /** SQLite's code where the check failed; else null or absent. */
  readonly errcode?: number | null
}

/**
 * Checks whether a database is undamaged: its pages, its rows against their columns, the search index, and
 * every reference. Writes nothing; 100,000 runs take about half a second, on a thread. `location` is a path or
 * a `file:` URI.
 */
export function checkSoundness(location: string): Promise<Soundness> {
  // Where no thread is available, a slow start is better than none.
  return runOnThread(checkDatabase, location).catch(async () =>
    checkDatabase(location, await import('node:sqlite')),
  )
}

/** What is wrong with a database, as `checkSoundness` finds it; null where it is undamaged. */
export async function findDamage(location: string): Promise<string | null> {
  return (await checkSoundness(location)).damage
}

function checkDatabase(location: string, sqlite: typeof import('node:sqlite')): Soundness {
  let connection: DatabaseSync | undefined
  try {
    connection = new sqlite.DatabaseSync(location, { readOnly: true, timeout: 5_000 })
    const said = connection.prepare('PRAGMA quick_check(1)').get()
    const words = String(Object.values(said ?? {})[0])
    if (words !== 'ok')
      return { damage: words.replace('*** in database main ***', '').trim(), logFrames: null }
    const reference = connection.prepare('PRAGMA foreign_key_check').get()
    if (reference)
      return {
        damage: `a row of ${reference.table} refers to a missing row of ${reference.parent}`,
        logFrames: null,
      }
    const tables = connection
      .prepare(
        `SELECT count(*) AS n FROM sqlite_schema WHERE name IN ('submissions', 'attempts', 'files', 'inputs')`,
      )
      .get()
    if (tables?.n !== 4) return { damage: 'tables are missing', logFrames: null }
    const log = connection.prepare('PRAGMA wal_checkpoint(NOOP)').get()
    return { damage: null, logFrames: Number(log?.log ?? 0) }
  } catch (error) {
    const { message, errcode = null } = error as Error & { errcode?: number }
    return { damage: message, logFrames: null, errcode }
  } finally {
    connection?.close()
  }
}
