import type { Keywords } from '../json-schema/flatten.ts'

/** `fadeInMs` as `fade_in_ms`. */
export function snakeCase(name: string): string {
  return name.replace(/([a-z0-9])([A-Z])/g, '$1_$2').toLowerCase()
}

type UnitRow = readonly [RegExp, string]

const endings: readonly UnitRow[] = [
  [/(_|^)(ms|millis|milliseconds)$/, 'milliseconds'],
  [/(_|^)(seconds|secs|sec)$/, 'seconds'],
  [/(_|^)minutes$/, 'minutes'],
  [/(_|^)(px|pixels|width|height)$/, 'pixels'],
  [/(_|^)(factor|multiplier)$/, 'times'],
  [/(_|^)(percent|percentage)$/, 'percent'],
  [/(_|^)degrees$/, 'degrees'],
  [/(_|^)fps$/, 'frames'],
]

/** What a length in time may be called; its unit may then stand in its description. */
const lengthName = /(^|_)(duration|length|time|start|end|offset|delay|fade)(_|$)/
const describedUnits: readonly UnitRow[] = [
  [/(?:\b(?:in|of|or|how many)|\(|^)\s*(?:milliseconds?|ms)\b/i, 'milliseconds'],
  [/(?:\b(?:in|of|or|how many)|\(|^)\s*minutes?\b/i, 'minutes'],
  [/(?:\b(?:in|of|or|how many)|\(|^)\s*seconds?\b/i, 'seconds'],
]
const durationName = /(^|_)duration$/
/** A duration above this is hardly in seconds. */
const longestSeconds = 1000

/** The unit of a number by its field's name; null where the name gives none. */
export function unitOfName(name: string, maximum: number | null = null): string | null {
  const own = findUnit(endings, name)
  return own ?? (durationName.test(name) && (maximum ?? 0) < longestSeconds ? 'seconds' : null)
}

/** The same by its schema: its mark, its name, and of a length in time the one unit that its description names. */
export function unitOf(
  { name, schema }: { readonly name: string; readonly schema: Keywords },
  maximum: number | null,
): string | null {
  if (typeof schema['x-unit'] === 'string') return schema['x-unit']
  const snake = snakeCase(name)
  return findUnit(endings, snake) ?? describedUnit(snake, schema) ?? unitOfName(snake, maximum)
}

function describedUnit(name: string, { description }: Keywords): string | null {
  if (!lengthName.test(name) || typeof description !== 'string') return null
  const named = describedUnits.filter(([unit]) => unit.test(description))
  return named.length === 1 ? (named[0]?.[1] ?? null) : null
}

function findUnit(rows: readonly UnitRow[], text: string): string | null {
  return rows.find(([shape]) => shape.test(text))?.[1] ?? null
}
