import { z } from 'zod'
import { filterTextSchema, librarySortSchema } from '../library/filter/filter-schemas.ts'
import { longestCollectionName } from './collection-bounds.ts'

const collectionId = z.uuid()
const name = z.string().trim().min(1).max(longestCollectionName)

/** A filter that is kept under a name: what it finds changes with the library. */
const smartCollectionSchema = z.object({
  collectionId: z.string(),
  name: z.string(),
  filter: filterTextSchema,
  sort: librarySortSchema,
})

export const smartCollectionProcedures = {
  /** All of them, by name. */
  'smartCollections.list': {
    input: z.strictObject({}),
    output: z.object({ collections: z.array(smartCollectionSchema) }),
  },
  /**
   * A new one where no id is given; `name_taken` where another one has the name, whatever its case. With `before`, only one
   * that is there with that filter, else `not_found`.
   */
  'smartCollections.save': {
    input: z.strictObject({
      collectionId: collectionId.optional(),
      name,
      filter: filterTextSchema,
      before: filterTextSchema.optional(),
      sort: librarySortSchema.default('newest'),
    }),
    output: smartCollectionSchema,
  },
  /** `smartCollections.restore` undoes it, for a month. */
  'smartCollections.delete': { input: z.strictObject({ collectionId }), output: smartCollectionSchema },
  'smartCollections.restore': { input: z.strictObject({ collectionId }), output: smartCollectionSchema },
} as const

export type SmartCollection = z.infer<typeof smartCollectionSchema>
