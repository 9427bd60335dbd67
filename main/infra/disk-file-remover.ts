import { rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { FileRemover } from '../engine/library/ports.ts'
import { ReplacedFileError } from '../engine/library/replaced-file-error.ts'
import type { DataFolder } from './data-folder.ts'
import { syncFolder } from './durable-files.ts'
import { refuseLinkedFolders } from './open-inside.ts'

/** Something else than a file is in its place; it is not ours. */
const otherThanFile: ReadonlySet<string | undefined> = new Set(['ERR_FS_EISDIR', 'EISDIR', 'ENOTDIR'])

/** Deletes files of the data folder; what is behind a link, or no file, is left alone and counts as gone (LIB40). */
export function createDiskFileRemover(folder: DataFolder): FileRemover {
  /** The changed folder, if any; throws where the disk refuses. */
  async function removeOne(path: string): Promise<string | null> {
    try {
      await refuseLinkedFolders(folder, path)
      await rm(folder.resolve(path), { force: true })
      return dirname(folder.resolve(path))
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException
      if (error instanceof ReplacedFileError || otherThanFile.has(code)) return null
      throw error
    }
  }

  return {
    async remove(files) {
      const removed = new Map<string, readonly string[]>()
      for (const { id, paths } of files) {
        try {
          const folders: string[] = []
          for (const path of paths) folders.push(...[await removeOne(path)].filter((one) => one !== null))
          removed.set(id, folders)
        } catch {
          // It stays marked.
        }
      }
      // Else a power cut could bring them back after their rows say that they are gone.
      for (const one of new Set([...removed.values()].flat())) await syncFolder(one).catch(() => undefined)
      return new Set(removed.keys())
    },
  }
}
