import type { SunsetBody } from '../../shared/api/error.ts'
import type { RetiredModel } from '../../shared/catalog/model.ts'

/** The body of a 410 (interface: Error bodies). The two last members are present only with a replacement. */
export function toSunsetBody({ id, label, sunsetDate, cause, replacement }: RetiredModel): SunsetBody {
  const advice = replacement
    ? `Use ${replacement.label}${replacement.path ? ` (${replacement.path})` : ''} instead.`
    : 'Nothing replaces it.'
  return {
    error: 'model_unavailable',
    reason: 'deprecated',
    message: `The model ${label} was sunset on ${sunsetDate} (${cause}). ${advice}`,
    sunset_date: sunsetDate,
    ...(replacement && {
      replacement: replacement.path ?? replacement.label,
      migration_url: deprecationEntry(id),
    }),
  }
}

/** The address of the sandbox's deprecation entries; nothing is served there. */
const entriesUrl = 'https://docs.sandbox.invalid/deprecations'

/** The page about one ended or ending name, as used in `migration_url` and the Link header. */
export function deprecationEntry(name: string): string {
  return `${entriesUrl}#${encodeURIComponent(name)}`
}

/**
 * The headers of a successful response to a request that uses something deprecated: the model, an old name or
 * an old value (interface: Versioning 3). `ends` are UTC calendar dates or moments, at least one; Sunset is the
 * earliest, when the same request is no longer accepted.
 */
export function deprecationHeaders(ends: readonly string[], name: string): Record<string, string> {
  const sunset = Math.min(...ends.map((end) => Date.parse(end)))
  return {
    Deprecation: 'true',
    Sunset: new Date(sunset).toUTCString(),
    Link: `<${deprecationEntry(name)}>; rel="deprecation"; type="text/html"`,
  }
}
