import { join } from 'node:path'
import { fail, succeed } from '../../shared/result.ts'
import type { Secrets } from '../engine/connection/ports.ts'
import { createKeyFile } from './key-file.ts'

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
  const file = createKeyFile(join(folder, 'keys.json'))

  return {
    async read(serviceId) {
      if (environmentKey !== null) return { key: environmentKey, source: 'environment' }
      const key = await file.read(serviceId).catch(() => null)
      return key === null ? null : { key, source: 'file' }
    },
    async write(serviceId, key, consent) {
      if (!consent) {
        const message =
          'Keeping the key in a file needs your consent; or set ATELIER_API_KEY when you start Atelier.'
        return fail({ code: 'not_possible_now', message })
      }
      try {
        await file.write(serviceId, key)
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
