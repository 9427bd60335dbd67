import fc from 'fast-check'

/** A URL of the web. The library's own takes a second to make its first. */
export const webUrl: fc.Arbitrary<string> = fc
  .tuple(
    fc.constantFrom('http:', 'https:'),
    fc.domain(),
    fc.webPath(),
    fc.option(fc.webQueryParameters()),
    fc.option(fc.webFragments()),
  )
  .map(([scheme, host, path, query, fragment]) => {
    const end = [query === null ? '' : `?${query}`, fragment === null ? '' : `#${fragment}`].join('')
    return `${scheme}//${host}${path}${end}`
  })
