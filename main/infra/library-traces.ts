import { lstat, opendir, readdir, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type { LibraryMark } from './library-mark.ts'

export const backupEnding = '.backup'

/** The folders of the data folder that hold the library's files. */
export const libraryFolders = ['media', 'posters', 'inputs'] as const

/** What is found beside a library's path and would not exist without a library. */
export interface LibraryTraces {
  /** Files in `media/`, counted up to some thousands. */
  readonly media: number
  readonly hasOthers: boolean
}

const mostCounted = 10_000

export async function findTraces(libraryPath: string, mark: LibraryMark | null): Promise<LibraryTraces> {
  const root = dirname(libraryPath)
  const media = await countFiles(join(root, 'media'), mostCounted)
  const log = await stat(`${libraryPath}-wal`).catch(() => null)
  const hasOthers =
    (mark !== null && mark.phase !== 'making') ||
    (log?.size ?? 0) > 0 ||
    (await hasLinks(root)) ||
    (await backupsOf(libraryPath)).length > 0 ||
    (await countFiles(join(root, 'inputs'), 1)) > 0 ||
    (await countFiles(join(root, 'posters'), 1)) > 0
  return { media, hasOthers }
}

/** Whether one of its folders is a link, which is not followed (LIB40). */
async function hasLinks(root: string): Promise<boolean> {
  const found = await Promise.all(libraryFolders.map((name) => lstat(join(root, name)).catch(() => null)))
  return found.some((one) => one?.isSymbolicLink())
}

/** The copies of a library, newest first. */
export async function backupsOf(libraryPath: string): Promise<{ file: string; madeAt: number }[]> {
  const folder = dirname(libraryPath)
  const names = (await readdir(folder).catch(() => [])).filter(
    (name) => name.startsWith(`${basename(libraryPath)}.`) && name.endsWith(backupEnding),
  )
  const found = await Promise.all(
    names.map(async (name) => {
      const there = await lstat(join(folder, name)).catch(() => null)
      return there?.isFile() ? [{ file: join(folder, name), madeAt: there.mtimeMs }] : []
    }),
  )
  return found.flat().toSorted((left, right) => right.madeAt - left.madeAt)
}

/** Without hidden files, which systems put into folders by themselves. */
async function countFiles(folder: string, limit: number): Promise<number> {
  let count = 0
  try {
    if (!(await lstat(folder)).isDirectory()) return 0
    for await (const entry of await opendir(folder)) {
      if (entry.name.startsWith('.')) continue
      if (entry.isDirectory()) count += await countFiles(join(folder, entry.name), limit - count)
      else if (entry.isFile()) count += 1
      if (count >= limit) return count
    }
  } catch {
    return count
  }
  return count
}
