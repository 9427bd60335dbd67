import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { writeMark } from '../infra/library-mark.ts'
import { type Database, openDatabase } from '../infra/sqlite-database.ts'

let made: Promise<Uint8Array> | null = null

/**
 * Opens a library as `openDatabase` does. Where there is none, it begins as a copy of what the migrations make of
 * nothing, which they do once a process: each time takes 16 ms of CPU (decisions/0348). Not for tests of the migrations.
 */
export async function openMigratedDatabase(path: string): Promise<Database> {
  if (!existsSync(path)) writeFileSync(path, await migratedLibrary(), { mode: 0o600 })
  return await openDatabase(path)
}

/** The same for a studio: a new data folder, or one with nothing but settings, gets an empty library that was closed in order. */
export async function plantMigratedLibrary(folder: string): Promise<void> {
  const path = join(folder, 'library.sqlite')
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  if (readdirSync(folder).some(isOfLibrary)) return
  writeFileSync(path, await migratedLibrary(), { mode: 0o600 })
  const { size, mtimeMs } = statSync(path)
  await writeMark(path, { phase: 'closed', repaired: null, closedAs: { bytes: size, modifiedAt: mtimeMs } })
}

const libraryFolders: ReadonlySet<string> = new Set(['media', 'posters', 'inputs'])

function isOfLibrary(name: string): boolean {
  return name.startsWith('library.sqlite') || libraryFolders.has(name)
}

function migratedLibrary(): Promise<Uint8Array> {
  made ??= makeLibrary()
  return made
}

async function makeLibrary(): Promise<Uint8Array> {
  const folder = mkdtempSync(join(tmpdir(), 'atelier-migrated-'))
  try {
    const path = join(folder, 'library.sqlite')
    const database = await openDatabase(path)
    await database.idle()
    // Folds the log in and removes it.
    database.close()
    const beside = readdirSync(dirname(path)).filter((name) => name !== basename(path))
    if (beside.length > 0) throw new Error(`The new library left ${beside.join(', ')} beside it.`)
    return readFileSync(path)
  } finally {
    rmSync(folder, { recursive: true })
  }
}
