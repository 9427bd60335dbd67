import { fail, succeed } from '../../shared/result.ts'
import type { Secrets } from '../engine/service/ports.ts'

/** Keys in memory, by account; they are kept with consent only. */
export function createFakeSecrets(keys: Readonly<Record<string, string>> = {}): Secrets {
  const known = new Map(Object.entries(keys))
  return {
    fromEnvironment: null,
    async read(accountId) {
      const key = known.get(accountId)
      return key === undefined ? null : { key, source: 'file' }
    },
    async write(accountId, key, consent) {
      if (!consent) return fail({ code: 'not_possible_now', message: 'Consent is needed.' })
      known.set(accountId, key)
      return succeed('file')
    },
    async forget(accountId) {
      known.delete(accountId)
      return succeed(null)
    },
  }
}
