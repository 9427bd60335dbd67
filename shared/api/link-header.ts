/** A link of a Link header (RFC 8288): its target as it was written, and its relations in lower case. */
export interface HeaderLink {
  readonly target: string
  readonly relations: readonly string[]
}

const longestHeader = 16_000
const mostLinks = 50
/** A name with an optional value, which is a quoted text or a token; RFC 8288 allows blanks around the sign. */
const parameterPattern = /\s*;\s*([^\s=;,"<>]+)(?:\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s;,"]*)))?/y
const targetPattern = /[\s,]*<([^<>]*)>/y

/** Reads the links up to the first that is malformed, so that what a text within quotes holds is never read as one. */
export function readLinkHeader(header: string): HeaderLink[] {
  const links: HeaderLink[] = []
  const text = header.slice(0, longestHeader)
  let at = 0

  function next(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = at
    const found = pattern.exec(text)
    if (found) at = pattern.lastIndex
    return found
  }

  while (links.length < mostLinks) {
    const target = next(targetPattern)?.[1]
    if (target === undefined) break
    let relations: readonly string[] | null = null
    for (let found = next(parameterPattern); found; found = next(parameterPattern)) {
      const [, name = '', quoted, token = ''] = found
      // Of several `rel` only the first counts (RFC 8288, 3.3).
      if (name.toLowerCase() === 'rel')
        relations ??= (quoted ?? token).toLowerCase().split(/\s+/).filter(Boolean)
    }
    links.push({ target: target.trim(), relations: relations ?? [] })
  }
  return links
}
