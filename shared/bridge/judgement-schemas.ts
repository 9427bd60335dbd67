import { z } from 'zod'
import { flags, type Judgement, labels, mostStars } from '../library/judgement.ts'
import { mostFilesOfChange } from './change-bounds.ts'

/** Every combination of values is one change at most. */
const mostChanges = 200

const rating = z.int().min(0).max(mostStars)
const flag = z.enum(flags)
const label = z.literal(labels)

export const judgementSchema: z.ZodType<Judgement> = z.object({
  rating,
  flag,
  isFavorite: z.boolean(),
  label,
})

/** What changes; members that are absent stay. */
export const marks = {
  rating: rating.optional(),
  flag: flag.optional(),
  isFavorite: z.boolean().optional(),
  label: label.optional(),
}

const fileIds = z.array(z.uuid()).min(1).max(mostFilesOfChange)

/** The same judgement of several files. */
const judgedSchema = z.object({ fileIds, judgement: judgementSchema })

/** What changes for several files; members that are absent stay. */
const changeSchema = z
  .strictObject({
    fileIds,
    ...marks,
  })
  .refine(({ fileIds: _, ...values }) => Object.values(values).some((value) => value !== undefined))

export const judgementProcedures = {
  /**
   * Sets any of rating, flag, favorite and label of files, all in one transaction; unknown files are omitted.
   * `before`: what they were, by value: given back as changes it restores exactly that.
   */
  'library.judge': {
    input: z.strictObject({
      changes: z
        .array(changeSchema)
        .min(1)
        .max(mostChanges)
        .refine((all) => all.reduce((sum, one) => sum + one.fileIds.length, 0) <= mostFilesOfChange),
    }),
    output: z.object({ before: z.array(judgedSchema), after: z.array(judgedSchema) }),
  },
} as const

/** Files that were judged, by value. */
export const judgedEventSchema = z.object({ judged: z.array(judgedSchema) })

export type Judged = z.infer<typeof judgedSchema>
export type JudgementChange = z.infer<typeof changeSchema>
