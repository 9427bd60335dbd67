import { z } from 'zod'
import { isRecord } from '../json-schema/schema-node.ts'
import { readMoment, readServiceDate } from './service-date.ts'

const linkPattern = /<([^<>]*)>((?:\s*;\s*[\w*]+\s*=\s*(?:"[^"]*"|[^;,\s]+))*)/g
const longestLink = 2_000
const longestMessage = 1_000
const longestReplacement = 200

/** The deprecation headers of an endpoint (interface: Versioning 3). */
export const deprecationNoticeSchema = z.object({
  /** ISO 8601 UTC; null where the Sunset header is absent or not a date. */
  sunset: z.iso.datetime().nullable(),
  /** The page named by the Link header; null where there is none. */
  link: z.string().nullable(),
})

export type DeprecationNotice = z.infer<typeof deprecationNoticeSchema>

/** Reads the deprecation headers of a successful response; null where the endpoint is not deprecated. */
export function readDeprecationHeaders(
  read: (name: string) => string | null | undefined,
): DeprecationNotice | null {
  if (read('deprecation')?.trim().toLowerCase() !== 'true') return null
  const time = readMoment(read('sunset'))
  return {
    sunset: time === null ? null : new Date(time).toISOString(),
    link: findDeprecationLink(read('link') ?? ''),
  }
}

function findDeprecationLink(header: string): string | null {
  for (const [, target, parameters] of header.matchAll(linkPattern)) {
    if (/;\s*rel\s*=\s*"?[^";]*\bdeprecation\b/i.test(parameters ?? '')) return readLink(target)
  }
  return null
}

/** The body of a 410; each member is null where the body omits it. A 410 is final whatever its body. */
export interface SunsetNotice {
  /** See `serviceDateSchema`. */
  readonly sunsetDate: string | null
  /** The service's words. */
  readonly message: string | null
  /** A path or a name. */
  readonly replacement: string | null
  readonly link: string | null
}

/** The stable value of `error` in a 410 body: a code, not a text for a person. */
const sunsetCode = 'model_unavailable'

/** Reads the body of a 410 member by member, so that an invalid one costs only itself. */
export function readSunsetBody(body: unknown): SunsetNotice {
  const members = isRecord(body) ? body : {}
  const error = members.error === sunsetCode ? null : members.error
  return {
    sunsetDate: readServiceDate(members.sunset_date),
    message: readText(members.message, longestMessage) ?? readText(error, longestMessage),
    replacement: readText(members.replacement, longestReplacement),
    link: readLink(members.migration_url),
  }
}

/** An absolute web address that a page may link to; null for anything else. */
export function readLink(value: unknown): string | null {
  if (typeof value !== 'string' || value.length > longestLink) return null
  const url = URL.parse(value.trim())
  return url && /^https?:$/.test(url.protocol) ? url.href : null
}

function readText(value: unknown, longest: number): string | null {
  if (typeof value !== 'string') return null
  const text = value.slice(0, 4 * longest).trim()
  if (text === '') return null
  return text.length > longest ? `${text.slice(0, longest)}…` : text
}
