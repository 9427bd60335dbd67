import { z } from 'zod'
import { mediaKinds } from '../api/media.ts'
import { codedReasonSchema } from '../failures/reason.ts'
import { inputRefusals } from './input-refusals.ts'

/** A file of the person's own, kept once by the SHA-256 of its bytes; its kind is told by content, not by name. */
export const inputFileSchema = z.object({
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  kind: z.enum(mediaKinds),
  mediaType: z.string(),
  bytes: z.int(),
  /** What it was called when it was first given. */
  name: z.string(),
  /** Pixels and seconds, as far as the file's own headers say. */
  width: z.number().nullable(),
  height: z.number().nullable(),
  durationSeconds: z.number().nullable(),
})

/** The same for a page: with the file of the library that has these bytes, where Atelier made it. */
export const inputViewSchema = inputFileSchema.extend({
  madeHere: z.object({ fileId: z.string(), submissionId: z.string() }).nullable(),
})

/** Files on their way to the service at the person's word; bytes of all of them together. */
export const uploadProgressSchema = z.object({
  /** The file that is leaving now. */
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
