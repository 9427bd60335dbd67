import { z } from 'zod'
import { isRecord } from '../json-schema/schema-node.ts'
import { readLinkHeader } from './link-header.ts'
import { readMoment, readServiceDate } from './service-date.ts'

const longestLink = 2_000
const longestMessage = 1_000
const longestReplacement = 200

/** What the headers of a response announce of its endpoint's end (interface: Versioning 3). */
export const deprecationNoticeSchema = z.object({
  /** ISO 8601 UTC; null where the Sunset header is absent or not a date. */
  sunset: z.iso.datetime().nullable(),
  /** The page named by the Link header; null where there is none. */
  link: z.string().nullable(),
  /** The path of the endpoint that the Link header calls its successor; null where there is none. */
  replacement: z.string().nullable(),
})

export type DeprecationNotice = z.infer<typeof deprecationNoticeSchema>

/**
 * Reads the deprecation headers of a response; null where they announce no end. The interface's `Deprecation: true`
 * counts, the same as a structured field (`?1`), RFC 9745's moment (`@1688169599`), the HTTP date of its drafts, and
 * a Sunset alone (RFC 8594).
 */
export function readDeprecationHeaders(
  read: (name: string) => string | null | undefined,
): DeprecationNotice | null {
  const time = readMoment(read('sunset'))
  if (!isAnnounced(read('deprecation') ?? '') && time === null) return null
  const links = readLinkHeader(read('link') ?? '')
  const targetOf = (relation: string) =>
    links.find(({ relations }) => relations.includes(relation))?.target ?? null
  return {
    sunset: time === null ? null : new Date(time).toISOString(),
    link: readLink(targetOf('deprecation')) ?? readLink(targetOf('sunset')),
    replacement: readSuccessor(targetOf('successor-version')),
  }
}

/** Seconds since the epoch, as RFC 9651 writes dates: at most fifteen digits, with parameters after them. */
const structuredDate = /^@-?\d{1,15}$/

function isAnnounced(header: string): boolean {
  if (header.length > longestLink) return false
  // A header that came twice is a list; a date has a comma of its own.
  const [value = ''] = header.split(';')
  const [first = ''] = value.split(',')
  const said = first.trim().toLowerCase()
  return said === 'true' || said === '?1' || structuredDate.test(said) || readMoment(value) !== null
}

/** Only a generation endpoint replaces one; its host and query are not asked for. */
function readSuccessor(target: string | null): string | null {
  const [path] = /\/generate\/[\w.~%-]+(?:\/[\w.~%-]+)*/.exec(target ?? '') ?? []
  return path !== undefined && path.length <= longestReplacement ? path : null
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
