/** Long enough to find the place by, in characters as they are read. */
const mostOfExcerpt = 24

const characters = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

/** Where a brace stands, from 1, and the text from there, both by characters as they are read. */
export function describeBrace(
  prompt: string,
  at: number,
): { readonly excerpt: string; readonly place: number } {
  const rest = [...characters.segment(prompt.slice(at))].map(({ segment }) => segment)
  const excerpt = rest.length > mostOfExcerpt ? `${rest.slice(0, mostOfExcerpt).join('')}…` : rest.join('')
  return { excerpt, place: [...characters.segment(prompt.slice(0, at))].length + 1 }
}
