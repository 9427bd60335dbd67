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
  return bytes.length > 0 && bytes.toString(encoding) === text ? bytes : null
}

/** ECDSA-Sig-Value (RFC 3279, 2.2.3) in DER: two minimal, unsigned integers and nothing else. */
function rawFromDer(der: Buffer): Buffer | null {
  if (der[0] !== sequenceTag || der[1] !== der.length - 2 || der.length > 72) return null
  const r = readInteger(der, 2)
  const s = r && readInteger(der, r.end)
  return r && s && s.end === der.length ? Buffer.concat([r.value, s.value]) : null
}

function readInteger(der: Buffer, at: number): { value: Buffer; end: number } | null {
  const length = der[at + 1] ?? 0
  const end = at + 2 + length
  const [first = 0, second = 0] = der.subarray(at + 2, at + 4)
  if (der[at] !== integerTag || length === 0 || end > der.length || first >= 0x80) return null
  if (first === 0 && length > 1 && second < 0x80) return null
  const digits = der.subarray(at + 2 + (first === 0 ? 1 : 0), end)
  if (digits.length > integerBytes) return null
  return { value: Buffer.concat([Buffer.alloc(integerBytes - digits.length), digits]), end }
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
