/** Reads a header by its lower-case name. */
type ReadHeader = (name: string) => string | null

/** A longer one could not be sent back with the other headers of a request. */
const strongTag = /^"[\x21\x23-\x7e]{0,512}"$/

/**
 * The later `If-Range` value for these bytes (RFC 9110, 13.1.5): a strong ETag; without any ETag a
 * Last-Modified that is at least a second older than the response (8.8.2.2). Null where a part of them can't be
 * continued.
 */
export function readValidator(header: ReadHeader): string | null {
  if (header('accept-ranges')?.trim().toLowerCase() === 'none') return null
  const tag = header('etag')?.trim()
  if (tag !== undefined) return strongTag.test(tag) ? tag : null
  const modified = header('last-modified')
  const age = Date.parse(header('date') ?? '') - Date.parse(modified ?? '')
  return modified !== null && age >= 1_000 ? modified.trim() : null
}

/**
 * Whether a response repeats the validator of its request. A 206 has to name the tag (RFC 9110, 15.3.7); one
 * that names none may bring the rest of another file, from a server that knows no `If-Range`.
 */
export function holdsValidator(header: ReadHeader, validator: string): boolean {
  const tag = header('etag')?.trim()
  if (isTag(validator)) return tag === validator
  return tag === undefined && header('last-modified')?.trim() === validator
}

export function isTag(validator: string): boolean {
  return validator.startsWith('"')
}

export interface ContentRange {
  readonly start: number
  /** Inclusive. */
  readonly end: number
  /** Null where the server does not know it. */
  readonly total: number | null
}

/** A `Content-Range` of bytes; null where there is none, or an impossible one. */
export function readContentRange(text: string | null): ContentRange | null {
  const match = /^bytes (\d{1,15})-(\d{1,15})\/(\d{1,15}|\*)$/i.exec(text?.trim() ?? '')
  if (!match) return null
  const [start, end] = [Number(match[1]), Number(match[2])]
  const total = match[3] === '*' ? null : Number(match[3])
  return start <= end && (total === null || end < total) ? { start, end, total } : null
}

/** SHA-256 digests in hex from a response's own headers (RFC 9530, and RFC 3230 before it). */
export interface SaidDigests {
  /** Of the whole file, also where the response brings a part of it. */
  readonly whole: string | null
  /** Of the bytes that this response brings. */
  readonly content: string | null
}

export function readDigests(header: ReadHeader): SaidDigests {
  return {
    whole: readDigest(header('repr-digest')) ?? readOldDigest(header('digest')),
    content: readDigest(header('content-digest')),
  }
}

function readDigest(text: string | null): string | null {
  return findDigest(text, /^sha-256=:([A-Za-z0-9+/]{43}=):(?:;.*)?$/)
}

function readOldDigest(text: string | null): string | null {
  return findDigest(text, /^sha-256=([A-Za-z0-9+/]{43}=)$/i)
}

function findDigest(text: string | null, form: RegExp): string | null {
  for (const member of text?.split(',') ?? []) {
    const digest = form.exec(member.trim())?.[1]
    if (digest) return Buffer.from(digest, 'base64').toString('hex')
  }
  return null
}
