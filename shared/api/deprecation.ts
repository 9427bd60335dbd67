import { z } from 'zod'

const linkPattern = /<([^>]*)>((?:\s*;\s*[\w*]+\s*=\s*(?:"[^"]*"|[^;,\s]+))*)/g

/** What the headers of a deprecated endpoint say (interface: Versioning 3). Dates as the header carries them. */
export const deprecationNoticeSchema = z.object({
  /** ISO 8601 UTC; null where the Sunset header is absent or not a date. */
  sunset: z.iso.datetime().nullable(),
  /** The page the Link header names; null where there is none. */
  link: z.string().nullable(),
})

export type DeprecationNotice = z.infer<typeof deprecationNoticeSchema>

/** Reads the deprecation headers of a successful answer; null where the endpoint is not deprecated. */
export function readDeprecationHeaders(
  read: (name: string) => string | null | undefined,
): DeprecationNotice | null {
  if (read('deprecation')?.trim().toLowerCase() !== 'true') return null
  return {
    sunset: readDate(read('sunset') ?? ''),
    link: findDeprecationLink(read('link') ?? ''),
  }
}

/** Null of what is no date, and of one in a year that ISO 8601 writes with more than four digits. */
function readDate(header: string): string | null {
  const time = Date.parse(header)
  const date = Number.isNaN(time) ? '' : new Date(time).toISOString()
  return z.iso.datetime().safeParse(date).data ?? null
}

function findDeprecationLink(header: string): string | null {
  for (const [, target, parameters] of header.matchAll(linkPattern)) {
    if (/;\s*rel\s*=\s*"?[^";]*\bdeprecation\b/i.test(parameters ?? '')) return target ?? null
  }
  return null
}
