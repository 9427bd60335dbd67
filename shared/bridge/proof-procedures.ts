import { z } from 'zod'
import { mediaKinds } from '../api/media.ts'
import { flags, mostStars } from '../library/judgement.ts'
import { proofChoicesSchema, proofWordsSchema } from '../library/proof.ts'
import { mostReplyText } from '../library/proof-bounds.ts'
import { mostFilesOfArchive } from './download-bounds.ts'
import { exportViewSchema, leftSchema } from './export-procedures.ts'

const count = z.int().nonnegative()
const made = {
  which: z.union([
    z.strictObject({ fileIds: z.array(z.uuid()).min(1).max(mostFilesOfArchive) }),
    z.strictObject({ batchId: z.uuid() }),
  ]),
  choices: proofChoicesSchema,
  /** In the language of the person who makes it. */
  words: proofWordsSchema,
}

const marksSchema = z.object({ rating: z.int().min(0).max(mostStars), flag: z.enum(flags), note: z.string() })

/** What a reply would change of a file. */
const changedFileSchema = z.object({
  fileId: z.uuid(),
  kind: z.enum(mediaKinds),
  name: z.string(),
  hasPoster: z.boolean(),
  before: marksSchema,
  after: marksSchema,
})

export const proofProcedures = {
  /**
   * A proof page in a new folder of `choices.folder`; `export.changed` says how far it is, as of an export. Smaller copies
   * are those that the page has put to `proofCopyRoute`.
   */
  'proof.start': { input: z.strictObject(made), output: exportViewSchema },
  /** The same as one ZIP, for `archiveRoute(ticket)`: once, within a minute; null where no file is here. */
  'proof.pack': {
    input: z.strictObject(made),
    output: z.object({ ticket: z.uuid().nullable(), files: count, left: leftSchema }),
  },
  /**
   * What a client’s reply would change; nothing is changed. `same`: files that are so already; `unknown`: files that are not
   * in the library; `unreadable`: entries that can’t be read.
   */
  'proof.readReply': {
    input: z.strictObject({ text: z.string().max(mostReplyText) }),
    output: z.discriminatedUnion('type', [
      z.object({ type: z.literal('refused'), why: z.enum(['no_reply', 'newer']) }),
      z.object({
        type: z.literal('reply'),
        title: z.string(),
        reviewer: z.string(),
        at: z.string().nullable(),
        files: z.array(changedFileSchema),
        same: count,
        unknown: count,
        unreadable: count,
      }),
    ]),
  },
} as const

export type ReplyView = z.infer<(typeof proofProcedures)['proof.readReply']['output']>
export type ReplyChanges = Extract<ReplyView, { type: 'reply' }>
export type ChangedFile = z.infer<typeof changedFileSchema>
