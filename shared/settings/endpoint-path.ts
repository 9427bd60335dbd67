const longestPath = 500
const segment = String.raw`(?!\.+(?:/|$))[\w.~-]+`
const pattern = new RegExp(`^(?:/${segment})*?/generate/${segment}(?:/${segment}){1,4}$`)

/**
 * Whether a text can be the path of a generation endpoint, also below a prefix: `/generate/`, a category, and one to four
 * further parts, each literal in a URL.
 */
export function isEndpointPath(text: string): boolean {
  return text.length <= longestPath && pattern.test(text)
}
