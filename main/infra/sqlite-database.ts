import { existsSync } from 'node:fs'
import { backup, DatabaseSync, type StatementSync } from 'node:sqlite'
import { migrations } from './sqlite-migrations.ts'

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
  close(): void
}

/**
 * Opens the library's database, durable (WAL, FULL) and migrated; a backup is made before a migration. Throws
 * `NewerLibraryError` before anything is written where the file is from a newer version, and `BrokenLibraryError`
 * where it is no library or can't be written.
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
    connection.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA wal_autocheckpoint = 10000')
    await migrate(connection, path)
  } catch (error) {
    connection.close()
    throw error
  }
  return toDatabase(connection)
}

/** Opens a library that is there for reading only, beside the process that owns it. */
export function openDatabaseForReading(path: string): Database {
  refuseNewer(path)
  return toDatabase(new DatabaseSync(path, { readOnly: true, timeout: 5_000 }))
}

function toDatabase(connection: DatabaseSync): Database {
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
        return value
      } catch (error) {
        // A full disk ends the transaction by itself.
        if (connection.isTransaction) connection.exec('ROLLBACK')
        throw error
      }
    },
    close() {
      statements.clear()
      connection.close()
    },
  }
}

/** Looked at read-only, so that a newer library stays as it is to the byte. */
function refuseNewer(path: string): void {
  if (!existsSync(path)) return
  const connection = new DatabaseSync(path, { readOnly: true })
  try {
    const version = versionOf(connection)
    if (version <= migrations.length) return
    throw new NewerLibraryError(
      `This library was written by a newer Atelier (format ${version}; this one reads up to ${migrations.length}). Nothing was changed; open it with the newer version.`,
    )
  } finally {
    connection.close()
  }
}

async function migrate(connection: DatabaseSync, path: string): Promise<void> {
  const from = versionOf(connection)
  if (from === migrations.length) return
  if (from > 0) await backup(connection, `${path}.before-${migrations.length}.backup`)
  for (const [index, sql] of migrations.entries()) {
    if (index < from) continue
    connection.exec(`BEGIN IMMEDIATE; ${sql}; PRAGMA user_version = ${index + 1}; COMMIT`)
  }
}

function versionOf(connection: DatabaseSync): number {
  return Number(connection.prepare('PRAGMA user_version').get()?.user_version ?? 0)
}
