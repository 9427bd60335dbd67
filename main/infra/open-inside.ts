import { type BigIntStats, constants, lstatSync, type Stats } from 'node:fs'
import { type FileHandle, lstat, open } from 'node:fs/promises'
import { dirname, join, relative, sep } from 'node:path'
import { ReplacedFileError } from '../engine/library/replaced-file-error.ts'
import type { DataFolder } from './data-folder.ts'

type Root = Pick<DataFolder, 'path' | 'resolve'>

export interface OpenFile {
  readonly file: FileHandle
  readonly bytes: number
}

// Windows has neither flag; there the check of each name before and after opening refuses links.
const notThroughLinks = (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0)

/**
 * Opens a plain file of the data folder for reading, following no link on the way (LIB40). Throws
 * `ReplacedFileError` where it is something else, at once even for a pipe, and Node's error where nothing is
 * there. A hard link counts as a plain file.
 */
export async function openInside(root: Root, path: string): Promise<OpenFile> {
  const full = root.resolve(path)
  await refuseLinkedFolders(root, path)
  refuseUnlessFile(await lstat(full, { bigint: true }), path)
  const file = await open(full, constants.O_RDONLY | notThroughLinks).catch(
    (error: NodeJS.ErrnoException) => {
      throw error.code === 'ELOOP' || error.code === 'EMLINK' ? linked(path) : error
    },
  )
  try {
    const opened = await file.stat({ bigint: true })
    refuseUnlessFile(opened, path)
    // Checks that the opened file is the one at its real path, in case something was swapped meanwhile.
    await refuseLinkedFolders(root, path)
    if (!isSame(opened, await lstat(full, { bigint: true }))) throw linked(path)
    return { file, bytes: Number(opened.size) }
  } catch (error) {
    await file.close()
    throw error
  }
}

/** The length of the plain file there, checked but not opened; throws as `openInside` does. */
export function plainFileBytes(root: Root, path: string): number {
  for (const folder of foldersAbove(root, path)) refuseLink(root, folder, lstatSync(folder))
  const found = lstatSync(root.resolve(path), { bigint: true })
  refuseUnlessFile(found, path)
  return Number(found.size)
}

/** Throws where a folder on this path is a link; a missing one is fine. */
export async function refuseLinkedFolders(root: Root, path: string): Promise<void> {
  for (const folder of foldersAbove(root, path)) {
    const found = await lstat(folder).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return null
      throw error
    })
    if (!found) return
    refuseLink(root, folder, found)
  }
}

function refuseLink(root: Root, folder: string, found: Stats): void {
  if (!found.isSymbolicLink()) return
  const name = relative(root.path, folder)
  throw new ReplacedFileError({ code: 'folder_is_link', path: name })
}

/** Below the data folder only: the folder itself may be reached in whatever way the person chose. */
function foldersAbove(root: Root, path: string): string[] {
  const names = dirname(relative(root.path, root.resolve(path)))
    .split(sep)
    .filter((name) => name !== '.')
  return names.map((_, depth) => join(root.path, ...names.slice(0, depth + 1)))
}

function refuseUnlessFile(found: BigIntStats, path: string): void {
  if (found.isSymbolicLink()) throw linked(path)
  if (!found.isFile()) throw new ReplacedFileError({ code: 'no_file_in_place', path })
}

function isSame(left: BigIntStats, right: BigIntStats): boolean {
  return left.ino === right.ino && left.dev === right.dev
}

function linked(path: string): ReplacedFileError {
  return new ReplacedFileError({ code: 'link_in_place', path })
}
