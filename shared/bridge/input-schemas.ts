import { z } from 'zod'
import { inputKinds } from '../api/media.ts'
import { codedReasonSchema } from '../failures/reason.ts'
import { inputRefusals } from './input-refusals.ts'

/**
 * One of the person's own files, kept once by the SHA-256 of its bytes; its kind is determined by content, not
 * by name.
 */
export const inputFileSchema = z.object({
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  kind: z.enum(inputKinds),
  mediaType: z.string(),
  bytes: z.int(),
  /** Its name when it was first given. */
  name: z.string(),
  /** Pixels and seconds, as far as the file's own headers give them. */
  width: z.number().nullable(),
  height: z.number().nullable(),
  durationSeconds: z.number().nullable(),
})

/** The same for a page: with the library's file that has these bytes, where Atelier made it. */
export const inputViewSchema = inputFileSchema.extend({
  madeHere: z.object({ fileId: z.string(), submissionId: z.string() }).nullable(),
})

/** The current upload, started by the person; bytes are totals over its files. */
export const uploadProgressSchema = z.object({
  /** The file that is being sent now. */
  name: z.string(),
  sentBytes: z.int(),
  totalBytes: z.int(),
})

/** Why a file was not taken, with its reason as a code or in the system’s own words. */
export const inputRefusalSchema = z.object({
  code: z.enum(inputRefusals),
  cause: codedReasonSchema.optional(),
  message: z.string().optional(),
})
