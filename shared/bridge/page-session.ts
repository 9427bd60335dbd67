/**
 * The session of a page in the browser host. The page trades a token (`POST /session`, `{token}`) for a cookie
 * and a secret. A cookie is sent to every port of 127.0.0.1, so it can at most read media; everything else also
 * requires the secret, which only the page's own origin holds.
 */
export const sessionRoute = '/session'

/** The text before the token in the fragment of an address that opens a session. */
export const sessionTokenFragment = 'token='

/** The request header that carries the secret. */
export const sessionSecretHeader = 'atelier-session'

/** 32 random bytes as base64url. */
export function isSessionSecret(value: unknown): value is string {
  return typeof value === 'string' && /^[\w-]{43}$/.test(value)
}

/** The host's response to a token that opens a session. */
export interface SessionOpened {
  readonly secret: string
}

/** Parses the host's response; null where it is something else. */
export function readSessionOpened(value: unknown): SessionOpened | null {
  if (typeof value !== 'object' || value === null || !('secret' in value)) return null
  return isSessionSecret(value.secret) ? { secret: value.secret } : null
}
