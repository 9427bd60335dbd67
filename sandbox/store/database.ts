import { accessSync, constants, existsSync, mkdirSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { SetupError } from '../setup-error.ts'
import { migrations } from './migrations.ts'

/**
 * Opens the sandbox's state in a data folder, which is created where it is missing. The file is locked while it
 * is open, so that one sandbox owns a folder. Throws SetupError where that fails.
 */
export function openDatabase(dataFolder: string): DatabaseSync {
  prepareFolder(dataFolder)
  const database = openFile(join(dataFolder, 'sandbox.sqlite'), dataFolder)
  try {
    migrate(database)
    return database
  } catch (error) {
    database.close()
    throw error
  }
}

function prepareFolder(dataFolder: string): void {
  try {
    makeFolder(resolve(dataFolder))
    accessSync(dataFolder, constants.W_OK)
    if (!statSync(dataFolder).isDirectory()) throw new Error('It is a file.')
  } catch (cause) {
    throw new SetupError(`The data folder ${dataFolder} can't be written.`, { cause })
  }
}

/** One folder at a time: Node's recursive mkdir never returns below /proc, where no folder can be created. */
function makeFolder(path: string): void {
  if (existsSync(path)) return
  if (dirname(path) !== path) makeFolder(dirname(path))
  mkdirSync(path)
}

function openFile(file: string, dataFolder: string): DatabaseSync {
  let database: DatabaseSync | undefined
  try {
    database = new DatabaseSync(file, { timeout: 500, enableForeignKeyConstraints: true })
    database.exec(`
      PRAGMA locking_mode = EXCLUSIVE;
      PRAGMA journal_mode = WAL;
      PRAGMA synchronous = FULL;
      BEGIN IMMEDIATE; COMMIT;
    `)
    return database
  } catch (cause) {
    database?.close()
    throw new SetupError(describeOpening(cause, dataFolder), { cause })
  }
}

function describeOpening(cause: unknown, dataFolder: string): string {
  const reason = cause instanceof Error ? cause.message : String(cause)
  if (/locked|busy/i.test(reason)) return `Another sandbox is using the data folder ${dataFolder}.`
  return `The sandbox's state in ${dataFolder} can't be opened: ${reason}.`
}

function migrate(database: DatabaseSync): void {
  const row = database.prepare('PRAGMA user_version').get() as { user_version: number }
  if (row.user_version > migrations.length) {
    throw new SetupError("The sandbox's state was written by a newer sandbox; it has been left as it is.")
  }
  for (const [version, statements] of migrations.entries()) {
    if (version < row.user_version) continue
    inTransaction(database, () => {
      database.exec(statements)
      database.exec(`PRAGMA user_version = ${version + 1}`)
    })
  }
}

/** Runs `work` in a transaction. */
export function inTransaction<Value>(database: DatabaseSync, work: () => Value): Value {
  database.exec('BEGIN IMMEDIATE')
  try {
    const value = work()
    database.exec('COMMIT')
    return value
  } catch (error) {
    database.exec('ROLLBACK')
    throw error
  }
}
