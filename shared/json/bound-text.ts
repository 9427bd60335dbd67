/** Cuts a text from outside to at most so many UTF-16 units, with a mark at the cut; no character is split. */
export function boundText(text: string, most: number): string {
  if (text.length <= most) return text
  const cut = text.slice(0, most - 1)
  return `${cut.replace(/[\ud800-\udbff]$/, '')}…`
}
