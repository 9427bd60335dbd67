import { z } from 'zod'
import { placePattern } from '../library/place-between.ts'
import { mostFilesOfChange } from './change-bounds.ts'
import { longestCollectionName } from './collection-bounds.ts'

const collectionId = z.uuid()
const fileIds = z.array(z.uuid()).min(1).max(mostFilesOfChange)
const name = z.string().trim().min(1).max(longestCollectionName)
const dateTime = z.iso.datetime()

export const collectionViewSchema = z.object({
  collectionId: z.string(),
  name: z.string(),
  /** How many files are in it. */
  files: z.int().nonnegative(),
  createdAt: dateTime,
  /** When it was last renamed, filled or ordered. */
  changedAt: dateTime,
})

/** A file's place in a collection's manual order; places are sorted by their bytes. */
const memberSchema = z.strictObject({ fileId: z.uuid(), place: z.string().regex(placePattern) })
const members = z.array(memberSchema).max(mostFilesOfChange)

export const collectionProcedures = {
  /** All of them, by name. `holding`: only those that hold this file. */
  'collections.list': {
    input: z.strictObject({ holding: z.uuid().optional() }),
    output: z.object({ collections: z.array(collectionViewSchema) }),
  },
  /** `name_taken` where another one has the name, whatever its case. */
  'collections.create': {
    input: z.strictObject({ name, fileIds: z.array(z.uuid()).max(mostFilesOfChange).default([]) }),
    output: collectionViewSchema,
  },
  'collections.rename': { input: z.strictObject({ collectionId, name }), output: collectionViewSchema },
  /** Its files stay in the library. `collections.restore` undoes it, with its files and their order. */
  'collections.delete': { input: z.strictObject({ collectionId }), output: collectionViewSchema },
  'collections.restore': { input: z.strictObject({ collectionId }), output: collectionViewSchema },
  /** Puts files at its end; returns those that were not in it before. */
  'collections.add': {
    input: z.strictObject({ collectionId, fileIds }),
    output: z.object({ collection: collectionViewSchema, added: z.array(z.string()) }),
  },
  /** Returns the removed members with their places, for `collections.put`. */
  'collections.remove': {
    input: z.strictObject({ collectionId, fileIds }),
    output: z.object({ collection: collectionViewSchema, removed: members }),
  },
  /** Moves members before another, or to the end, in the order given; returns their places before. */
  'collections.move': {
    input: z.strictObject({ collectionId, fileIds, beforeFileId: z.uuid().nullable() }),
    output: z.object({ collection: collectionViewSchema, before: members }),
  },
  /** Puts files to the places that they had: undoes a removal or a move. */
  'collections.put': {
    input: z.strictObject({ collectionId, members: members.min(1) }),
    output: collectionViewSchema,
  },
} as const

export type CollectionView = z.infer<typeof collectionViewSchema>
export type Member = z.infer<typeof memberSchema>
