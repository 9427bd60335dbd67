import { z } from 'zod'
import { fail, type Result, succeed } from '../../shared/result.ts'
import { innerReasonOf } from '../engine/reason-error.ts'
import { writeDurably } from './durable-files.ts'
import { readPlainFile } from './plain-file.ts'

const entriesSchema = z.record(z.string(), z.string())

/** One text per account in a file that only its owner can read. */
export interface KeyFile {
  /** Null where there is none; rejects where the file can't be read. */
  read(accountId: string): Promise<string | null>
  /** Rejects where the file can't be read or written; it is then unchanged. */
  write(accountId: string, text: string): Promise<void>
  /** Writes only where the account's text is still `known`. Rejects as `write` does. */
  replace(accountId: string, known: string, text: string): Promise<void>
  /** Rejects as `write` does. */
  remove(accountId: string): Promise<void>
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

  function change(edit: (entries: Map<string, string>) => unknown): Promise<void> {
    const attempt = writing.then(async () => {
      const entries = await readAll()
      edit(entries)
      await writeDurably(path, JSON.stringify(Object.fromEntries(entries)), 0o600)
    })
    writing = attempt.catch(() => undefined)
    return attempt
  }

  return {
    read: async (accountId) => (await readAll()).get(accountId) ?? null,
    write: (accountId, text) => change((entries) => entries.set(accountId, text)),
    replace: (accountId, known, text) =>
      change((entries) => entries.get(accountId) === known && entries.set(accountId, text)),
    remove: (accountId) => change((entries) => entries.delete(accountId)),
  }
}

/** Removes an account's key from the file; for both kinds of it. */
export async function forgetKey(file: KeyFile, accountId: string): Promise<Result<null, 'storage_failed'>> {
  try {
    await file.remove(accountId)
    return succeed(null)
  } catch (error) {
    const cause = { code: 'key_not_forgotten', why: innerReasonOf(error) } as const
    return fail({ code: 'storage_failed', cause })
  }
}
