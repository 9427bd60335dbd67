import { createHash, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import type { KeySet } from '../engine/webhooks/ports.ts'

/** A service's signing key with its public half as a key set. */
export interface SigningService {
  readonly keyId: string
  readonly privateKey: KeyObject
  readonly publicJwk: Readonly<Record<string, unknown>>
  readonly keys: KeySet
}

export async function createSigningService(keyId: string = crypto.randomUUID()): Promise<SigningService> {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const jwk = publicKey.export({ format: 'jwk' })
  const key = await crypto.subtle.importKey('jwk', jwk, { name: 'ECDSA', namedCurve: 'P-256' }, true, [
    'verify',
  ])
  return {
    keyId,
    privateKey,
    publicJwk: { ...jwk, kid: keyId, alg: 'ES256', use: 'sig' },
    keys: {
      find: async (asked) =>
        asked === null || asked === keyId ? { type: 'keys', keys: [key] } : { type: 'unknown' },
    },
  }
}

export interface SignDelivery {
  readonly service: Pick<SigningService, 'privateKey' | 'keyId'>
  readonly body: string | Uint8Array
  readonly requestId?: string
  /** Unix seconds. */
  readonly timestamp?: number
}

/** The four headers by the default profile, made with node:crypto alone, so that it shares nothing with what is tried. */
export function signHeaders({ service, body, requestId, timestamp }: SignDelivery): Record<string, string> {
  const id = requestId ?? crypto.randomUUID()
  const at = timestamp ?? Math.floor(Date.parse('2026-11-20T12:00:00Z') / 1000)
  const digest = createHash('sha256').update(body).digest('hex')
  const key = { key: service.privateKey, dsaEncoding: 'ieee-p1363' } as const
  return {
    'X-Service-Webhook-Request-Id': id,
    'X-Service-Webhook-Timestamp': String(at),
    'X-Service-Webhook-Signature': sign('sha256', Buffer.from(`${id}\n${at}\n${digest}`), key).toString(
      'base64url',
    ),
    'X-Service-Webhook-Key-Id': service.keyId,
  }
}

/** A webhook's body (interface: Webhook payload). */
export function payloadOf(jobId: string, changes: Record<string, unknown> = {}): string {
  return JSON.stringify({
    job_id: jobId,
    status: 'completed',
    created_at: '2026-11-20T11:59:00Z',
    completed_at: '2026-11-20T12:00:00Z',
    result: { urls: ['https://service.example/results/1'] },
    ...changes,
  })
}
