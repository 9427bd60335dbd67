/** How many runs that differ can be confirmed at once. */
export const mostRunsOfBatch = 500
