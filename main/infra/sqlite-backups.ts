import { open, readdir, rm, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { backup, type DatabaseSync } from 'node:sqlite'
import { pathToFileURL } from 'node:url'
import { moveIntoPlace } from './durable-files.ts'
import { findDamage } from './sqlite-damage.ts'

const ending = '.backup'
const kept = 3

/**
 * Copies the library as it is now to `PATH.NAME.backup`, whole or not at all, and lets the oldest go where there are
 * more than three. One of the same name is replaced.
 */
export async function makeBackup(connection: DatabaseSync, path: string, name: string): Promise<void> {
  const target = `${path}.${name}${ending}`
  const temporary = `${target}.part`
  await rm(temporary, { force: true })
  await backup(connection, temporary, { rate: 1_000 })
  await flush(temporary)
  await moveIntoPlace(temporary, target)
  for (const old of (await listBackups(path)).slice(kept)) await rm(old, { force: true })
}

/** The newest copy of the library that is sound; null where there is none. */
export async function findGoodBackup(path: string): Promise<string | null> {
  for (const copy of await listBackups(path)) {
    // Nobody writes to a copy, and a log beside it would outlive the reading.
    const untouched = `${pathToFileURL(copy).href}?immutable=1`
    if ((await findDamage(untouched)) === null) return copy
  }
  return null
}

async function flush(path: string): Promise<void> {
  const file = await open(path, 'r+')
  try {
    await file.sync()
  } finally {
    await file.close()
  }
}

/** Newest first. */
async function listBackups(path: string): Promise<string[]> {
  const folder = dirname(path)
  const names = (await readdir(folder)).filter(
    (name) => name.startsWith(`${basename(path)}.`) && name.endsWith(ending),
  )
  const dated = await Promise.all(
    names.map(async (name) => ({ file: join(folder, name), at: (await stat(join(folder, name))).mtimeMs })),
  )
  return dated.toSorted((left, right) => right.at - left.at).map(({ file }) => file)
}
