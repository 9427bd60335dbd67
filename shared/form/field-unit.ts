const endings: readonly (readonly [RegExp, string])[] = [
  [/(_|^)(ms|milliseconds)$/, 'milliseconds'],
  [/(_|^)(seconds|secs)$/, 'seconds'],
  [/(_|^)minutes$/, 'minutes'],
  [/(_|^)(px|pixels|width|height)$/, 'pixels'],
  [/(_|^)(factor|multiplier)$/, 'times'],
  [/(_|^)(percent|percentage)$/, 'percent'],
  [/(_|^)degrees$/, 'degrees'],
  [/(_|^)fps$/, 'frames'],
]
/** A duration above this is hardly in seconds. */
const longestSeconds = 1000

/** The unit of a number by its field's name; null where the name gives none. */
export function unitOfName(name: string, maximum: number | null = null): string | null {
  if (name === 'duration' && (maximum ?? 0) < longestSeconds) return 'seconds'
  return endings.find(([ending]) => ending.test(name))?.[1] ?? null
}
