import { z } from 'zod'
import { writeDurably } from './durable-files.ts'
import { readPlainFile } from './plain-file.ts'

const entriesSchema = z.record(z.string(), z.string())

/** One text per service in a file that only its owner can read. */
export interface KeyFile {
  /** Null where there is none; rejects where the file can't be read. */
  read(serviceId: string): Promise<string | null>
  /** Rejects where the file can't be read or written; it is then unchanged. */
  write(serviceId: string, text: string): Promise<void>
}

/** Writes are sequential, so that none overwrites another. */
export function createKeyFile(path: string): KeyFile {
  let writing: Promise<unknown> = Promise.resolve()

  async function readAll(): Promise<Map<string, string>> {
    const text = await readPlainFile(path).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return '{}'
      throw error
    })
    return new Map(Object.entries(entriesSchema.parse(JSON.parse(text))))
  }

  return {
    read: async (serviceId) => (await readAll()).get(serviceId) ?? null,
    write(serviceId, text) {
      const attempt = writing.then(async () => {
        const entries = (await readAll()).set(serviceId, text)
        await writeDurably(path, JSON.stringify(Object.fromEntries(entries)), 0o600)
      })
      writing = attempt.catch(() => undefined)
      return attempt
    },
  }
}
