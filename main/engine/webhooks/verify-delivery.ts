import { KeyObject, verify } from 'node:crypto'
import type { WebhookProfile } from '../../../shared/settings/webhook-profile.ts'
import type { KeyFinding, KeySet } from './ports.ts'
import { type Proof, type Refusal, readProof, refuse } from './read-proof.ts'
import { derFromRaw } from './signature-form.ts'

/** How far a delivery's time may be from ours, in seconds. */
const toleranceSeconds = 300
/** Keys as node:crypto objects: it verifies DER at half the cost of Web Crypto. */
const keyObjects = new WeakMap<CryptoKey, KeyObject>()

export interface VerifyDelivery {
  readonly profile: WebhookProfile
  readonly headers: Pick<Headers, 'get'>
  readonly body: Uint8Array
  readonly keys: KeySet
  /** Milliseconds since the epoch. */
  readonly now: number
}

/** A delivery verified as the service's; without a request id where it is unsigned. */
export type Verdict = { readonly type: 'verified'; readonly requestId: string | null } | Refusal

/** Checks headers, decoding, time, key, signature, in this order (HOOK1). Never throws. */
export async function verifyDelivery({
  profile,
  headers,
  body,
  keys,
  now,
}: VerifyDelivery): Promise<Verdict> {
  const read = readProof(profile, headers, body)
  if (read.type === 'refused') return read
  if (read.type === 'unsigned') return { type: 'verified', requestId: null }
  const { proof } = read
  if (Math.abs(now / 1000 - proof.timestamp) > toleranceSeconds)
    return refuse('stale', profile.headers.timestamp)
  return holdAgainst(await keys.find(proof.keyId), proof, profile.headers)
}

type HeaderNames = WebhookProfile['headers']

/** A signature that no key made is wrong only if these are the keys that the service publishes now (HOOK29). */
async function holdAgainst(found: KeyFinding, proof: Proof, headers: HeaderNames): Promise<Verdict> {
  if (found.type === 'unreachable') return refuse('keys_unreachable')
  if (found.type === 'unknown') return refuse('unknown_key', headers.keyId)
  if (found.type === 'unsettled')
    return refuse('key_unsettled', proof.keyId === null ? headers.signature : headers.keyId)
  for (const key of found.keys)
    if (await isSignedBy(key, proof)) return { type: 'verified', requestId: proof.requestId }
  if (proof.keyId === null && found.newer) return holdAgainst(await found.newer(), proof, headers)
  return refuse('bad_signature', headers.signature)
}

/** On another thread, so that deliveries are verified in parallel and the studio stays responsive. */
function isSignedBy(key: CryptoKey, { signature, signed }: Proof): Promise<boolean> {
  const known = keyObjects.get(key) ?? KeyObject.from(key)
  keyObjects.set(key, known)
  return new Promise((resolve) => {
    verify('sha256', signed, known, derFromRaw(signature), (error, isSound) => resolve(!error && isSound))
  })
}
