/** The largest file of recipes that is read, in bytes; larger ones are refused unread. */
export const mostRecipeBytes = 20_000_000

/** What a desktop opens with Atelier, where a browser knows only JSON. */
const ownExtension = 'atelier-recipe'

/** The file name for one recipe: its own name, limited to what every system accepts. */
export function nameRecipeFile(
  recipes: readonly { readonly name: string }[],
  today: Date,
  isDesktop = false,
): string {
  const [only] = recipes
  if (only && recipes.length === 1) {
    const name = only.name
      .replace(/[\p{Cc}\p{Cf}<>:"/\\|?*]/gu, ' ')
      .replace(/\s+/g, ' ')
      .replace(/^[. ]+|[. ]+$/g, '')
      .slice(0, 80)
      .trim()
    return `${name || 'recipe'}.${isDesktop ? ownExtension : 'recipe.json'}`
  }
  const day = today.toISOString().slice(0, 10)
  return `atelier-recipes-${day}.${isDesktop ? ownExtension : 'json'}`
}

/** A name for unnamed settings: the start of their prompt, else their model. */
export function suggestName(prompt: unknown, modelLabel: string): string {
  const text = typeof prompt === 'string' ? prompt.replace(/\s+/g, ' ').trim() : ''
  if (text === '') return modelLabel
  const [phrase = text] = text.split(/[,.;:!?](?:\s|$)/)
  const begin = phrase.length >= 3 ? phrase : text
  if (begin.length <= longestName) return begin
  const cut = begin.slice(0, longestName)
  const space = cut.lastIndexOf(' ')
  return `${(space > longestName / 2 ? cut.slice(0, space) : cut).trim()}…`
}

/** The name with the first number that makes it one that nothing has: what is suggested replaces nothing. */
export function freeName(name: string, isTaken: (name: string) => boolean): string {
  if (!isTaken(name)) return name
  let number = 2
  while (isTaken(`${name} ${number}`)) number++
  return `${name} ${number}`
}

const longestName = 48

/** Whether a file has the extension of recipes alone. */
export function isRecipeFile(name: string): boolean {
  return name.toLowerCase().endsWith(`.${ownExtension}`)
}

/** Whether a drag or a file of this media type and name may hold recipes. */
export function mayHoldRecipes(type: string, name = ''): boolean {
  return type === 'application/json' || (type === '' && (/\.json$/i.test(name) || isRecipeFile(name)))
}
