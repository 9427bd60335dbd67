import type { SunsetBody } from '../../shared/api/error.ts'
import type { RetiredModel } from '../../shared/catalog/model.ts'
import { deprecationEntry } from './deprecation-headers.ts'

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
