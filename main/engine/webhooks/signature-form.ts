import { Buffer } from 'node:buffer'
import type { WebhookProfile } from '../../../shared/settings/webhook-profile.ts'

const integerBytes = 32
const sequenceTag = 0x30
const integerTag = 0x02

type SignatureForm = Pick<WebhookProfile, 'encoding' | 'form'>

/** The 64 bytes r‖s of a signature in the profile's form; null where it is encoded in any other way. */
export function decodeSignature(text: string, { encoding, form }: SignatureForm): Buffer | null {
  const bytes = decodeStrictly(text, encoding)
  if (!bytes) return null
  if (form === 'der') return rawFromDer(bytes)
  return bytes.length === 2 * integerBytes ? bytes : null
}

/** A signature r‖s in the profile's form. */
export function encodeSignature(raw: Uint8Array, { encoding, form }: SignatureForm): string {
  const bytes = form === 'der' ? derFromRaw(raw) : Buffer.from(raw)
  return bytes.toString(encoding)
}

/** Node's decoder accepts almost anything, so only what it would itself write is accepted. */
export function decodeStrictly(text: string, encoding: WebhookProfile['encoding']): Buffer | null {
  const bytes = Buffer.from(text, encoding)
  return bytes.toString(encoding) === text ? bytes : null
}

/** ECDSA-Sig-Value (RFC 3279, 2.2.3) in DER; like above, only what would be written is accepted. */
function rawFromDer(der: Buffer): Buffer | null {
  const rEnd = 4 + (der[3] ?? 0)
  const raw = Buffer.concat([readInteger(der.subarray(4, rEnd)), readInteger(der.subarray(rEnd + 2))])
  return derFromRaw(raw).equals(der) ? raw : null
}

function readInteger(digits: Buffer): Buffer {
  return Buffer.concat([Buffer.alloc(integerBytes), digits]).subarray(-integerBytes)
}

/** r‖s as the ASN.1 sequence that OpenSSL takes directly. */
export function derFromRaw(raw: Uint8Array): Buffer {
  const der = Buffer.alloc(2 * integerBytes + 8)
  const end = writeInteger(der, writeInteger(der, 2, raw, 0), raw, integerBytes)
  der[0] = sequenceTag
  der[1] = end - 2
  return der.subarray(0, end)
}

/** Writes the 32 bytes of `raw` from `from` on as a minimal integer; returns where it ends. */
function writeInteger(der: Buffer, at: number, raw: Uint8Array, from: number): number {
  let first = from
  while (first < from + integerBytes - 1 && raw[first] === 0) first += 1
  const isNegative = (raw[first] ?? 0) >= 0x80
  const start = at + 2 + (isNegative ? 1 : 0)
  const length = from + integerBytes - first
  der.set(raw.subarray(first, from + integerBytes), start)
  der[at] = integerTag
  der[at + 1] = length + (isNegative ? 1 : 0)
  return start + length
}
