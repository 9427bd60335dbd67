/** Characters of a filter's text. */
export const longestFilter = 2_000
