/** How many files one archive holds; fewer than 65,535, the most that every program can unpack. */
export const mostFilesOfArchive = 20_000
