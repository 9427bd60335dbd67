import { hasBegun } from '../../../shared/api/service-date.ts'
import type { ModelDeprecation } from '../../../shared/bridge/views.ts'
import type { DescribedEndpoint } from '../service/ports.ts'
import { readSunsetDate } from './described-extensions.ts'
import { readWarning } from './described-warning.ts'
import type { DeprecationSign } from './ports.ts'

/** What is known of a model's end, regardless of the current time. A date is a `serviceDateSchema`. */
export interface KnownEnd {
  readonly sunsetDate: string | null
  readonly cause: string | null
  /** A path, an id or a name, as given by the service. */
  readonly replacement: string | null
  readonly link: string | null
}

/** The end that a description announces for an operation; null unless it is marked deprecated. */
export function readDescribedEnd({ isDeprecated, operation, path }: DescribedEndpoint): KnownEnd | null {
  if (!isDeprecated) return null
  const warning = readWarning(operation.description, path)
  return {
    sunsetDate: readSunsetDate(operation) ?? warning?.sunsetDate ?? null,
    cause: warning?.text ?? null,
    replacement: warning?.replacement ?? null,
    link: warning?.link ?? null,
  }
}

export interface EndSources {
  readonly described: KnownEnd | null
  readonly sign: DeprecationSign | null
  readonly now: number
  /** The model that a replacement names; null where it names no known one. */
  find(replacement: string): { readonly id: string; readonly label: string } | null
}

/**
 * A model's end as of now: the endpoint's own report overrides the description. It has ended from its date on,
 * and after a 410 (CAT10, CAT13).
 */
export function readEnd({ described, sign, now, find }: EndSources): ModelDeprecation | null {
  if (!described && !sign) return null
  const date = sign?.sunsetDate ?? described?.sunsetDate ?? null
  const isPast = date !== null && hasBegun(date, now)
  const isOver = sign?.state === 'sunset' || isPast
  const replacement = sign?.replacement ?? described?.replacement ?? null
  const model = replacement === null ? null : find(replacement)
  return {
    state: isOver ? 'sunset' : 'deprecated',
    // After a 410 the endpoint has ended, even if it announced a later day.
    sunsetDate: isOver && !isPast ? null : date,
    cause: sign?.message ?? described?.cause ?? null,
    replacement:
      replacement === null
        ? null
        : { label: model?.label ?? replacement, modelId: model?.id ?? null, path: null },
    link: sign?.link ?? described?.link ?? null,
  }
}
