import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { fail, succeed } from '../../shared/result.ts'
import type { Secrets } from '../engine/connection/ports.ts'
import { writeDurably } from './durable-files.ts'

const fileSchema = z.record(z.string(), z.string())

/**
 * Keys outside the desktop (decision 11): `ATELIER_API_KEY` first; else, with the person's consent, a file that
 * only they can read. Without consent nothing is written.
 */
export function createFileSecrets({
  folder,
  environmentKey,
}: {
  folder: string
  environmentKey: string | null
}): Secrets {
  const path = join(folder, 'keys.json')
  let writing: Promise<unknown> = Promise.resolve()

  async function readAll(): Promise<Record<string, string>> {
    const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return '{}'
      throw error
    })
    return fileSchema.parse(JSON.parse(text))
  }

  /** One after another, so that none writes over what another has just read. */
  function writeKey(serviceId: string, key: string): Promise<void> {
    const attempt = writing.then(async () =>
      writeDurably(path, JSON.stringify({ ...(await readAll()), [serviceId]: key })),
    )
    writing = attempt.catch(() => undefined)
    return attempt
  }

  return {
    async read(serviceId) {
      if (environmentKey !== null) return { key: environmentKey, source: 'environment' }
      const key = (await readAll().catch(() => ({}) as Record<string, string>))[serviceId]
      return key === undefined ? null : { key, source: 'file' }
    },
    async write(serviceId, key, consent) {
      if (!consent) {
        const message =
          'Keeping the key in a file needs your consent; or set ATELIER_API_KEY when you start Atelier.'
        return fail({ code: 'not_possible_now', message })
      }
      try {
        await writeKey(serviceId, key)
        return succeed('file')
      } catch (error) {
        return fail({
          code: 'storage_failed',
          message: `The key could not be kept: ${(error as Error).message}.`,
        })
      }
    },
  }
}
