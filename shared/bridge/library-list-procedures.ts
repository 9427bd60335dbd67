import { z } from 'zod'
import { filterTextSchema, librarySortSchema } from '../library/filter/filter-schemas.ts'
import { listedTerms } from '../library/filter/filter-term.ts'
import { bridgeFailureSchema } from './error-codes.ts'
import { marks } from './judgement-schemas.ts'
import { tag } from './tag-procedures.ts'
import { libraryItemSchema } from './views.ts'

const mostValues = 50

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

const queryChangeSchema = z.discriminatedUnion('type', [
  z
    .strictObject({ type: z.literal('judge'), ...marks })
    .refine(({ type: _, ...values }) => Object.values(values).some((value) => value !== undefined)),
  z.strictObject({ type: z.literal('tag'), name: tag, isOn: z.boolean() }),
  z.strictObject({ type: z.literal('collect'), collectionId: z.uuid() }),
  z.strictObject({ type: z.literal('uncollect'), collectionId: z.uuid() }),
  z.strictObject({ type: z.literal('trash') }),
  z.strictObject({ type: z.literal('restore') }),
])

/** `undo`: for `library.undoChange`, until others have been made since; null where nothing changed. */
const changedSchema = z.object({
  files: count,
  undo: z.uuid().nullable(),
  /** Why the rest was not changed; null where all were that could be. */
  failure: bridgeFailureSchema.nullable(),
})

export const libraryListProcedures = {
  /** Saved files, page by page, newest first where no sort is given; `library.sum` counts them. */
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
    }),
  },
  /** How much that is in all: `entries` as listed, where a contact sheet may be one, and what it cost by account. */
  'library.sum': {
    input: z.strictObject(librarySelection),
    output: z.object({ entries: count, files: count, costs: z.array(accountCostSchema) }),
  },
  /**
   * Changes all that a filter finds, a part at a time: what was done when one fails stays, with its undo. `savedUntil`: only
   * what was in the library by then, so that nothing is changed that the person did not see.
   */
  'library.change': {
    input: z.strictObject({
      ...librarySelection,
      savedUntil: z.iso.datetime().optional(),
      change: queryChangeSchema,
    }),
    output: changedSchema,
  },
  /**
   * Values of a term that hold a text, those that begin with it first: what a filter can find here. Of a contact sheet `value`
   * is its batch, which finds itself.
   */
  'library.values': {
    input: z.strictObject({
      name: z.enum(listedTerms),
      text: z.string().max(300).default(''),
      limit: z.int().min(1).max(mostValues).default(12),
    }),
    output: z.object({ values: z.array(z.object({ value: z.string(), label: z.string() })).max(mostValues) }),
  },
  /** Files whose thumbnail nobody has looked at yet, the newest first; `before`: those after that key in this order. */
  'library.unseen': {
    input: z.strictObject({
      before: z.int().nonnegative().optional(),
      limit: z.int().min(1).max(500).default(50),
    }),
    output: z.object({ files: z.array(z.object({ key: z.int().nonnegative(), fileId: z.uuid() })) }),
  },
  /** `not_found` where it is done already, or too long ago. */
  'library.undoChange': { input: z.strictObject({ undo: z.uuid() }), output: changedSchema },
} as const

export type QueryChange = z.infer<typeof queryChangeSchema>
export type QueryChanged = z.infer<typeof changedSchema>
