import { z } from 'zod'
import { inputKinds } from '../api/media.ts'

/** How many are read at a time of what was made from a file. */
export const lineagePage = 24
/** How many of the files that were made from one are looked at, the newest; a contact sheet counts as one of them. */
export const mostMadeInto = 5_000
/** How many of a run's inputs are shown. */
export const mostMadeFrom = 100

/**
 * A file in the lineage of another one. `state`: a file of the library that is here, is missing on disk, is still awaited, is
 * in the trash or was deleted; or one of the person's own, that Atelier has (`own`) or has no more (`gone`).
 */
export const lineageNodeSchema = z.object({
  /** A file's id where it is one of the library, else its SHA-256. */
  id: z.string(),
  isInLibrary: z.boolean(),
  kind: z.enum(inputKinds),
  name: z.string(),
  state: z.enum(['here', 'missing', 'awaited', 'trashed', 'deleted', 'own', 'gone']),
  hasPoster: z.boolean(),
  /** The contact sheet that it stands for, and how many of its files were made from that one. */
  sheet: z.object({ batchId: z.string(), files: z.int().positive() }).nullable(),
  /** Whether it was made from files itself, and whether files were made from it. */
  hasFrom: z.boolean(),
  hasInto: z.boolean(),
})

export const lineageProcedures = {
  /**
   * What a file was made from, in the order of the request, or what was made from it, newest first, of at most
   * `mostMadeInto` files; `next` continues after this page.
   */
  'library.lineage': {
    input: z.strictObject({
      fileId: z.uuid(),
      way: z.enum(['from', 'into']),
      after: z.int().positive().optional(),
    }),
    output: z.object({
      nodes: z.array(lineageNodeSchema).max(mostMadeFrom),
      total: z.int().nonnegative(),
      next: z.int().positive().nullable(),
    }),
  },
} as const

export type LineageNode = z.infer<typeof lineageNodeSchema>
export type LineagePage = z.infer<(typeof lineageProcedures)['library.lineage']['output']>
