import { join } from 'node:path'
import { reasonOf } from '../../shared/failures/reason.ts'
import { fail, succeed } from '../../shared/result.ts'
import { isSameBaseUrl } from '../../shared/settings/base-url.ts'
import { innerReasonOf } from '../engine/reason-error.ts'
import type { Secrets } from '../engine/service/ports.ts'
import { createKeyFile } from './key-file.ts'

/** `ATELIER_API_KEY`, and the address of this start; null where that was the sandbox. */
export interface EnvironmentKey {
  readonly key: string
  readonly baseUrl: string | null
}

/**
 * Keys outside the desktop (decision 11): `ATELIER_API_KEY` first, for the address of this start only; else,
 * with the person's consent, a file that only they can read. Without consent nothing is written.
 */
export function createFileSecrets({
  folder,
  environmentKey,
}: {
  folder: string
  environmentKey: EnvironmentKey | null
}): Secrets {
  const file = createKeyFile(join(folder, 'keys.json'))

  return {
    fromEnvironment: environmentKey && { baseUrl: environmentKey.baseUrl },
    async read(serviceId) {
      if (environmentKey !== null && isSameBaseUrl(environmentKey.baseUrl, serviceId))
        return { key: environmentKey.key, source: 'environment' }
      const key = await file.read(serviceId).catch(() => null)
      return key === null ? null : { key, source: 'file' }
    },
    async write(serviceId, key, consent) {
      if (!consent) {
        return fail({ code: 'not_possible_now', cause: reasonOf('key_needs_consent') })
      }
      try {
        await file.write(serviceId, key)
        return succeed('file')
      } catch (error) {
        const cause = { code: 'key_not_kept', why: innerReasonOf(error) } as const
        return fail({ code: 'storage_failed', cause })
      }
    },
  }
}
