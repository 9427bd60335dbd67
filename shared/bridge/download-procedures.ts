import { z } from 'zod'
import { mostFilesOfArchive } from './download-bounds.ts'

/** How many absent files are given by name; the others are counted. */
export const mostNamedAbsent = 5

export const downloadProcedures = {
  /**
   * Prepares one archive of these files, in their order, for `archiveRoute(ticket)`: once, within a minute. `bytes`: of
   * the files together. Files that are not in their place are omitted and reported in `absent`; `ticket` is null where
   * none is left.
   */
  'library.pack': {
    input: z.strictObject({ fileIds: z.array(z.uuid()).min(1).max(mostFilesOfArchive) }),
    output: z.object({
      ticket: z.uuid().nullable(),
      files: z.int().nonnegative(),
      bytes: z.int().nonnegative(),
      absent: z.object({
        count: z.int().nonnegative(),
        names: z.array(z.string()).max(mostNamedAbsent),
      }),
    }),
  },
} as const

export type Packed = z.infer<(typeof downloadProcedures)['library.pack']['output']>
