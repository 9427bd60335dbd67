import { createHash, type KeyObject, sign } from 'node:crypto'

/** A delivery's parts as text, so that each can be changed. */
export interface Signed {
  readonly path: string
  readonly requestId: string
  readonly timestamp: string
  readonly signature: string
  /** Null: the header is omitted. */
  readonly keyId: string | null
  readonly body: Buffer
}

export interface Signer {
  readonly privateKey: KeyObject
  readonly keyId: string
}

export type ToSign = Partial<Pick<Signed, 'requestId' | 'timestamp'>> & Pick<Signed, 'path' | 'body'>

/** Now, as written in the header. */
export function nowInSeconds(): number {
  return Math.floor(Date.now() / 1000)
}

/** The message that is signed by the default profile. */
export function messageOf({
  requestId,
  timestamp,
  body,
}: Omit<Signed, 'path' | 'signature' | 'keyId'>): string {
  return `${requestId}\n${timestamp}\n${createHash('sha256').update(body).digest('hex')}`
}

/** A delivery as the service makes it, with node:crypto only. */
export function signDelivery(signer: Signer, { path, body, ...given }: ToSign): Signed {
  const requestId = given.requestId ?? crypto.randomUUID()
  const timestamp = given.timestamp ?? String(nowInSeconds())
  const key = { key: signer.privateKey, dsaEncoding: 'ieee-p1363' } as const
  const signature = sign('sha256', Buffer.from(messageOf({ requestId, timestamp, body })), key)
  return { path, requestId, timestamp, body, keyId: signer.keyId, signature: signature.toString('base64url') }
}

const order = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n

/** The other signature that verifies as well: r and the negated s. */
export function malleate(signature: string): string {
  const bytes = Buffer.from(signature, 'base64url')
  const s = BigInt(`0x${bytes.subarray(32).toString('hex')}`)
  const negated = Buffer.from((order - s).toString(16).padStart(64, '0'), 'hex')
  return Buffer.concat([bytes.subarray(0, 32), negated]).toString('base64url')
}
