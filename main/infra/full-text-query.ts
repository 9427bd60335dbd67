/** A word or a phrase that is searched. */
export interface SearchedWord {
  /** Its words, for a phrase several, without signs. */
  readonly words: readonly string[]
  /** Also the beginning of a word counts, as it is still being typed. */
  readonly isPrefix: boolean
}

/**
 * What is searched for in typed text: every word must match, the last one as a prefix; words in quotes follow each other. Null
 * where the text has no word.
 */
export function searchedWords(search: string): readonly SearchedWord[] | null {
  const text = search.normalize('NFC')
  const found: SearchedWord[] = []
  for (const { 0: part, index } of text.matchAll(/"[^"]*"?|[^\s"]+/gu)) {
    const words = part.match(/[\p{L}\p{N}]+/gu) ?? []
    if (words.length === 0) continue
    if (part.startsWith('"')) {
      found.push({ words, isPrefix: false })
      continue
    }
    const isLast = index + part.length === text.length && /[\p{L}\p{N}]$/u.test(part)
    for (const [at, word] of words.entries())
      found.push({ words: [word], isPrefix: isLast && at === words.length - 1 })
  }
  return found.length === 0 ? null : found
}

/** An FTS5 query for them. Each word is quoted, so nothing typed is query syntax. */
export function matchOf({ words, isPrefix }: SearchedWord): string {
  return `"${words.join(' ')}"${isPrefix ? ' *' : ''}`
}

/** The same of a whole text. */
export function fullTextQuery(search: string): string | null {
  return searchedWords(search)?.map(matchOf).join(' ') ?? null
}
