import { z } from 'zod'
import { librarySortSchema } from '../library/filter/filter-schemas.ts'
import { layoutBytesEach, mostLayoutEntries } from '../library/layout-slice.ts'
import { librarySelection } from './library-list-procedures.ts'
import { libraryItemSchema } from './views.ts'

/** How many entries are read whole at once. */
export const mostEntries = 400

/** How a file is like another one: in its colors, or in what its image looks like. */
export const likenesses = ['color', 'look'] as const
export type Likeness = (typeof likenesses)[number]

/** Files that are like one, the most alike first; all other filters are off then. */
export const alikeSchema = z.strictObject({ fileId: z.uuid(), by: z.enum(likenesses) })

const key = z.int().min(1).max(0xffff_ffff)

export const layoutProcedures = {
  /**
   * What the grid needs to lay out what a list finds, a slice at a time, by key: the keys of its entries with their
   * proportions, in bytes (`layout-slice.ts`). `items`: how many of the first ones are returned whole as well.
   */
  'library.layout': {
    input: z.strictObject({
      ...librarySelection,
      sort: librarySortSchema.optional(),
      alike: alikeSchema.optional(),
      cursor: z.string().max(1_000).optional(),
      limit: z.int().min(1).max(mostLayoutEntries),
      items: z.int().min(0).max(mostEntries).default(0),
      /** An earlier slice had the number of entries: they are not counted again. */
      isCounted: z.boolean().default(false),
    }),
    output: z.object({
      /** In base64. */
      columns: z.base64().max(Math.ceil((mostLayoutEntries * layoutBytesEach) / 3) * 4),
      /** Consecutive entries of one day, in the studio’s time zone, with the day as a date: for all entries of the slice. */
      days: z.array(z.object({ day: z.iso.date(), count: z.int().positive() })),
      items: z.array(libraryItemSchema),
      nextCursor: z.string().nullable(),
      /** How many entries the list has; null where it has been counted, and before the next slice, which is when a long one is. */
      total: z.int().nonnegative().nullable(),
    }),
  },
  /** Entries of the layout, whole; those that are no longer there are omitted. */
  'library.entries': {
    input: z.strictObject({ keys: z.array(key).min(1).max(mostEntries) }),
    output: z.object({ items: z.array(libraryItemSchema) }),
  },
} as const
