import { readdir, rm, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { backup, type DatabaseSync } from 'node:sqlite'
import { pathToFileURL } from 'node:url'
import { flushFile, moveIntoPlace } from './durable-files.ts'
import { backupEnding, backupsOf } from './library-traces.ts'
import { findDamage } from './sqlite-damage.ts'
import { runOnThread } from './sqlite-thread.ts'

/** How many of each kind are kept. */
const kept = { format: 3, day: 5 } as const

const partEnding = '.part'
const unfinished = /^(format|day)-[^/]*\.backup\.part(-journal)?$/

export interface Backup {
  readonly file: string
  /** Milliseconds since the epoch. */
  readonly madeAt: number
}

/**
 * Copies the current library to `PATH.format-N.backup`, whole or not at all, and deletes the oldest copies
 * beyond three. One of the same name is replaced.
 */
export function backUpFormat(connection: DatabaseSync, path: string, format: number): Promise<void> {
  return keepCopy(path, 'format', String(format), async (temporary) => {
    await backup(connection, temporary, { rate: 1_000 })
  })
}

/**
 * Copies the library on a separate thread to `PATH.day-YYYY-MM-DD.backup`, and deletes the oldest copies beyond
 * five. Rejects where it can't be written, or where the copy is damaged: the earlier ones are kept then.
 */
export function backUpDay(path: string, day: string): Promise<void> {
  return keepCopy(path, 'day', day, async (temporary) => {
    await runOnThread(copyDatabase, { path, temporary })
    const damage = await findDamage(untouched(temporary))
    if (damage !== null) throw new Error(`The copy is not sound: ${damage}`)
  })
}

/** When the newest daily copy was made, in milliseconds since the epoch; null where there is none. */
export async function lastDayBackup(path: string): Promise<number | null> {
  const days = (await backupsOf(path)).filter(({ file }) => file.startsWith(`${path}.day-`))
  return days[0]?.madeAt ?? null
}

/** The newest undamaged copy of the library; null where there is none. */
export async function findGoodBackup(path: string): Promise<Backup | null> {
  for (const copy of await backupsOf(path)) if ((await findDamage(untouched(copy.file))) === null) return copy
  return null
}

async function keepCopy(
  path: string,
  kind: keyof typeof kept,
  name: string,
  copy: (temporary: string) => Promise<void>,
): Promise<void> {
  const target = `${path}.${kind}-${name}${backupEnding}`
  const temporary = `${target}${partEnding}`
  await sweepUnfinished(path)
  try {
    await writeFile(temporary, '', { mode: 0o600 })
    await copy(temporary)
    await flushFile(temporary)
    await moveIntoPlace(temporary, target)
  } finally {
    await rm(temporary, { force: true })
  }
  const alike = (await backupsOf(path)).filter(({ file }) => file.startsWith(`${path}.${kind}-`))
  for (const { file } of alike.slice(kept[kind])) await rm(file, { force: true })
}

/** Unfinished copies of a killed process; only one is ever being made. */
async function sweepUnfinished(path: string): Promise<void> {
  const start = `${basename(path)}.`
  const names = (await readdir(dirname(path))).filter(
    (name) => name.startsWith(start) && unfinished.test(name.slice(start.length)),
  )
  await Promise.all(names.map((name) => rm(join(dirname(path), name), { force: true })))
}

/** Nobody writes to a copy, and a log beside it would outlive the reading. */
function untouched(copy: string): string {
  return `${pathToFileURL(copy).href}?immutable=1`
}

function copyDatabase(
  { path, temporary }: { path: string; temporary: string },
  sqlite: typeof import('node:sqlite'),
): void {
  const connection = new sqlite.DatabaseSync(path, { readOnly: true, timeout: 5_000 })
  try {
    connection.prepare('VACUUM INTO ?').run(temporary)
  } finally {
    connection.close()
  }
}
