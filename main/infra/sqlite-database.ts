import { DatabaseSync, type StatementSync } from 'node:sqlite'
import { makeBackup } from './sqlite-backups.ts'
import { type Checkpointer, createCheckpointer } from './sqlite-checkpointer.ts'
import { readFormat } from './sqlite-format.ts'
import { migrations } from './sqlite-migrations.ts'

/** The log is written back on another thread long before; this is for where no thread can be had. */
const pagesBeforeOwnCheckpoint = 16_000

/** The library was written by a newer Atelier; it has not been touched. */
export class NewerLibraryError extends Error {
  override readonly name = 'NewerLibraryError'
}

/** The library can't be read or written; what is there has been left as it is. */
export class BrokenLibraryError extends Error {
  override readonly name = 'BrokenLibraryError'
}

/** A database with its statements prepared once each. */
export interface Database {
  prepare(sql: string): StatementSync
  /** Runs the work in one transaction; what it throws undoes everything. */
  transaction<Value>(work: () => Value): Value
  /** Resolves when nothing is at work for it on another thread; awaited before a close that is to leave one file. */
  idle(): Promise<void>
  close(): void
}

/**
 * Opens the library's database, durable (WAL, FULL) and migrated; a backup is made before a migration. Throws
 * `NewerLibraryError` before anything is written where the file is from a newer version, and `BrokenLibraryError`
 * where it is no library or can't be written. Whether the file is sound is not looked at (`openOwnDatabase`).
 */
export async function openDatabase(path: string): Promise<Database> {
  try {
    return await openAndMigrate(path)
  } catch (cause) {
    if (cause instanceof NewerLibraryError) throw cause
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new BrokenLibraryError(
      `The library ${path} can’t be opened: ${reason}. It was left as it is; put a backup in its place, or choose another folder with --data DIR.`,
      { cause },
    )
  }
}

async function openAndMigrate(path: string): Promise<Database> {
  refuseNewer(path)
  const connection = new DatabaseSync(path, {
    timeout: 5_000,
    defensive: true,
    enableForeignKeyConstraints: true,
  })
  try {
    connection.exec(
      `PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA wal_autocheckpoint = ${pagesBeforeOwnCheckpoint}`,
    )
    await migrate(connection, path)
  } catch (error) {
    connection.close()
    throw error
  }
  const changed = connection.prepare('SELECT total_changes() AS n')
  const checkpointer = createCheckpointer({
    path,
    changes: () => Number(changed.get()?.n),
    finish: () => connection.exec('PRAGMA wal_checkpoint(PASSIVE)'),
  })
  return toDatabase(connection, checkpointer)
}

/** Opens a library that is there for reading only, beside the process that owns it. */
export function openDatabaseForReading(path: string): Database {
  refuseNewer(path)
  const connection = new DatabaseSync(path, { readOnly: true, timeout: 5_000 })
  return toDatabase(connection, { look() {}, async idle() {}, stop() {} })
}

function toDatabase(connection: DatabaseSync, { look, idle, stop }: Checkpointer): Database {
  const statements = new Map<string, StatementSync>()
  function prepare(sql: string): StatementSync {
    const known = statements.get(sql) ?? connection.prepare(sql)
    statements.set(sql, known)
    return known
  }
  return {
    prepare,
    transaction(work) {
      connection.exec('BEGIN IMMEDIATE')
      try {
        const value = work()
        connection.exec('COMMIT')
        look()
        return value
      } catch (error) {
        // A full disk ends the transaction by itself.
        if (connection.isTransaction) connection.exec('ROLLBACK')
        throw error
      }
    },
    idle,
    close() {
      stop()
      statements.clear()
      connection.close()
    },
  }
}

/** Throws `NewerLibraryError`; nothing beside the file or in it is touched. */
export function refuseNewer(path: string): void {
  const version = readFormat(path)
  if (version <= migrations.length) return
  throw new NewerLibraryError(
    `This library was written by a newer Atelier (format ${version}; this one reads up to ${migrations.length}). Nothing was changed; open it with the newer version.`,
  )
}

async function migrate(connection: DatabaseSync, path: string): Promise<void> {
  const from = versionOf(connection)
  if (from === migrations.length) return
  if (from > 0) await makeBackup(connection, path, `format-${from}`)
  for (const [index, sql] of migrations.entries()) {
    if (index < from) continue
    connection.exec(`BEGIN IMMEDIATE; ${sql}; PRAGMA user_version = ${index + 1}; COMMIT`)
  }
}

function versionOf(connection: DatabaseSync): number {
  return Number(connection.prepare('PRAGMA user_version').get()?.user_version ?? 0)
}
