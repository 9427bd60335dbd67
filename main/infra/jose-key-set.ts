import { readBoundedJson } from '../../shared/json/read-bounded-json.ts'
import { isLoopbackUrl } from '../../shared/settings/base-url.ts'
import type { Clock } from '../engine/ports.ts'
import type { KeyFinding, KeySet } from '../engine/webhooks/ports.ts'
import { httpGet } from './http-get.ts'

const cooldownMs = 30_000
const maxAgeMs = 600_000
const timeoutMs = 5_000
const maxBytes = 64 * 1024
/** How many keys are tried where a delivery names none. */
const mostKeys = 8
const algorithm = { alg: 'ES256' } as const

interface KeySetOptions {
  readonly baseUrl: string
  readonly clock: Pick<Clock, 'now'>
}

/**
 * The keys at `{base_url}/.well-known/jwks.json` (interface: Events 3), requested at most once in 30 seconds,
 * also where that fails (jose's own pause begins only with a success). https, or http to this machine; no
 * redirect. jose is loaded with the first delivery: a start doesn't need its 46 files.
 */
export function createJoseKeySet(options: KeySetOptions): KeySet {
  let opened: Promise<KeySet> | null = null
  return {
    async find(keyId) {
      opened ??= openKeySet(options)
      try {
        return await (await opened).find(keyId)
      } catch {
        // jose could not be loaded; the next delivery tries again.
        opened = null
        return { type: 'unreachable' }
      }
    },
  }
}

async function openKeySet({ baseUrl, clock }: KeySetOptions): Promise<KeySet> {
  const { createRemoteJWKSet, customFetch, errors } = await import('jose')
  const url = new URL(`${baseUrl}/.well-known/jwks.json`)
  const isSafe = url.protocol === 'https:' || isLoopbackUrl(url.href)
  let requestedAt = Number.NEGATIVE_INFINITY
  /** How many sets have been read, so that a call can tell whether one was read during it. */
  let reads = 0
  let isOutOfReach = false

  async function fetchKeys(_: string, { signal }: { signal: AbortSignal }): Promise<Response> {
    if (!isSafe) throw new Error('Keys are not taken over plain http.')
    if (clock.now() - requestedAt < cooldownMs) throw new Error('The keys were asked for a moment ago.')
    requestedAt = clock.now()
    isOutOfReach = true
    const { status, body } = await httpGet(url, { headers: { Accept: 'application/json' }, signal, maxBytes })
    isOutOfReach = status !== 200 || !readBoundedJson(body).ok
    reads += 1
    return new Response(body, { status: isOutOfReach ? 502 : 200 })
  }

  const keys = createRemoteJWKSet(url, {
    cooldownDuration: cooldownMs,
    cacheMaxAge: maxAgeMs,
    timeoutDuration: timeoutMs,
    [customFetch]: fetchKeys,
  })

  async function look(keyId: string | null): Promise<KeyFinding> {
    try {
      return { type: 'keys', keys: [await keys(keyId === null ? algorithm : { ...algorithm, kid: keyId })] }
    } catch (error) {
      if (error instanceof errors.JWKSMultipleMatchingKeys)
        return { type: 'keys', keys: await firstOf(error) }
      return { type: error instanceof errors.JWKSNoMatchingKey ? 'unknown' : 'unreachable' }
    }
  }

  /** Every signing key that is published now, where a request is allowed; concurrent callers share it. */
  async function readAnew(): Promise<KeyFinding> {
    if (!keys.reloading && clock.now() - requestedAt < cooldownMs)
      return { type: isOutOfReach ? 'unreachable' : 'unsettled' }
    try {
      await keys.reload()
    } catch {
      return { type: 'unreachable' }
    }
    return look(null)
  }

  return {
    async find(keyId) {
      const before = reads
      const found = await look(keyId)
      if (reads > before) return found
      if (found.type === 'unknown') return { type: 'unsettled' }
      return found.type === 'keys' && keyId === null ? { ...found, newer: readAnew } : found
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
