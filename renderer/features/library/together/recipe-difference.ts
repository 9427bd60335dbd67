type Values = Readonly<Record<string, unknown>>

export interface RecipeDifference {
  /** Settings besides the prompt that not all have alike, by name. */
  readonly differing: readonly string[]
  readonly same: readonly string[]
}

/** Which settings differ between recipes, in the order in which they are sent first. */
export function recipeDifference(recipes: readonly Values[]): RecipeDifference {
  const names = [...new Set(recipes.flatMap((values) => Object.keys(values)))].filter(
    (name) => name !== 'prompt',
  )
  const isSame = (name: string) =>
    new Set(recipes.map((values) => textOf(settingOf(values, name)))).size === 1
  return {
    differing: names.filter((name) => !isSame(name)),
    same: names.filter(isSame),
  }
}

/** Undefined where the recipe doesn’t have it. */
export function settingOf(values: Values, name: string): unknown {
  return Object.hasOwn(values, name) ? values[name] : undefined
}

/** The same for values that are alike, whatever the order of their members. */
function textOf(value: unknown): string {
  return (
    JSON.stringify(value, (_, part: unknown) =>
      typeof part === 'object' && part !== null && !Array.isArray(part)
        ? Object.fromEntries(Object.entries(part).toSorted(([one], [other]) => (one < other ? -1 : 1)))
        : part,
    ) ?? ''
  )
}
