import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { lstat, opendir, realpath, rm, stat } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { sniffLength, sniffMedia } from '../engine/inputs/sniff-media.ts'
import type { LibraryFolder } from '../engine/library/reconcile-ports.ts'
import type { DataFolder } from './data-folder.ts'
import { moveIntoPlace } from './durable-files.ts'

const gone: ReadonlySet<string | undefined> = new Set(['ENOENT', 'ENOTDIR'])
/** A file of ours lies in a folder of a folder. */
const depthOfOurs = 2
/** What systems put into folders by themselves. */
const systemNames = /^(\..*|thumbs\.db|desktop\.ini)$/i

/** The data folder's files as they lie on the disk. */
export function createDiskLibraryFolder(data: DataFolder): LibraryFolder {
  /** On a system that writes names another way than we do, the way it wrote this one. */
  const written = new Map<string, string>()
  const resolve = (path: string) => data.resolve(written.get(path) ?? path)

  async function sizeOf(path: string): Promise<number | null> {
    try {
      const found = await stat(resolve(path))
      return found.isFile() ? found.size : null
    } catch (error) {
      if (gone.has((error as NodeJS.ErrnoException).code)) return null
      throw error
    }
  }

  /** Whether no link lies between the data folder and this place: nothing beyond one is ours to move or remove. */
  async function isOurs(path: string): Promise<boolean> {
    const folder = dirname(resolve(path))
    const [root, real] = await Promise.all([realpath(data.path), realpath(folder)])
    return real === join(root, relative(data.path, folder))
  }

  /** Beyond a link it is looked no deeper than where we write. */
  async function collect(folder: string, into: Set<string>, isBeyondLink = false): Promise<void> {
    if (isBeyondLink && folder.split('/').length > depthOfOurs) return
    // Read in pieces: a month may hold many thousands, and the studio works meanwhile.
    for await (const entry of await opendir(resolve(folder), { bufferSize: 256 })) {
      if (systemNames.test(entry.name)) continue
      const path = `${folder}/${entry.name}`
      const name = path.normalize('NFC')
      if (name !== path) written.set(name, path)
      const kind = entry.isSymbolicLink() ? await stat(resolve(name)).catch(() => null) : entry
      if (kind?.isDirectory()) await collect(name, into, isBeyondLink || entry.isSymbolicLink())
      else if (kind?.isFile()) into.add(name)
    }
  }

  return {
    bytes: sizeOf,
    async list(folder) {
      const paths = new Set<string>()
      try {
        const there = await lstat(resolve(folder))
        // What we put aside lies in a folder of our own; links elsewhere are the person's way to another disk.
        if (folder === 'lost+found' && !there.isDirectory()) return null
        await collect(folder, paths, there.isSymbolicLink())
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
      for await (const chunk of createReadStream(resolve(path))) {
        if (bytes < sniffLength) head.push(chunk)
        bytes += chunk.length
        hash.update(chunk)
      }
      const media = sniffMedia(Buffer.concat(head).subarray(0, sniffLength))
      return { bytes, sha256: hash.digest('hex'), media }
    },
    open: (path) => createReadStream(resolve(path)),
    async remove(path) {
      if (await isOurs(path)) await rm(resolve(path), { force: true })
    },
    async move(from, to) {
      if (!(await isOurs(from)) || (await lstat(resolve(to)).catch(() => null))) return false
      await moveIntoPlace(resolve(from), resolve(to))
      return true
    },
    async setAside(path) {
      if (!(await isOurs(path))) return false
      for (let count = 1; ; count += 1) {
        const place = join('lost+found', count === 1 ? path : `${path}.${count}`)
        if (await lstat(data.resolve(place)).catch(() => null)) continue
        await moveIntoPlace(resolve(path), data.resolve(place))
        return true
      }
    },
  }
}
