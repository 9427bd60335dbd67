import { Buffer } from 'node:buffer'
import type { DeliveryRefusal, WebhookTest } from '../../../shared/bridge/webhook-views.ts'
import type { WebhookProfile } from '../../../shared/settings/webhook-profile.ts'
import type { Clock, Ids } from '../ports.ts'
import type { HookTokens } from './hook-token.ts'
import type { KeySet, SendDelivery } from './ports.ts'
import type { HookTarget } from './receiver.ts'
import { encodeSignature } from './signature-form.ts'
import { composeMessage } from './signed-message.ts'

const responseTimeoutMs = 15_000
const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const

/** Test deliveries that the person sends to see whether they arrive (HOOK18). */
export interface SelfDelivery {
  /** The test delivery of a path's token, if it is one. */
  target(token: string): HookTarget | null
  /** Sends one to `{address}{token}` as the service would, and reports how far it came. */
  send(address: string, profile: WebhookProfile): Promise<WebhookTest>
  close(): void
}

interface SelfDeliveryDeps {
  readonly clock: Clock
  readonly ids: Ids
  readonly send: SendDelivery
  readonly tokens: Pick<HookTokens, 'tokenOf'>
}

export function createSelfDelivery({ clock, ids, send, tokens }: SelfDeliveryDeps): SelfDelivery {
  const awaited = new Map<string, HookTarget>()
  const stop = new AbortController()

  /** Makes a single-use token, with the key that verifies deliveries to it. */
  function expect(token: string, key: CryptoKey) {
    const seen: { arrived: boolean; reason: DeliveryRefusal | null } = { arrived: false, reason: null }
    const keys: KeySet = { find: async () => ({ type: 'keys', keys: [key] }) }
    awaited.set(token, {
      type: 'test',
      keys,
      arrived() {
        seen.arrived = true
        awaited.delete(token)
      },
      refused(reason) {
        seen.reason = reason
      },
    })
    return seen
  }

  return {
    target: (token) => awaited.get(token) ?? null,
    async send(address, profile) {
      const token = `test.${tokens.tokenOf(ids.next())}`
      const pair = await crypto.subtle.generateKey(algorithm, false, ['sign', 'verify'])
      const seen = expect(token, pair.publicKey)
      const startedAt = clock.now()
      const delivery = await signedDelivery(profile, pair.privateKey, {
        now: clock.now(),
        requestId: ids.next(),
      })
      const late = new AbortController()
      const endTimer = clock.setTimer(responseTimeoutMs, () =>
        late.abort(new DOMException('No response in time.', 'TimeoutError')),
      )
      const signal = AbortSignal.any([stop.signal, late.signal])
      const outcome = await send({ ...delivery, url: `${address}${token}`, signal })
      endTimer()
      awaited.delete(token)
      const took = { url: address, milliseconds: clock.now() - startedAt }
      if (outcome.type === 'failed')
        return { ...took, finding: 'not_reached', status: null, reason: null, cause: outcome.cause }
      const { status } = outcome
      const finding = seen.arrived ? 'arrived' : seen.reason === null ? 'elsewhere' : 'refused'
      return { ...took, finding, status, reason: seen.arrived ? null : seen.reason, cause: null }
    },
    close: () => stop.abort(),
  }
}

/** A delivery without a job, signed according to the profile. */
async function signedDelivery(
  profile: WebhookProfile,
  key: CryptoKey,
  { now, requestId }: { readonly now: number; readonly requestId: string },
) {
  const at = new Date(now).toISOString()
  const body = Buffer.from(
    JSON.stringify({
      job_id: '00000000-0000-0000-0000-000000000000',
      status: 'completed',
      created_at: at,
      completed_at: at,
      result: { urls: [] },
    }),
  )
  const timestamp = String(Math.floor(now / 1000))
  const message = composeMessage(profile.message, { requestId, timestamp, body })
  const names = profile.headers
  return {
    body,
    headers: {
      'Content-Type': 'application/json',
      [names.requestId]: requestId,
      [names.timestamp]: timestamp,
      [names.signature]: await sign(profile, key, message),
      [names.keyId]: 'self',
    },
  }
}

async function sign(profile: WebhookProfile, key: CryptoKey, message: Buffer): Promise<string> {
  const head = Buffer.from(JSON.stringify({ alg: 'ES256', kid: 'self' })).toString('base64url')
  const isJws = profile.scheme === 'jws'
  const signed = isJws ? Buffer.from(`${head}.${message.toString('base64url')}`) : message
  const raw = new Uint8Array(await crypto.subtle.sign(algorithm, key, new Uint8Array(signed)))
  return isJws ? `${head}..${Buffer.from(raw).toString('base64url')}` : encodeSignature(raw, profile)
}
