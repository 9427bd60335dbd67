import { createHash } from 'node:crypto'
import { lstat, opendir, rm } from 'node:fs/promises'
import { lostPlace } from '../engine/library/lost-and-found.ts'
import type { LibraryFolder } from '../engine/library/reconcile-ports.ts'
import { ReplacedFileError } from '../engine/library/replaced-file-error.ts'
import { readMeasures } from '../engine/media-types/read-structure.ts'
import { sniffLength, sniffMedia } from '../engine/media-types/sniff-media.ts'
import { type Measures, unmeasured } from '../engine/media-types/structure/byte-source.ts'
import type { DataFolder } from './data-folder.ts'
import { moveIntoPlace } from './durable-files.ts'
import { openInside, refuseLinkedFolders } from './open-inside.ts'
import { toByteSource } from './read-at.ts'

/** The errors of mkdir where the path is something else than a folder. */
const noFolder: ReadonlySet<string | undefined> = new Set(['EEXIST', 'ENOTDIR'])
const gone: ReadonlySet<string | undefined> = new Set(['ENOENT', 'ENOTDIR'])
/** Files that are listed in a few milliseconds. */
const listedAtOnce = 1_000
/** Files that systems put into folders by themselves. */
const systemNames = /^(\..*|thumbs\.db|desktop\.ini)$/i

/** The data folder's files on the disk. */
export function createDiskLibraryFolder(data: DataFolder): LibraryFolder {
  /** On a system that normalises names differently, the spelling that it stored. */
  const written = new Map<string, string>()
  const realPath = (path: string) => written.get(path) ?? path
  const resolve = (path: string) => data.resolve(realPath(path))

  async function isBehindLink(path: string): Promise<boolean> {
    try {
      await refuseLinkedFolders(data, realPath(path))
      return false
    } catch (error) {
      if (error instanceof ReplacedFileError) return true
      throw error
    }
  }

  async function* read(path: string): AsyncIterable<Buffer> {
    const { file } = await openInside(data, realPath(path))
    yield* file.createReadStream()
  }

  async function measure(mediaType: string, path: string): Promise<Measures> {
    const { file, bytes } = await openInside(data, realPath(path))
    return readMeasures(mediaType, toByteSource(file, bytes)).finally(() => file.close())
  }

  async function sizeOf(path: string): Promise<number | null> {
    try {
      if (await isBehindLink(path)) return null
      const found = await lstat(resolve(path))
      return found.isFile() ? found.size : null
    } catch (error) {
      if (gone.has((error as NodeJS.ErrnoException).code)) return null
      throw error
    }
  }

  async function collect(folder: string, into: Set<string>, between: () => Promise<void>): Promise<void> {
    // Read in batches: a month may hold many thousands of files, and the studio works meanwhile.
    for await (const entry of await opendir(resolve(folder), { bufferSize: 256 })) {
      if (systemNames.test(entry.name)) continue
      const path = `${folder}/${entry.name}`
      const name = path.normalize('NFC')
      if (name !== path) written.set(name, path)
      if (entry.isDirectory()) await collect(name, into, between)
      else if (entry.isFile()) into.add(name)
      if (entry.isFile() && into.size % listedAtOnce === 0) await between()
    }
  }

  async function hasFolder(folder: string): Promise<boolean> {
    const found = await lstat(resolve(folder)).catch((error: NodeJS.ErrnoException) => {
      if (gone.has(error.code)) return null
      throw error
    })
    return found?.isDirectory() ?? false
  }

  return {
    bytes: sizeOf,
    hasFolder,
    async list(folder, between) {
      const paths = new Set<string>()
      try {
        if (!(await hasFolder(folder))) return null
        await collect(folder, paths, between)
      } catch (error) {
        if (gone.has((error as NodeJS.ErrnoException).code)) return null
        throw error
      }
      return paths
    },
    async measure(path) {
      const hash = createHash('sha256')
      const head: Buffer[] = []
      let bytes = 0
      for await (const chunk of read(path)) {
        if (bytes < sniffLength) head.push(chunk)
        bytes += chunk.length
        hash.update(chunk)
      }
      const media = sniffMedia(Buffer.concat(head).subarray(0, sniffLength))
      const measures = media ? await measure(media.mediaType, path) : unmeasured
      return { bytes, sha256: hash.digest('hex'), media, measures }
    },
    open: read,
    async remove(path) {
      if (!(await isBehindLink(path))) await rm(resolve(path), { force: true })
    },
    isBehindLink,
    async move(from, to) {
      if ((await isBehindLink(from)) || (await isBehindLink(to)) || (await isTaken(resolve(to)))) return false
      await moveIntoPlace(resolve(from), resolve(to))
      return true
    },
    async setAside(path) {
      if ((await isBehindLink(path)) || (await isBehindLink(lostPlace(path)))) return false
      for (let count = 1; ; count += 1) {
        const place = lostPlace(count === 1 ? path : `${path}.${count}`)
        if (await isTaken(data.resolve(place))) continue
        return moveIntoPlace(resolve(path), data.resolve(place)).then(
          () => true,
          (error: NodeJS.ErrnoException) => {
            if (noFolder.has(error.code)) return false
            throw error
          },
        )
      }
    },
  }
}

/** Any kind of entry counts: a move to its path would replace it. */
async function isTaken(path: string): Promise<boolean> {
  return lstat(path).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (gone.has(error.code)) return false
      throw error
    },
  )
}
