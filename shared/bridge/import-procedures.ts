import { z } from 'zod'
import { reasonSchema } from '../failures/reason.ts'
import { importFolderProblems, importRefusals } from '../library/import-refusals.ts'

const count = z.int().nonnegative()

/** How many files that were refused are given by name; the others are counted. */
export const mostNamedRefused = 20

/** A folder that is taken into the library, as far as it is. `failed`: why it ended; what was taken in stays. */
export const importViewSchema = z.object({
  importId: z.string(),
  state: z.enum(['running', 'done', 'cancelled', 'failed']),
  folder: z.string(),
  /** Files that were found, and how many of them were dealt with. */
  total: count,
  done: count,
  added: count,
  /** Already in the library. */
  known: count,
  refused: z.object({
    count,
    files: z.array(z.object({ name: z.string(), why: z.enum(importRefusals) })).max(mostNamedRefused),
  }),
  failure: z.union([z.enum(importFolderProblems), reasonSchema]).nullable(),
})

/** What became of one file that was given to be taken in. `busy`: a folder is being taken in; `failed`: no other can be, either. */
export const importedFileSchema = z.discriminatedUnion('outcome', [
  z.object({ outcome: z.enum(['added', 'known', 'busy']) }),
  z.object({ outcome: z.literal('refused'), why: z.enum(importRefusals) }),
  z.object({ outcome: z.literal('failed'), failure: reasonSchema }),
])

export const importProcedures = {
  /** Begins to take a folder in, by its whole path; `import.changed` says how far it is. One at a time. */
  'import.start': {
    input: z.strictObject({ folder: z.string().min(1).max(4_096) }),
    output: importViewSchema,
  },
  'import.cancel': { input: z.strictObject({ importId: z.string() }), output: importViewSchema },
  /** The last one of this start of the studio; null where there was none. */
  'import.current': { input: z.strictObject({}), output: importViewSchema.nullable() },
} as const

export type ImportView = z.infer<typeof importViewSchema>
export type ImportedFile = z.infer<typeof importedFileSchema>
