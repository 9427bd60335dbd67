import { fail, succeed } from '../../shared/result.ts'
import type { Secrets } from '../engine/service/ports.ts'

/** Keys in memory, by service; they are kept with consent only. */
export function createFakeSecrets(keys: Readonly<Record<string, string>> = {}): Secrets {
  const known = new Map(Object.entries(keys))
  return {
    fromEnvironment: null,
    async read(serviceId) {
      const key = known.get(serviceId)
      return key === undefined ? null : { key, source: 'file' }
    },
    async write(serviceId, key, consent) {
      if (!consent) return fail({ code: 'not_possible_now', message: 'Consent is needed.' })
      known.set(serviceId, key)
      return succeed('file')
    },
  }
}
