/**
 * An FTS5 query from typed text: every word must match, the last one as a prefix. Null where the text has no
 * word. Each word is quoted, so nothing typed is query syntax.
 */
export function fullTextQuery(search: string): string | null {
  const text = search.normalize('NFC')
  const words = text.match(/[\p{L}\p{N}]+/gu)
  if (!words) return null
  const endsOpen = /[\p{L}\p{N}]$/u.test(text)
  return words.map((word, index) => `"${word}"${endsOpen && index === words.length - 1 ? '*' : ''}`).join(' ')
}
