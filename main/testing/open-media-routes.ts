import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { onTestFinished } from 'vitest'
import { createMediaRoutes } from '../engine/library/media-routes.ts'
import { createPackedDownloads } from '../engine/library/packed-downloads.ts'
import { createStoredFiles, type StoredFiles } from '../engine/library/stored-files.ts'
import { takeDataFolder } from '../infra/data-folder.ts'
import { createDiskInputStore } from '../infra/disk-input-store.ts'
import { createDiskLibraryFileStore } from '../infra/disk-library-file-store.ts'
import { createUuid7Ids } from '../infra/uuid7-ids.ts'
import { createZipArchives } from '../infra/zip-archives.ts'
import { createFakeClock } from './fake-clock.ts'
import { openLibrary } from './open-library.ts'
import { temporaryFolder } from './temporary-folder.ts'

const origin = 'http://127.0.0.1'

/** The media routes over a library and a data folder of their own. */
export async function openMediaRoutes() {
  const folder = await takeDataFolder(join(temporaryFolder(), 'data'))
  onTestFinished(() => folder.release())
  const library = await openLibrary(folder.resolve('library.sqlite'))
  const { database, files } = library
  const inputs = createDiskInputStore({ folder, database, clock: createFakeClock() })
  const posters: string[] = []
  const disk = createDiskLibraryFileStore(folder)
  /** How often a part of an open file was read, by its path. */
  const reads: string[] = []
  const reader: typeof disk = {
    ...disk,
    async open(path) {
      const file = await disk.open(path)
      if (!file) return null
      const read: typeof file.read = (offset, length) => {
        reads.push(path)
        return file.read(offset, length)
      }
      return { ...file, read }
    },
  }
  const changed: string[] = []
  const storedFiles = createStoredFiles({ files, reader, onChanged: (fileId) => void changed.push(fileId) })
  const clock = createFakeClock()
  /** The files that were opened and not closed. */
  const open = new Set<string>()
  const watchedFiles: StoredFiles = {
    async open(fileId) {
      const opened = await storedFiles.open(fileId)
      if (opened.type !== 'open') return opened
      open.add(fileId)
      const close = async () => {
        open.delete(fileId)
        await opened.file.close()
      }
      return { ...opened, file: { ...opened.file, close } }
    },
  }
  const packed = createPackedDownloads({
    clock,
    ids: createUuid7Ids(clock),
    files,
    storedFiles: watchedFiles,
    archives: createZipArchives(),
  })
  const routes = createMediaRoutes({
    files,
    storedFiles,
    inputs,
    reader,
    archive: packed.route,
    onPoster: (fileId) => void posters.push(fileId),
  })

  /** Saves a file and puts these bytes at its row's path. */
  function save(bytes: Uint8Array, sample: Parameters<typeof library.saveFile>[0] = {}): string {
    const fileId = library.saveFile({ bytes: bytes.length, ...sample })
    const path = folder.resolve(files.stored(fileId)?.path ?? '')
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, bytes)
    return fileId
  }

  /** The path of a saved file's bytes. */
  function placeOf(fileId: string): string {
    return folder.resolve(files.stored(fileId)?.path ?? '')
  }

  function ask(path: string, init: RequestInit = {}): Promise<Response> {
    return routes(new Request(`${origin}${path}`, init))
  }
  return {
    ...library,
    storedFiles,
    folder,
    reader,
    reads,
    placeOf,
    path: folder.path,
    posters,
    changed,
    save,
    ask,
    inputs,
    clock,
    open,
    pack: packed.procedures['library.pack'],
  }
}
