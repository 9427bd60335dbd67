import type { WebhookProfile } from '../../../shared/settings/webhook-profile.ts'

const integerBytes = 32
const sequenceTag = 0x30
const integerTag = 0x02

type SignatureForm = Pick<WebhookProfile, 'encoding' | 'form'>

/** The 64 bytes r‖s of a signature as the profile writes it; null where it is spelt in any other way. */
export function decodeSignature(text: string, { encoding, form }: SignatureForm): Buffer | null {
  const bytes = decodeStrictly(text, encoding)
  if (!bytes) return null
  if (form === 'der') return rawFromDer(bytes)
  return bytes.length === 2 * integerBytes ? bytes : null
}

/** A signature r‖s as the profile writes it. */
export function encodeSignature(raw: Uint8Array, { encoding, form }: SignatureForm): string {
  const bytes = form === 'der' ? derFromRaw(raw) : Buffer.from(raw)
  return bytes.toString(encoding)
}

/** Node reads almost anything; only what it would write itself is taken. */
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

function derFromRaw(raw: Uint8Array): Buffer {
  const integers = [raw.subarray(0, integerBytes), raw.subarray(integerBytes)].map(toInteger)
  const content = Buffer.concat(integers)
  return Buffer.concat([Buffer.from([sequenceTag, content.length]), content])
}

function toInteger(value: Uint8Array): Buffer {
  const from = value.findIndex((byte) => byte !== 0)
  const digits = from === -1 ? Buffer.from([0]) : Buffer.from(value.subarray(from))
  const padded = (digits[0] ?? 0) >= 0x80 ? Buffer.concat([Buffer.from([0]), digits]) : digits
  return Buffer.concat([Buffer.from([integerTag, padded.length]), padded])
}
