import { createHash, createPublicKey, generateKeyPairSync, type KeyObject, sign, verify } from 'node:crypto'
import type { KeySet } from '../../main/engine/webhooks/ports.ts'
import { verifyDelivery } from '../../main/engine/webhooks/verify-delivery.ts'
import { webhookProfileSchema } from '../../shared/settings/webhook-profile.ts'
import type { Row } from '../row.ts'

const rounds = 9
const timesARound = 2_560
/** By then both are fully compiled. */
const roundsToWarm = 2
const inFlight = 64
const profile = webhookProfileSchema.parse({})
const body = Buffer.from(
  JSON.stringify({ job_id: crypto.randomUUID(), status: 'completed', result: { urls: [] } }),
)

/** The cost of verifying a delivery, in processor time over all threads. */
export const es256Verify: Row = {
  what: 'ES256 verify, CPU',
  unit: 'µs',
  baselineIs: 'the body’s digest, the message and node:crypto on a DER signature, by hand',
  oursIs: 'a delivery’s headers read, decoded and verified, 64 in flight',
  aim: { kind: 'ratio', atMost: 1.2 },
  async measure() {
    const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    const now = String(Math.floor(Date.now() / 1000))
    const message = messageOf('request-1', now)
    const der = sign('sha256', message.bytes, privateKey)
    const headers = signedHeaders(message, privateKey)
    const keys = await keySetOf(publicKey)
    const key = createPublicKey(publicKey.export({ type: 'spki', format: 'pem' }))
    const baseline: number[] = []
    const ours: number[] = []
    const byHand = async () => verify('sha256', messageOf('request-1', now).bytes, key, der)
    for (let round = -roundsToWarm; round < rounds; round++) {
      const [hand, own] = [await cpuOfEach(byHand), await cpuOfEach(() => isVerified(headers, keys))]
      if (round < 0) continue
      baseline.push(hand)
      ours.push(own)
    }
    return { baseline, ours }
  },
}

function messageOf(requestId: string, timestamp: string) {
  const digest = createHash('sha256').update(body).digest('hex')
  return { requestId, timestamp, bytes: Buffer.from(`${requestId}\n${timestamp}\n${digest}`) }
}

function signedHeaders(
  { requestId, timestamp, bytes }: ReturnType<typeof messageOf>,
  key: KeyObject,
): Headers {
  const signature = sign('sha256', bytes, { key, dsaEncoding: 'ieee-p1363' }).toString('base64url')
  const names = profile.headers
  return new Headers({
    [names.requestId]: requestId,
    [names.timestamp]: timestamp,
    [names.signature]: signature,
    [names.keyId]: 'key-1',
  })
}

async function keySetOf(publicKey: KeyObject): Promise<KeySet> {
  const jwk = publicKey.export({ format: 'jwk' })
  const key = await crypto.subtle.importKey('jwk', jwk, { name: 'ECDSA', namedCurve: 'P-256' }, true, [
    'verify',
  ])
  return { find: async () => ({ type: 'keys', keys: [key] }) }
}

async function isVerified(headers: Headers, keys: KeySet): Promise<boolean> {
  const verdict = await verifyDelivery({ profile, headers, body, keys, now: Date.now() })
  return verdict.type === 'verified'
}

/** Microseconds of processor time for one; throws where one was not verified. */
async function cpuOfEach(verifyOne: () => Promise<boolean>): Promise<number> {
  const before = process.cpuUsage()
  for (let done = 0; done < timesARound; done += inFlight) {
    const verified = await Promise.all(Array.from({ length: inFlight }, verifyOne))
    if (verified.includes(false)) throw new Error('An audio file delivery was refused.')
  }
  const { user, system } = process.cpuUsage(before)
  return (user + system) / timesARound
}
