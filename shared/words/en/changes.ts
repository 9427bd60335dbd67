import type { BoundName } from '../../changes/change-schemas.ts'
import { dollars, grouped } from './figures.ts'

type Unit = 'request' | 'second'

const each = (microUsd: number, unit: Unit) => `${dollars(microUsd)}${unit === 'second' ? '/s' : ''}`

const bounds: Record<BoundName, (bound: string) => string> = {
  minimum: (bound) => `at least ${bound}`,
  maximum: (bound) => `at most ${bound}`,
  exclusiveMinimum: (bound) => `more than ${bound}`,
  exclusiveMaximum: (bound) => `less than ${bound}`,
  multipleOf: (bound) => `in steps of ${bound}`,
  minLength: (bound) => `at least ${bound} characters`,
  maxLength: (bound) => `at most ${bound} characters`,
  minItems: (bound) => `at least ${bound} items`,
  maxItems: (bound) => `at most ${bound} items`,
}

/** What a service changed in its description, a line each. Names and values are given as they are shown. */
export const changes = {
  added: 'New model',
  gone: 'Not offered any more',
  renamed: (before: string, after: string) => `Called “${after}” now; it was “${before}”`,
  moved: (before: string, after: string) => `At another endpoint now: ${after}; it was ${before}`,
  price: {
    listed: 'Its price is listed now',
    unlisted: 'Its price isn’t listed any more',
    unit: { request: 'Priced per run now, not per second', second: 'Priced per second now, not per run' },
    /** `at`: the values at which it applies; empty: always. Null: that table doesn't have it. */
    row: (
      at: string,
      before: { microUsd: number; unit: Unit } | null,
      after: { microUsd: number; unit: Unit } | null,
    ) => {
      const where = at === '' ? 'Price' : `Price at ${at}`
      const was = before && each(before.microUsd, before.unit)
      if (after === null) return `${where}: not listed any more; it was ${was ?? ''}`
      const now = each(after.microUsd, after.unit)
      return was === null ? `${where}: ${now}, new` : `${where}: ${was} → ${now}`
    },
    dimension: (field: string, value: string) => `${field} ${value}`,
    join: (parts: readonly string[]) => parts.join(', '),
    more: (count: number) => (count === 1 ? 'and 1 more price' : `and ${grouped(count)} more prices`),
  },
  fieldAdded: (field: string, isRequired: boolean) =>
    isRequired ? `New field, needed: ${field}` : `New field: ${field}`,
  fieldRemoved: (field: string) => `Field removed: ${field}`,
  fieldRenamed: (before: string, after: string) => `${before} is called ${after} now`,
  required: (field: string) => `${field} is needed now`,
  optional: (field: string) => `${field} is no longer needed`,
  bound: (field: string, bound: BoundName, before: number | null, after: number | null) => {
    if (after === null) return `${field}: no longer ${bounds[bound](grouped(before ?? 0))}`
    const now = bounds[bound](grouped(after))
    return before === null ? `${field}: ${now}, new` : `${field}: ${now}; it was ${grouped(before)}`
  },
  options: (field: string, added: readonly string[], removed: readonly string[], more: number) =>
    `${field}: ${[
      ...(added.length > 0 ? [`new ${added.join(', ')}`] : []),
      ...(removed.length > 0 ? [`gone ${removed.join(', ')}`] : []),
      ...(more > 0 ? [`and ${grouped(more)} more`] : []),
    ].join('; ')}`,
  default: (field: string, before: string | null, after: string | null) => {
    if (after === null) return `${field}: no default any more; it was ${before ?? ''}`
    return before === null
      ? `${field}: default ${after}, new`
      : `${field}: default ${after}; it was ${before}`
  },
  form: (field: string) => `${field} takes another kind of value`,
  more: (count: number) => (count === 1 ? 'and 1 more change' : `and ${grouped(count)} more changes`),
}
