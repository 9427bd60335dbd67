/** How many files are surveyed together at most: more is no survey. */
export const mostTogether = 100

/** How many are compared. */
export const fewestCompared = 2
export const mostCompared = 4
