import { z } from 'zod'
import { mostFilesOfChange } from './change-bounds.ts'

const longestTag = 100
const longestNote = 10_000
/** How many changes of tags one call makes. */
const mostTagChanges = 100

const fileId = z.uuid()
export const tag = z.string().trim().min(1).max(longestTag)

/** A tag that files get, or lose. */
const tagChangeSchema = z.strictObject({
  name: tag,
  fileIds: z.array(fileId).min(1).max(mostFilesOfChange),
  isOn: z.boolean(),
})

export const tagProcedures = {
  /** Tags that hold a text, those that begin with it first; with how many files have them. */
  'tags.list': {
    input: z.strictObject({
      search: z.string().max(longestTag).default(''),
      limit: z.int().min(1).max(500).default(50),
    }),
    output: z.object({ tags: z.array(z.object({ name: z.string(), files: z.int().nonnegative() })) }),
  },
  /** The tags and the note of a file. */
  'tags.of': {
    input: z.strictObject({ fileId }),
    output: z.object({ tags: z.array(z.string()), note: z.string() }),
  },
  /** All of it in one transaction; unknown files are omitted. `undo`: given back as changes it restores what was. */
  'tags.change': {
    input: z.strictObject({ changes: z.array(tagChangeSchema).min(1).max(mostTagChanges) }),
    output: z.object({ undo: z.array(tagChangeSchema) }),
  },
  /** A text on a file; an empty one removes it. Returns what it was. */
  'notes.set': {
    input: z.strictObject({ fileId, note: z.string().max(longestNote) }),
    output: z.object({ before: z.string() }),
  },
} as const

export type TagChange = z.infer<typeof tagChangeSchema>
