import { Buffer } from 'node:buffer'
import { createHmac, createSecretKey, timingSafeEqual } from 'node:crypto'

/** Where deliveries arrive, below the receiver's root. */
export const hookPath = '/hooks/'

/** Makes and reads the tokens that identify a submission in a webhook's path. */
export interface HookTokens {
  tokenOf(submissionId: string): string
  /** The submission of a token; null where the token is not ours. */
  read(token: string): string | null
}

const separator = '.'

/**
 * Tokens are derived from the library's secret, so that each is known before anything is sent and after any
 * restart without being stored, and none can be derived from another.
 */
export function createHookTokens(secret: Uint8Array): HookTokens {
  // A node:crypto key object is prepared once, not for each token.
  const key = createSecretKey(secret)

  function proofOf(submissionId: string): string {
    return createHmac('sha256', key).update(`hook\n${submissionId}`).digest('base64url')
  }

  return {
    tokenOf: (submissionId) => `${submissionId}${separator}${proofOf(submissionId)}`,
    read(token) {
      const [submissionId = '', proof = '', ...rest] = token.split(separator)
      const expected = Buffer.from(proofOf(submissionId))
      const given = Buffer.from(proof)
      const isOurs = rest.length === 0 && given.length === expected.length && timingSafeEqual(given, expected)
      return isOurs ? submissionId : null
    },
  }
}
