import { z } from 'zod'
import { mediaKinds } from '../api/media.ts'
import { reasonSchema } from '../failures/reason.ts'
import { exportChoicesSchema, exportFolderProblems } from '../library/export-choices.ts'
import { mostStars } from '../library/judgement.ts'
import { mostFilesOfArchive } from './download-bounds.ts'

const count = z.int().nonnegative()
/** Files, or all that a batch has by now. */
const which = z.union([
  z.strictObject({ fileIds: z.array(z.uuid()).min(1).max(mostFilesOfArchive) }),
  z.strictObject({ batchId: z.uuid() }),
])
const wanted = {
  which,
  /** The collection that they are exported from. */
  collectionId: z.uuid().optional(),
  choices: exportChoicesSchema,
}

/** How many files are looked into before an export; of more, the first. */
export const mostLookedInto = 500
/** How many files that were left out are given by name; the others are counted. */
export const mostNamedLeft = 5

export const leftSchema = z.object({ count, names: z.array(z.string()).max(mostNamedLeft) })

/** An export into a folder, as far as it is. `failed`: why it ended; what is written stays. */
export const exportViewSchema = z.object({
  exportId: z.string(),
  state: z.enum(['running', 'done', 'cancelled', 'failed']),
  folder: z.string(),
  /** Files that were dealt with, of so many, and those of them that are in the folder now. */
  done: count,
  total: count,
  written: count,
  bytes: count,
  sidecars: count,
  left: leftSchema,
  failure: z.union([z.enum(exportFolderProblems), reasonSchema]).nullable(),
})

/** How many unfinished exports are listed; of more, the newest. */
export const mostUnfinished = 20

const exportKey = z.string().regex(/^[0-9a-f]{32}$/)

/** An export of the page that was stopped or killed. `written`: how many of its files are in the folder, whole. */
export const unfinishedExportSchema = z.object({
  key: exportKey,
  folder: z.string(),
  files: count,
  written: count,
  /** In milliseconds UTC. */
  startedAt: z.number(),
})

/** How many files one call of `export.captions` reads. */
export const mostCaptions = 500

/** What is written beside a file on a page of several; `seed` is null where it has none. */
export const captionSchema = z.object({
  fileId: z.uuid(),
  kind: z.enum(mediaKinds),
  name: z.string(),
  model: z.string(),
  prompt: z.string(),
  seed: z.string().nullable(),
  rating: z.int().min(0).max(mostStars),
  width: z.number().nullable(),
  height: z.number().nullable(),
  hasPoster: z.boolean(),
})

/** How many files one call notes as exported. */
export const mostNoted = 10_000

export const exportProcedures = {
  /** What the person chose last, and whether this host shows its own dialog for a folder. */
  'export.choices': {
    input: z.strictObject({}),
    output: z.object({ choices: exportChoicesSchema, hasDialog: z.boolean() }),
  },
  /**
   * What an export would do, without writing anything. `provenance` and `sidecars`: how many of the files that were
   * looked into have Content Credentials, and how many would have their metadata beside them. `example`: the first name.
   */
  'export.look': {
    input: z.strictObject(wanted),
    output: z.object({
      files: count,
      bytes: count,
      lookedInto: count,
      provenance: count,
      sidecars: count,
      example: z.string(),
      left: leftSchema,
    }),
  },
  /** The system’s dialog for a folder; null where the person chose none. */
  'export.chooseFolder': { input: z.strictObject({}), output: z.object({ folder: z.string().nullable() }) },
  /**
   * Begins an export into `choices.folder`; `export.changed` says how far it is. One that was killed continues with the
   * same files and choices. The choices are remembered.
   */
  'export.start': { input: z.strictObject(wanted), output: exportViewSchema },
  'export.cancel': { input: z.strictObject({ exportId: z.string() }), output: exportViewSchema },
  /** The files of a batch that are here, in their order, or of these those that are; for captions, not for copies. */
  'export.captions': {
    input: z.strictObject({ which, from: count.default(0) }),
    output: z.object({ total: count, captions: z.array(captionSchema).max(mostCaptions) }),
  },
  /** Notes files that the command line exported beside this studio as exported; unknown ones are omitted. */
  'export.note': {
    input: z.strictObject({ fileIds: z.array(z.uuid()).min(1).max(mostNoted) }),
    output: z.object({}),
  },
  /** The last export of this start of the studio; null where there was none. */
  'export.current': { input: z.strictObject({}), output: exportViewSchema.nullable() },
  /** Exports into a folder that can be continued, the newest first. */
  'export.unfinished': {
    input: z.strictObject({}),
    output: z.object({ count, exports: z.array(unfinishedExportSchema).max(mostUnfinished) }),
  },
  /** Writes what is missing of one, under the names and with the choices that it was begun with. */
  'export.continue': { input: z.strictObject({ key: exportKey }), output: exportViewSchema },
  /** One is not continued any more. What is in its folder stays, but for a file that was half written. */
  'export.forget': { input: z.strictObject({ key: exportKey }), output: z.object({}) },
  /** The same files as one ZIP, for `archiveRoute(ticket)`: once, within a minute; null where none is here. */
  'export.pack': {
    input: z.strictObject(wanted),
    output: z.object({ ticket: z.uuid().nullable(), files: count, left: leftSchema }),
  },
} as const

export type UnfinishedExport = z.infer<typeof unfinishedExportSchema>
export type Caption = z.infer<typeof captionSchema>
export type ExportView = z.infer<typeof exportViewSchema>
export type ExportLook = z.infer<(typeof exportProcedures)['export.look']['output']>
