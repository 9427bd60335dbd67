/** How many files one call judges, moves to the trash, or puts into a collection. */
export const mostFilesOfChange = 5_000
