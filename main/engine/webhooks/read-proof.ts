import { Buffer } from 'node:buffer'
import { z } from 'zod'
import type { DeliveryRefusal } from '../../../shared/bridge/webhook-views.ts'
import { parseBoundedJson } from '../../../shared/json/read-bounded-json.ts'
import type { WebhookProfile } from '../../../shared/settings/webhook-profile.ts'
import { decodeSignature, decodeStrictly } from './signature-form.ts'
import { composeMessage } from './signed-message.ts'

/** A delivery's proof of its origin, parsed but not yet verified. */
export interface Proof {
  readonly requestId: string
  /** Unix seconds. */
  readonly timestamp: number
  readonly keyId: string | null
  /** The signed bytes. */
  readonly signed: Uint8Array
  /** r and s, 32 bytes each. */
  readonly signature: Uint8Array
}

export interface Refusal {
  readonly type: 'refused'
  readonly reason: DeliveryRefusal
  /** The header at fault. */
  readonly detail: string | null
}

export type ReadProof =
  | { readonly type: 'proof'; readonly proof: Proof }
  | { readonly type: 'unsigned' }
  | Refusal

type HeaderRole = keyof WebhookProfile['headers']

/** A comma in one of these is how HTTP joins a header that was sent twice, so a valid one has none. */
const forms: Readonly<Record<HeaderRole, RegExp>> = {
  requestId: /^[A-Za-z0-9._:~+/=-]{1,200}$/,
  timestamp: /^(0|[1-9][0-9]{0,11})$/,
  signature: /^[A-Za-z0-9._+/=-]{1,2000}$/,
  keyId: /^[A-Za-z0-9._:~+/=-]{1,200}$/,
}

const roles = ['requestId', 'timestamp', 'signature', 'keyId'] as const

export function refuse(reason: DeliveryRefusal, detail: string | null = null): Refusal {
  return { type: 'refused', reason, detail }
}

/** Reads the headers by the profile (HOOK4, HOOK15); the body is not parsed. */
export function readProof(
  profile: WebhookProfile,
  headers: Pick<Headers, 'get'>,
  body: Uint8Array,
): ReadProof {
  const values = roles.map((role) => [role, headers.get(profile.headers[role])] as const)
  if (profile.allowsUnsigned && values.every(([, value]) => value === null)) return { type: 'unsigned' }
  for (const [role, value] of values) {
    const name = profile.headers[role]
    if (value === null && role !== 'keyId') return refuse('header_missing', name)
    if (value?.includes(',')) return refuse('header_repeated', name)
    if (value !== null && !forms[role].test(value)) return refuse('header_malformed', name)
  }
  const { requestId, timestamp, signature, keyId } = Object.fromEntries(values)
  const said = { requestId: requestId ?? '', timestamp: timestamp ?? '', keyId: keyId ?? null }
  const message = composeMessage(profile.message, { ...said, body })
  const text = signature ?? ''
  const read =
    profile.scheme === 'jws'
      ? readJws(text, message, said.keyId)
      : readBare(profile, text, message, said.keyId)
  if (!read) return refuse('signature_malformed', profile.headers.signature)
  return { type: 'proof', proof: { ...said, timestamp: Number(said.timestamp), ...read } }
}

type SignatureRead = Pick<Proof, 'signed' | 'signature' | 'keyId'> | null

function readBare(
  profile: WebhookProfile,
  text: string,
  message: Buffer,
  keyId: string | null,
): SignatureRead {
  const signature = decodeSignature(text, profile)
  return signature && { signed: message, signature, keyId }
}

/** The relevant fields of a JWS header. `crit` may only name the unencoded payload (RFC 7797). */
const jwsHeaderSchema = z.looseObject({
  alg: z.literal('ES256'),
  kid: z.string().regex(forms.keyId).optional(),
  b64: z.boolean().optional(),
  crit: z.tuple([z.literal('b64')]).optional(),
})

function readJws(text: string, message: Buffer, keyId: string | null): SignatureRead {
  const [head = '', payload, tail = '', ...rest] = text.split('.')
  if (payload !== '' || rest.length > 0) return null
  const signature = decodeSignature(tail, { encoding: 'base64url', form: 'raw' })
  const header = jwsHeaderSchema.safeParse(parseHeader(head))
  if (!signature || !header.success) return null
  const { kid, b64, crit } = header.data
  if ((b64 === undefined) !== (crit === undefined)) return null
  if (kid !== undefined && keyId !== null && kid !== keyId) return null
  const signed = Buffer.concat([
    Buffer.from(`${head}.`),
    b64 === false ? message : Buffer.from(message.toString('base64url')),
  ])
  return { signed, signature, keyId: keyId ?? kid ?? null }
}

function parseHeader(text: string): unknown {
  const bytes = decodeStrictly(text, 'base64url')
  return bytes && parseStrictly(bytes)
}

/** JSON in UTF-8, within the bounds of a response; undefined where it is not. */
export function parseStrictly(bytes: Uint8Array): unknown {
  try {
    return parseBoundedJson(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    return undefined
  }
}
