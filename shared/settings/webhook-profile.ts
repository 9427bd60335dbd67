import { z } from 'zod'
import { isLoopbackUrl } from './base-url.ts'

/** A header name as HTTP takes it. */
const headerName = z
  .string()
  .max(100)
  .regex(/^[A-Za-z0-9!#$%&'*+.^_`|~-]+$/)

/**
 * A delivery can be forged or replayed in any part that its signature does not cover, so all three must be in
 * it.
 */
function coversAll(template: string): boolean {
  const hasBody = template.includes('{body}') || template.includes('{sha256}')
  return hasBody && template.includes('{id}') && template.includes('{timestamp}')
}

/**
 * How deliveries are signed, as data (interface: Events 3, which shows only the prefix of the header names).
 * The person chooses it; nothing of it is ever taken from a delivery. The signature is ES256 in every profile.
 */
export const webhookProfileSchema = z.object({
  headers: z
    .object({
      requestId: headerName.default('X-Service-Webhook-Request-Id'),
      /** Unix seconds. */
      timestamp: headerName.default('X-Service-Webhook-Timestamp'),
      signature: headerName.default('X-Service-Webhook-Signature'),
      /** May be absent from a delivery; every signing key is then tried. */
      keyId: headerName.default('X-Service-Webhook-Key-Id'),
    })
    .prefault({})
    .refine((names) => new Set(Object.values(names).map((name) => name.toLowerCase())).size === 4, {
      message: 'each header needs a name of its own',
    }),
  /** `signature`: the bare signature; `jws`: a JWS with a detached payload (RFC 7515, appendix F). */
  scheme: z.enum(['signature', 'jws']).default('signature'),
  /**
   * The signed message: `{id}`, `{timestamp}`, `{body}` and `{sha256}` (the body's, lower-case hex) are filled
   * in.
   */
  message: z.string().max(500).refine(coversAll).default('{id}\n{timestamp}\n{sha256}'),
  encoding: z.enum(['base64url', 'base64', 'hex']).default('base64url'),
  /** `raw`: r and s, 32 bytes each; `der`: the ASN.1 sequence of both. */
  form: z.enum(['raw', 'der']).default('raw'),
  /** The person allows deliveries without any of the four headers, as hints only. */
  allowsUnsigned: z.boolean().default(false),
})

export type WebhookProfile = z.infer<typeof webhookProfileSchema>

/** Where a service may deliver: https, or http to this machine (interface: Events 4). */
export function isPublicUrl(text: string): boolean {
  const url = URL.parse(text)
  if (!url || /[?#]/.test(text) || url.username !== '' || url.password !== '') return false
  return url.protocol === 'https:' || (url.protocol === 'http:' && isLoopbackUrl(text))
}

/** Whether and where deliveries are received. */
export const webhookSettingsSchema = z.object({
  enabled: z.boolean().default(false),
  /** On 127.0.0.1; 0 takes any free one, which only a service on this machine can use. */
  port: z.int().min(0).max(65_535).default(8787),
  /** The address that leads to the port from outside; empty is enough for a service on this machine. */
  publicUrl: z.union([z.literal(''), z.string().max(900).refine(isPublicUrl)]).default(''),
  profile: webhookProfileSchema.prefault({}),
})

export type WebhookSettings = z.infer<typeof webhookSettingsSchema>
