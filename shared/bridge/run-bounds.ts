/** How many different runs can be confirmed at once. */
export const mostRunsOfBatch = 500
