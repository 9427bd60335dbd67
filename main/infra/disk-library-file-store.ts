import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { streamRange } from '../../shared/stream-range.ts'
import type { LibraryFileStore } from '../engine/library/ports.ts'
import type { DataFolder } from './data-folder.ts'
import { writeDurably } from './durable-files.ts'
import { openInside, refuseLinkedFolders } from './open-inside.ts'
import { toByteSource } from './read-at.ts'

const noSuchFile: ReadonlySet<string | undefined> = new Set(['ENOENT', 'ENOTDIR'])

/** The data folder's files, read in ranges; a stream closes its file when it ends or is cancelled. */
export function createDiskLibraryFileStore(folder: DataFolder): LibraryFileStore {
  return {
    async open(path) {
      try {
        const { file, bytes } = await openInside(folder, path)
        const source = { ...toByteSource(file, bytes), close: () => file.close() }
        return { ...source, stream: (start, end) => streamRange(source, start, end) }
      } catch (error) {
        if (noSuchFile.has((error as NodeJS.ErrnoException).code)) return null
        throw error
      }
    },
    async write(path, bytes) {
      const place = `incoming/write-${randomUUID()}.part`
      for (const one of [path, place]) await refuseLinkedFolders(folder, one)
      await writeDurably(folder.resolve(path), bytes, 0o600, folder.resolve(place))
    },
    async remove(path) {
      await refuseLinkedFolders(folder, path)
      await rm(folder.resolve(path), { force: true })
    },
  }
}
