import { readdir, rm, truncate, writeFile } from 'node:fs/promises'
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
 * five. Rejects where it can't be written, where the copy is damaged, and where it is aborted: the earlier ones are kept
 * then, and of an aborted one an empty file stays (`hasUnfinished`).
 */
export function backUpDay(path: string, day: string, signal?: AbortSignal): Promise<void> {
  return keepCopy(
    path,
    'day',
    day,
    async (temporary) => {
      await runOnThread(copyDatabase, { path, temporary }, signal)
      const damage = await findDamageUnless(signal, temporary)
      if (damage !== null) throw new Error(`The copy is not sound: ${damage}`)
    },
    signal,
  )
}

/** A check can't be stopped, but ends where the file does: an aborted one has nothing left to read. */
async function findDamageUnless(signal: AbortSignal | undefined, temporary: string): Promise<string | null> {
  signal?.throwIfAborted()
  const empty = () => void truncate(temporary).catch(() => undefined)
  signal?.addEventListener('abort', empty)
  try {
    const damage = await findDamage(untouched(temporary))
    signal?.throwIfAborted()
    return damage
  } finally {
    signal?.removeEventListener('abort', empty)
  }
}

/** Whether a copy was begun and not finished: the process was killed, or closed before its end. */
export async function hasUnfinished(path: string): Promise<boolean> {
  return (await unfinishedOf(path)).length > 0
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
  signal?: AbortSignal,
): Promise<void> {
  const target = `${path}.${kind}-${name}${backupEnding}`
  const temporary = `${target}${partEnding}`
  await sweepUnfinished(path)
  try {
    await writeFile(temporary, '', { mode: 0o600 })
    await copy(temporary)
    await flushFile(temporary)
    signal?.throwIfAborted()
    await moveIntoPlace(temporary, target)
  } catch (error) {
    await rm(temporary, { force: true })
    if (signal?.aborted) await writeFile(temporary, '', { mode: 0o600 })
    throw error
  }
  const alike = (await backupsOf(path)).filter(({ file }) => file.startsWith(`${path}.${kind}-`))
  for (const { file } of alike.slice(kept[kind])) await rm(file, { force: true })
}

async function sweepUnfinished(path: string): Promise<void> {
  const names = await unfinishedOf(path)
  await Promise.all(names.map((name) => rm(join(dirname(path), name), { force: true })))
}

/** Copies of a process that was killed or closed meanwhile; only one is ever being made. */
async function unfinishedOf(path: string): Promise<readonly string[]> {
  const start = `${basename(path)}.`
  return (await readdir(dirname(path))).filter(
    (name) => name.startsWith(start) && unfinished.test(name.slice(start.length)),
  )
}

/** Nobody writes to a copy, and a log beside it would outlive the reading. */
function untouched(copy: string): string {
  return `${pathToFileURL(copy).href}?immutable=1`
}

/** One moment of the library, however long the copy takes: the transaction keeps what is written meanwhile out of it. */
async function copyDatabase(
  { path, temporary }: { path: string; temporary: string },
  sqlite: typeof import('node:sqlite'),
  isStopped: () => boolean,
): Promise<void> {
  const connection = new sqlite.DatabaseSync(path, { readOnly: true, timeout: 5_000 })
  try {
    connection.exec('BEGIN')
    connection.prepare('SELECT count(*) FROM sqlite_schema').get()
    const progress = () => {
      if (isStopped()) throw new Error('stopped')
    }
    await sqlite.backup(connection, temporary, { rate: 2_000, progress })
  } finally {
    connection.close()
  }
  // Without a log, as nothing is written to it any more.
  const copy = new sqlite.DatabaseSync(temporary)
  try {
    copy.exec('PRAGMA journal_mode = DELETE')
  } finally {
    copy.close()
  }
}
