import { succeed } from '../../../shared/result.ts'
import type { Secrets } from './ports.ts'

/**
 * Adds keys that the person wants kept for this session only: in memory, before any that is stored, and gone with the
 * process (SEC7). A stored one stays as it is.
 */
export function withSessionKeys(stored: Secrets): Secrets {
  const keys = new Map<string, string>()
  return {
    ...stored,
    async read(accountId) {
      const key = keys.get(accountId)
      return key === undefined ? stored.read(accountId) : { key, source: 'session' }
    },
    async write(accountId, key, consent) {
      if (consent === 'session') {
        keys.set(accountId, key)
        return succeed('session')
      }
      const written = await stored.write(accountId, key, consent)
      if (written.ok) keys.delete(accountId)
      return written
    },
    async forget(accountId) {
      keys.delete(accountId)
      return stored.forget(accountId)
    },
  }
}
