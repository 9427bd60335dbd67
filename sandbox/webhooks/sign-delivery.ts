import { createHash, createPrivateKey, sign } from 'node:crypto'

/** A key that signs deliveries. */
export interface SigningKey {
  readonly id: string
  /** PKCS #8 in PEM. */
  readonly privateKey: string
}

export interface SignInput {
  readonly key: SigningKey
  readonly requestId: string
  /** Unix seconds. */
  readonly timestamp: number
  readonly body: Uint8Array
}

/**
 * The headers of a signed delivery: ES256 over request id, timestamp and the body's SHA-256 in lower-case hex, joined
 * by line feeds; the signature is r and s in base64url.
 */
export function signDelivery({ key, requestId, timestamp, body }: SignInput): Record<string, string> {
  const digest = createHash('sha256').update(body).digest('hex')
  const message = Buffer.from(`${requestId}\n${timestamp}\n${digest}`)
  const privateKey = { key: createPrivateKey(key.privateKey), dsaEncoding: 'ieee-p1363' } as const
  return {
    'X-Service-Webhook-Request-Id': requestId,
    'X-Service-Webhook-Timestamp': String(timestamp),
    'X-Service-Webhook-Signature': sign('sha256', message, privateKey).toString('base64url'),
    'X-Service-Webhook-Key-Id': key.id,
  }
}
