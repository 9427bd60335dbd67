import { copyFile, lstat, mkdir, readdir, rename, rmdir } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { reasonOf } from '../../shared/failures/reason.ts'
import type { Log } from '../engine/ports.ts'
import { reasonMembers } from '../engine/reason-error.ts'
import { flushFile, moveIntoPlace, syncFolder } from './durable-files.ts'
import { inspectLibrary } from './library-inspection.ts'
import { type LibraryMark, writeMark } from './library-mark.ts'
import { backupEnding, libraryFolders } from './library-traces.ts'
import { type RepairWay, repairOptions } from './repair-ways.ts'
import { findGoodBackup } from './sqlite-backups.ts'
import { BrokenLibraryError } from './start-error.ts'

/**
 * Takes one of the ways out of a library that can't be used. Replaced files are moved to `set-aside/`, and
 * nothing is deleted. Throws `BrokenLibraryError`, with nothing changed, where this way is not available; after
 * a crash during it, the next start offers the ways out again. Must be called by the process that holds the
 * data folder.
 */
export async function repairLibrary(path: string, way: RepairWay, log: Log): Promise<void> {
  await refuseNeedless(path, way, log)
  const place = await makePlace(dirname(path))
  if (way === 'restore') await restore(path, place)
  else if (way === 'keep') await keep(path, place)
  else await beginAnew(path, place, way)
  // Where there was no file, nothing is kept.
  const isEmpty = await rmdir(place).then(
    () => true,
    () => false,
  )
  if (!isEmpty) log.warn(`What was in the library’s place is kept in ${place}.`)
}

async function refuseNeedless(path: string, way: RepairWay, log: Log): Promise<void> {
  const option = `--${repairOptions[way]}`
  const broken = await inspectLibrary(path, log).then(
    () => null,
    (error: unknown) => {
      if (error instanceof BrokenLibraryError) return error
      throw error
    },
  )
  if (!broken) throw new BrokenLibraryError({ code: 'library_sound', path, option })
  if (broken.waysOut.length > 0 && !broken.waysOut.some((one) => one.way === way))
    throw new BrokenLibraryError({ code: 'way_out_closed', option, why: broken.trouble }, broken)
  if (broken.waysOut.length === 0) throw broken
}

/** Replaces the library with a copy. */
async function restore(path: string, place: string): Promise<void> {
  const backup = await findGoodBackup(path)
  if (!backup) throw new BrokenLibraryError({ code: 'library_without_backup', path })
  const copy = `${path}.restored.part`
  await copyFile(backup.file, copy)
  putInDoubt(copy)
  await flushFile(copy)
  await setAside(path, place, ownFilesOf(path))
  await writeMark(path, { ...done, repaired: 'restore' })
  await moveIntoPlace(copy, path)
}

/** The library continues with its current content; a copy of it is kept. */
async function keep(path: string, place: string): Promise<void> {
  for (const file of ownFilesOf(path))
    if (await isThere(file)) await copyFile(file, join(place, basename(file)))
  putInDoubt(path)
  await flushFile(path)
  await writeMark(path, { ...done, repaired: 'keep' })
}

async function beginAnew(path: string, place: string, way: 'rebuild' | 'new'): Promise<void> {
  const root = dirname(path)
  const copies = (await readdir(root)).filter(
    (name) => name.startsWith(`${basename(path)}.`) && name.endsWith(backupEnding),
  )
  const folders = way === 'new' ? [...libraryFolders, 'lost+found', 'incoming'] : []
  await setAside(path, place, [
    ...ownFilesOf(path),
    ...[...copies, ...folders].map((name) => join(root, name)),
  ])
  await writeMark(path, { phase: 'making', repaired: way === 'new' ? null : way, closedAs: null })
}

const done: Omit<LibraryMark, 'repaired'> = { phase: 'closed', closedAs: null }

function ownFilesOf(path: string): string[] {
  return ['', '-wal', '-shm', '-journal'].map((ending) => path + ending)
}

/** The library last, so that a crash during this leaves signs of what was there. */
async function setAside(path: string, place: string, files: readonly string[]): Promise<void> {
  for (const file of [...files.filter((one) => one !== path), path])
    if (await isThere(file)) await rename(file, join(place, basename(file)))
  await syncFolder(place)
  await syncFolder(dirname(path))
}

async function makePlace(root: string): Promise<string> {
  const stamp = new Date().toISOString().slice(0, 19).replaceAll(':', '-')
  const aside = join(root, 'set-aside')
  if ((await lstat(aside).catch(() => null))?.isSymbolicLink())
    throw new BrokenLibraryError({ code: 'set_aside_is_link', path: aside })
  await mkdir(aside, { recursive: true, mode: 0o700 })
  for (let count = 1; ; count += 1) {
    const place = join(aside, count === 1 ? stamp : `${stamp}-${count}`)
    const made = await mkdir(place, { mode: 0o700 }).catch((error: NodeJS.ErrnoException) => error)
    if (!(made instanceof Error)) return place
    if (made.code !== 'EEXIST') throw made
  }
}

function isThere(path: string): Promise<boolean> {
  return lstat(path).then(
    () => true,
    () => false,
  )
}

const doubt = {
  code: 'interrupted',
  ...reasonMembers(reasonOf('library_repaired')),
  status: null,
  retryAt: null,
}

/**
 * Waiting runs in an older state of a library may have been sent since: only the person may send them again
 * (LIB33). The service's list of jobs can still find them.
 */
function putInDoubt(path: string): void {
  const connection = new DatabaseSync(path, { timeout: 5_000 })
  try {
    connection
      .prepare(
        `UPDATE submissions SET state = 'unknown', problem_json = ?, sent_at = coalesce(sent_at, confirmed_at), updated_at = ?
         WHERE state IN ('confirmed', 'unsent', 'sending')`,
      )
      .run(JSON.stringify(doubt), Date.now())
  } finally {
    connection.close()
  }
}
