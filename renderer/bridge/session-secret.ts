import { isSessionSecret, sessionSecretHeader } from '../../shared/bridge/page-session.ts'

/** The secret of the page's session: kept by the page's own origin, so that a reload and other tabs have it too. */
export interface SessionSecret {
  keep(secret: string): void
  /** The credentials of a request to the studio; none while there is no session. */
  headers(): Readonly<Record<string, string>>
}

const storageKey = 'atelier.session'

/**
 * Read for each request: a tab from before a restart continues as soon as another tab has opened a session.
 * Where the browser keeps nothing (`storage` throws), the secret lasts as long as the page.
 */
export function createSessionSecret(storage: () => Pick<Storage, 'getItem' | 'setItem'>): SessionSecret {
  let ownSecret: string | null = null

  function read(): string | null {
    try {
      const kept = storage().getItem(storageKey)
      return isSessionSecret(kept) ? kept : ownSecret
    } catch {
      return ownSecret
    }
  }

  return {
    keep(secret) {
      ownSecret = secret
      try {
        storage().setItem(storageKey, secret)
      } catch (cause) {
        console.warn('The session could not be kept for a reload.', cause)
      }
    },
    headers() {
      const secret = read()
      return secret === null ? {} : { [sessionSecretHeader]: secret }
    },
  }
}
