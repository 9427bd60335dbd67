import { closeSync, openSync } from 'node:fs'
import { DatabaseSync, type StatementSync } from 'node:sqlite'
import { backUpFormat } from './sqlite-backups.ts'
import { type Checkpointer, createCheckpointer } from './sqlite-checkpointer.ts'
import { createDamageGuard } from './sqlite-damage-guard.ts'
import { readFormat } from './sqlite-format.ts'
import { readAnyInteger } from './sqlite-integers.ts'
import { migrations } from './sqlite-migrations.ts'
import { BrokenLibraryError, NewerLibraryError } from './start-error.ts'
import { storageFailureOf } from './storage-failure.ts'

/** The log is written back on another thread long before; this limit is for where no thread is available. */
const pagesBeforeOwnCheckpoint = 16_000

/** A database with its statements prepared once each. */
export interface Database {
  prepare(sql: string): StatementSync
  /** Runs the work in one transaction; what it throws undoes everything. */
  transaction<Value>(work: () => Value): Value
  /** Resolves when no other thread works for it; awaited before a close that must leave one file. */
  idle(): Promise<void>
  /** Writes the whole log back; returns whether everything is in the library's file now. */
  foldLog(): boolean
  /** How many rows were changed since it was opened. */
  changes(): number
  /** Called once, when the file proves damaged: nothing is written to it any more from then on. */
  onDamage(listener: (error: unknown) => void): void
  close(): void
}

/**
 * Opens the library's database, durable (WAL, FULL) and migrated; a backup is made before a migration. Throws
 * `NewerLibraryError` before anything is written where the file is from a newer version, and
 * `BrokenLibraryError` where it is no library or can't be written. Doesn't check the file for damage
 * (`openOwnDatabase` does).
 */
export async function openDatabase(path: string): Promise<Database> {
  try {
    return await openAndMigrate(path)
  } catch (cause) {
    if (cause instanceof NewerLibraryError) throw cause
    const systemWords = cause instanceof Error ? cause.message : String(cause)
    throw new BrokenLibraryError(
      storageFailureOf(cause) === 'full'
        ? { code: 'library_disk_full', path }
        : { code: 'library_unopened', path, systemWords },
      { cause },
    )
  }
}

async function openAndMigrate(path: string): Promise<Database> {
  refuseNewer(path)
  // The log and its index get the modes of the file.
  closeSync(openSync(path, 'a', 0o600))
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
    // One commit, so that an empty log can be recognised as a lost one (LIB32).
    connection.exec(`PRAGMA user_version = ${migrations.length}`)
  } catch (error) {
    connection.close()
    throw error
  }
  const changed = connection.prepare('SELECT total_changes() AS n')
  const changes = () => Number(changed.get()?.n)
  const checkpointer = createCheckpointer({
    path,
    changes,
    finish: () => connection.exec('PRAGMA wal_checkpoint(PASSIVE)'),
  })
  return toDatabase(connection, { checkpointer, changes })
}

/** Opens an existing library for reading only, beside the process that owns it. */
export function openDatabaseForReading(path: string): Database {
  refuseNewer(path)
  const connection = new DatabaseSync(path, { readOnly: true, timeout: 5_000 })
  return toDatabase(connection, {
    checkpointer: { look() {}, async idle() {}, stop() {} },
    changes: () => 0,
  })
}

interface Beside {
  readonly checkpointer: Checkpointer
  changes(): number
}

function toDatabase(connection: DatabaseSync, { checkpointer, changes }: Beside): Database {
  const statements = new Map<string, StatementSync>()
  const guard = createDamageGuard()

  function prepare(sql: string): StatementSync {
    const known =
      statements.get(sql) ?? guard.watch(readAnyInteger(guard.attempt(() => connection.prepare(sql))))
    statements.set(sql, known)
    return known
  }
  return {
    prepare,
    transaction(work) {
      guard.refuseDamaged()
      connection.exec('BEGIN IMMEDIATE')
      try {
        const value = work()
        guard.attempt(() => connection.exec('COMMIT'))
        checkpointer.look()
        return value
      } catch (error) {
        // A full disk ends the transaction by itself.
        if (connection.isTransaction) connection.exec('ROLLBACK')
        throw error
      }
    },
    idle: checkpointer.idle,
    foldLog: () => connection.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get()?.busy === 0,
    changes,
    onDamage: guard.onDamage,
    close() {
      checkpointer.stop()
      statements.clear()
      connection.close()
    },
  }
}

/** Throws `NewerLibraryError`; nothing in the file or beside it is changed. */
export function refuseNewer(path: string): void {
  const version = readFormat(path)
  if (version <= migrations.length) return
  throw new NewerLibraryError({ code: 'library_newer', format: version, newest: migrations.length })
}

async function migrate(connection: DatabaseSync, path: string): Promise<void> {
  const from = versionOf(connection)
  if (from === migrations.length) return
  if (from > 0) await backUpFormat(connection, path, from)
  // A new file has no rows to move: one commit, which waits for the disk once.
  if (from === 0) return void connection.exec(committed(migrations.join(';'), migrations.length))
  for (const [index, sql] of migrations.entries())
    if (index >= from) connection.exec(committed(sql, index + 1))
}

/** The statement that takes these steps and notes the version that they lead to, all or nothing. */
function committed(steps: string, version: number): string {
  return `BEGIN IMMEDIATE; ${steps}; PRAGMA user_version = ${version}; COMMIT`
}

function versionOf(connection: DatabaseSync): number {
  return Number(connection.prepare('PRAGMA user_version').get()?.user_version ?? 0)
}
