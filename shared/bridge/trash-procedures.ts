import { z } from 'zod'
import { mostFilesOfChange } from './change-bounds.ts'

const fileIds = z.array(z.uuid()).min(1).max(mostFilesOfChange)
const count = z.int().nonnegative()
const moved = z.object({ fileIds: z.array(z.string()) })

/** How many files that stay are given by name; the others are counted. */
export const mostNamedKept = 5

export const trashProcedures = {
  /** Moves files of the library to the trash; returns those that were moved: given to `library.restore`, it undoes that. */
  'library.trash': { input: z.strictObject({ fileIds }), output: moved },
  /** Moves files from the trash back to the library; returns those that were moved. */
  'library.restore': { input: z.strictObject({ fileIds }), output: moved },
  /** What is in the trash, of these files or of all; `until`: when the last of them was put there, null where it is empty. */
  'library.trashSum': {
    input: z.strictObject({ fileIds: fileIds.optional() }),
    output: z.object({ files: count, bytes: count, until: z.iso.datetime().nullable() }),
  },
  /**
   * Deletes files from the trash and from the disk for good: these, or all that were put there until a time. Their runs
   * stay. `left`: how many are deleted from the disk later, at the latest after the next start; `kept`: what stays in the
   * trash, as a waiting run uses it.
   */
  'library.purge': {
    input: z.union([z.strictObject({ fileIds }), z.strictObject({ until: z.iso.datetime() })]),
    output: z.object({
      files: count,
      bytes: count,
      left: count,
      kept: z.object({ count, names: z.array(z.string()).max(mostNamedKept) }),
    }),
  },
} as const

/** Files of which `state` is true now. */
export const movedEventSchema = z.object({
  fileIds: z.array(z.string()),
  state: z.enum(['saved', 'failed', 'trashed', 'deleted']),
})

export type Purged = z.infer<(typeof trashProcedures)['library.purge']['output']>
export type Moved = z.infer<typeof movedEventSchema>
