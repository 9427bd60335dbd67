import { createHash, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import type { WebhookProfile } from '../../shared/settings/webhook-profile.ts'
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
      find: async (requested) =>
        requested === null || requested === keyId ? { type: 'keys', keys: [key] } : { type: 'unknown' },
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

/**
 * The four headers by the default profile, made with node:crypto only, so that it shares nothing with the
 * tested code.
 */
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

export interface SignAs extends SignDelivery {
  readonly profile: WebhookProfile
  /** Of a JWS: the unencoded payload instead of base64url (RFC 7797), or the key's id inside. */
  readonly jwsHeader?: Readonly<Record<string, unknown>>
}

/** The four headers by any profile, made with node:crypto only. */
export function signHeadersAs({
  profile,
  service,
  body,
  jwsHeader = {},
  ...said
}: SignAs): Record<string, string> {
  const id = said.requestId ?? crypto.randomUUID()
  const at = String(said.timestamp ?? Math.floor(Date.parse('2026-11-20T12:00:00Z') / 1000))
  const parts: Record<string, Buffer> = {
    '{id}': Buffer.from(id),
    '{timestamp}': Buffer.from(at),
    '{body}': Buffer.from(body),
    '{sha256}': Buffer.from(createHash('sha256').update(body).digest('hex')),
  }
  const pieces = profile.message.split(/(\{[a-z0-9]+\})/)
  const message = Buffer.concat(pieces.map((piece) => parts[piece] ?? Buffer.from(piece)))
  return {
    [profile.headers.requestId]: id,
    [profile.headers.timestamp]: at,
    [profile.headers.signature]:
      profile.scheme === 'jws'
        ? detachedJws(service.privateKey, message, jwsHeader)
        : sign('sha256', message, {
            key: service.privateKey,
            dsaEncoding: profile.form === 'der' ? 'der' : 'ieee-p1363',
          }).toString(profile.encoding),
    [profile.headers.keyId]: service.keyId,
  }
}

function detachedJws(key: KeyObject, message: Buffer, more: Readonly<Record<string, unknown>>): string {
  const head = Buffer.from(JSON.stringify({ alg: 'ES256', ...more })).toString('base64url')
  const payload = more.b64 === false ? message : Buffer.from(message.toString('base64url'))
  const signed = Buffer.concat([Buffer.from(`${head}.`), payload])
  return `${head}..${sign('sha256', signed, { key, dsaEncoding: 'ieee-p1363' }).toString('base64url')}`
}
