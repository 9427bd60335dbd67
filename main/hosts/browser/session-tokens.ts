import { randomBytes, timingSafeEqual } from 'node:crypto'

/** A secret of one run of the host: 256 random bits. */
export function createToken(): string {
  return randomBytes(32).toString('base64url')
}

export function isSameToken(given: string, token: string): boolean {
  const left = Buffer.from(given)
  const right = Buffer.from(token)
  return left.length === right.length && timingSafeEqual(left, right)
}

export interface OneTimeToken {
  readonly token: string
  /** Resolves when it has opened its session; never after it was revoked. */
  readonly used: Promise<void>
  revoke(): void
}

/** The tokens that open sessions (docs/decisions/0007). */
export interface SessionTokens {
  /** Valid as long as the host runs. */
  readonly printed: string
  /** A further token that opens one session. */
  issueOnce(): OneTimeToken
  /** Whether the token opens a session; a single-use one is used up by it. */
  redeem(token: string): boolean
  /** Whether any session was opened. */
  hasOpened(): boolean
}

export function createSessionTokens(): SessionTokens {
  const printed = createToken()
  const unused = new Map<string, () => void>()
  let opened = false

  function takeOnce(given: string): boolean {
    const token = [...unused.keys()].find((one) => isSameToken(given, one))
    if (token === undefined) return false
    unused.get(token)?.()
    return unused.delete(token)
  }

  return {
    printed,
    issueOnce() {
      const token = createToken()
      const { promise: used, resolve } = Promise.withResolvers<void>()
      unused.set(token, resolve)
      return { token, used, revoke: () => void unused.delete(token) }
    },
    redeem(given) {
      const isGood = isSameToken(given, printed) || takeOnce(given)
      opened ||= isGood
      return isGood
    },
    hasOpened: () => opened,
  }
}
