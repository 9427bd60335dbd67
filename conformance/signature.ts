import { createHash, createPublicKey, type JsonWebKey, verify } from 'node:crypto'
import type { Delivery } from './receiver.ts'

/** The prefix of all headers of a signed delivery (interface: Events 3). */
export const signaturePrefix = 'x-service-webhook-'

const profileHeaders = ['request-id', 'timestamp', 'signature'] as const

/** The maximum difference between a delivery's time and ours, in seconds. */
const clockSkewSeconds = 300

export interface SigningKey extends JsonWebKey {
  readonly kid?: string
}

/** The delivery's headers of the signature prefix, without it. */
export function signatureHeaders({ headers }: Delivery): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      name.startsWith(signaturePrefix) ? [[name.slice(signaturePrefix.length), String(value)]] : [],
    ),
  )
}

/** Whether the headers are named as the default profile names them; the interface shows only their prefix. */
export function followsDefaultProfile(delivery: Delivery): boolean {
  const headers = signatureHeaders(delivery)
  return profileHeaders.every((name) => headers[name] !== undefined)
}

/**
 * Why a delivery is not signed by one of these keys in the default profile: ES256 over request id, Unix seconds and the
 * body's SHA-256 in hex, joined by line feeds, as 64 bytes in base64url. Null where it is. `now` is in milliseconds.
 */
export function findSignatureFault(
  delivery: Delivery,
  keys: readonly SigningKey[],
  now: number,
): string | null {
  const headers = signatureHeaders(delivery)
  const timestamp = headers.timestamp ?? ''
  if (!/^\d+$/.test(timestamp)) return `the timestamp "${timestamp}", no Unix seconds`
  if (Math.abs(Number(timestamp) - now / 1000) > clockSkewSeconds)
    return `a timestamp ${timestamp} far from now`
  const signature = Buffer.from(headers.signature ?? '', 'base64url')
  if (signature.length !== 64) return `a signature of ${signature.length} bytes`
  const digest = createHash('sha256').update(delivery.body).digest('hex')
  const message = Buffer.from(`${headers['request-id']}\n${timestamp}\n${digest}`)
  const named = headers['key-id']
  const candidates = named === undefined ? keys : keys.filter((key) => key.kid === named)
  if (candidates.length === 0) return `the key id "${named}", which is not published`
  const verified = candidates.some((key) => {
    const publicKey = { key: createPublicKey({ key, format: 'jwk' }), dsaEncoding: 'ieee-p1363' } as const
    return verify('sha256', message, publicKey, signature)
  })
  return verified ? null : 'a signature that no published key verifies'
}
