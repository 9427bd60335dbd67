import { reasonOf } from '../../shared/failures/reason.ts'
import { fail, succeed } from '../../shared/result.ts'
import { innerReasonOf } from '../engine/reason-error.ts'
import type { Secrets } from '../engine/service/ports.ts'
import { createKeyFile, forgetKey } from './key-file.ts'

/** A key from the environment, and the account of this start; null where that was the sandbox. */
export interface EnvironmentKey {
  readonly key: string
  readonly accountId: string | null
}

/** The files of the data folder that hold the keys of each purpose. */
export const keyFiles = { generating: 'keys.json', usage: 'usage-keys.json' } as const

/**
 * Keys outside the desktop (decision 11): the environment's first, for the account of this start only, until the person
 * enters another one for it (ACC351); else, with the person's consent, a file that only they can read. Without consent
 * nothing is written.
 */
export function createFileSecrets({
  path,
  environmentKey,
}: {
  path: string
  environmentKey: EnvironmentKey | null
}): Secrets {
  const file = createKeyFile(path)
  /** The account whose key the environment gives, as long as no other one was entered. */
  let given = environmentKey?.accountId ?? null

  return {
    fromEnvironment: environmentKey && { accountId: environmentKey.accountId },
    async read(accountId) {
      if (environmentKey && given === accountId) return { key: environmentKey.key, source: 'environment' }
      const key = await file.read(accountId).catch(() => null)
      return key === null ? null : { key, source: 'file' }
    },
    async write(accountId, key, consent) {
      if (!consent) {
        return fail({ code: 'not_possible_now', cause: reasonOf('key_needs_consent') })
      }
      try {
        await file.write(accountId, key)
        if (given === accountId) given = null
        return succeed('file')
      } catch (error) {
        const cause = { code: 'key_not_kept', why: innerReasonOf(error) } as const
        return fail({ code: 'storage_failed', cause })
      }
    },
    async forget(accountId) {
      const forgotten = await forgetKey(file, accountId)
      if (forgotten.ok && environmentKey?.accountId === accountId) given = accountId
      return forgotten
    },
  }
}
