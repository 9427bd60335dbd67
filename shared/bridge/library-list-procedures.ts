import { z } from 'zod'
import { filterTextSchema, librarySortSchema } from '../library/filter/filter-schemas.ts'
import { libraryItemSchema } from './views.ts'

const count = z.int().nonnegative()
const microUsd = z.int().nonnegative()

/** What is found: by the text of a filter (`readFilter`; what can’t be read of it filters nothing), in the library or its trash. */
export const librarySelection = {
  filter: filterTextSchema.optional(),
  /** What is in the trash instead, the last deleted first. */
  isTrash: z.literal(true).optional(),
}

/** What the runs of the files cost, of one account: each run once, whole, also where some of its files are not found. */
const accountCostSchema = z.object({
  account: z.string(),
  settledMicroUsd: microUsd,
  /** Of runs whose price stays open, at the most that they can be. */
  upToMicroUsd: microUsd,
  unlistedRuns: count,
  runs: count,
})

export const libraryListProcedures = {
  /** Saved files, page by page, newest first where no sort is given. */
  'library.list': {
    input: z.strictObject({
      ...librarySelection,
      sort: librarySortSchema.optional(),
      cursor: z.string().max(1_000).optional(),
      limit: z.int().min(1).max(500).default(100),
    }),
    output: z.object({
      items: z.array(libraryItemSchema),
      nextCursor: z.string().nullable(),
      total: count,
    }),
  },
  /** How much that is in all: `entries` as listed, where a contact sheet may be one, and what it cost by account. */
  'library.sum': {
    input: z.strictObject(librarySelection),
    output: z.object({ entries: count, files: count, costs: z.array(accountCostSchema) }),
  },
} as const
