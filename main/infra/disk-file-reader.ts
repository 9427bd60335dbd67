import { randomUUID } from 'node:crypto'
import { open } from 'node:fs/promises'
import { Readable } from 'node:stream'
import type { FileReader } from '../engine/library/ports.ts'
import type { DataFolder } from './data-folder.ts'
import { writeDurably } from './durable-files.ts'

const noSuchFile: ReadonlySet<string | undefined> = new Set(['ENOENT', 'ENOTDIR', 'EISDIR'])

/** The data folder's files, read in ranges; a stream closes its file when it ends or is cancelled. */
export function createDiskFileReader(folder: DataFolder): FileReader {
  return {
    async open(path) {
      try {
        const file = await open(folder.resolve(path), 'r')
        const { size } = await file.stat()
        return {
          bytes: size,
          stream: (start, end) =>
            Readable.toWeb(
              file.createReadStream({ start, end, autoClose: true }),
            ) as ReadableStream<Uint8Array>,
          close: () => file.close(),
        }
      } catch (error) {
        if (noSuchFile.has((error as NodeJS.ErrnoException).code)) return null
        throw error
      }
    },
    async write(path, bytes) {
      const temporary = folder.resolve(`incoming/write-${randomUUID()}.part`)
      await writeDurably(folder.resolve(path), bytes, 0o600, temporary)
    },
  }
}
