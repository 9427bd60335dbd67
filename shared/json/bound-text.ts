/** A text from outside with at most so many UTF-16 units, its cut end marked; no character is cut in two. */
export function boundText(text: string, most: number): string {
  if (text.length <= most) return text
  const cut = text.slice(0, most - 1)
  return `${cut.replace(/[\ud800-\udbff]$/, '')}…`
}
