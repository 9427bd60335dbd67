import { createRemoteJWKSet, customFetch, errors } from 'jose'
import { readBoundedJson } from '../../shared/json/read-bounded-json.ts'
import { isLoopbackUrl } from '../../shared/settings/webhook-profile.ts'
import type { Clock } from '../engine/ports.ts'
import type { KeySet } from '../engine/webhooks/ports.ts'
import { httpGet } from './http-get.ts'

const cooldownMs = 30_000
const maxAgeMs = 600_000
const timeoutMs = 5_000
const maxBytes = 64 * 1024
/** How many keys are tried where a delivery names none. */
const mostKeys = 8
const algorithm = { alg: 'ES256' } as const

/**
 * The keys at `{base_url}/.well-known/jwks.json` (interface: Events 3), asked for at most once in 30 seconds, also
 * where that fails (jose's own pause begins with a success only). https, or http to this machine; no redirect.
 */
export function createJoseKeySet({ baseUrl, clock }: { baseUrl: string; clock: Pick<Clock, 'now'> }): KeySet {
  const url = new URL(`${baseUrl}/.well-known/jwks.json`)
  const isSafe = url.protocol === 'https:' || isLoopbackUrl(url.href)
  let askedAt = Number.NEGATIVE_INFINITY

  async function fetchKeys(_: string, { signal }: { signal: AbortSignal }): Promise<Response> {
    if (!isSafe) throw new Error('Keys are not taken over plain http.')
    if (clock.now() - askedAt < cooldownMs) throw new Error('The keys were asked for a moment ago.')
    askedAt = clock.now()
    const { status, body } = await httpGet(url, { headers: { Accept: 'application/json' }, signal, maxBytes })
    return new Response(body, { status: status === 200 && readBoundedJson(body).ok ? 200 : 502 })
  }

  const keys = createRemoteJWKSet(url, {
    cooldownDuration: cooldownMs,
    cacheMaxAge: maxAgeMs,
    timeoutDuration: timeoutMs,
    [customFetch]: fetchKeys,
  })

  return {
    async find(keyId) {
      try {
        return { type: 'keys', keys: [await keys(keyId === null ? algorithm : { ...algorithm, kid: keyId })] }
      } catch (error) {
        if (error instanceof errors.JWKSMultipleMatchingKeys)
          return { type: 'keys', keys: await firstOf(error) }
        return { type: error instanceof errors.JWKSNoMatchingKey ? 'unknown' : 'unreachable' }
      }
    },
  }
}

async function firstOf(found: AsyncIterable<CryptoKey>): Promise<CryptoKey[]> {
  const keys: CryptoKey[] = []
  for await (const key of found) {
    keys.push(key)
    if (keys.length === mostKeys) break
  }
  return keys
}
