export const longestCollectionName = 120
/** How many collections a library has at most. */
export const mostCollections = 2_000
