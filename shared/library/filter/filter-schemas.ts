import { z } from 'zod'
import { longestFilter } from './filter-bounds.ts'
import { librarySorts } from './library-sort.ts'

/** The text of a filter, as it is typed and kept; `readFilter` reads it. */
export const filterTextSchema = z.string().max(longestFilter)

export const librarySortSchema = z.enum(librarySorts)
