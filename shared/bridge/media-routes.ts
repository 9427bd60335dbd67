/**
 * The routes by which the page reads and sends media: fetch-style routes under the page's own origin on every host (the
 * desktop serves page and media from one scheme), so that a relative URL works everywhere.
 *
 * GET  /media/files/:fileId            the file, with Range; `?download=1` to save it under its name
 * GET  /media/posters/:fileId          its thumbnail (JPEG), 404 while there is none
 * PUT  /media/posters/:fileId          the page's thumbnail, with `?width=&height=&duration=` measured from the media
 * GET  /media/inputs/:sha256           a file the person gave
 * POST /media/inputs?name=             a file the person gives: its bytes are the body; returns `InputView` as JSON
 */
import { z } from 'zod'
import { mediaKinds } from '../api/media.ts'

export const mediaRoutePrefix = '/media/'

export function fileRoute(fileId: string): string {
  return `/media/files/${fileId}`
}

export function downloadRoute(fileId: string): string {
  return `${fileRoute(fileId)}?download=1`
}

export function posterRoute(fileId: string): string {
  return `/media/posters/${fileId}`
}

export function inputRoute(sha256: string): string {
  return `/media/inputs/${sha256}`
}

/**
 * One of the person's own files, kept once by the SHA-256 of its bytes; its kind is determined by content, not
 * by name.
 */
export const inputFileSchema = z.object({
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  kind: z.enum(mediaKinds),
  mediaType: z.string(),
  bytes: z.int(),
  /** Its name when it was first given. */
  name: z.string(),
  /** Pixels and seconds, as far as the file's own headers give them. */
  width: z.number().nullable(),
  height: z.number().nullable(),
  durationSeconds: z.number().nullable(),
})

export type InputFile = z.infer<typeof inputFileSchema>

/** The same for a page: with the library's file that has these bytes, where Atelier made it. */
export const inputViewSchema = inputFileSchema.extend({
  madeHere: z.object({ fileId: z.string(), submissionId: z.string() }).nullable(),
})

export type InputView = z.infer<typeof inputViewSchema>

/** The current upload, started by the person; bytes are totals over its files. */
export const uploadProgressSchema = z.object({
  /** The file that is being sent now. */
  name: z.string(),
  sentBytes: z.int(),
  totalBytes: z.int(),
})

export type UploadProgress = z.infer<typeof uploadProgressSchema>

/** Why a file was refused. */
export const inputRefusals = [
  'empty_file',
  'unknown_kind',
  'heic',
  'svg',
  'damaged',
  'too_large',
  'storage_failed',
] as const
export const inputRefusalSchema = z.object({ code: z.enum(inputRefusals), message: z.string() })
export type InputRefusal = z.infer<typeof inputRefusalSchema>

/** The maximum size of one of the person's own files, in bytes. */
export const inputMaxBytes = 256 * 1024 * 1024
/**
 * How many bytes of the person's own files may be inserted in one request where the service takes no uploads.
 * Base64 adds a third; services refuse bodies beyond some tens of MiB.
 */
export const embeddedMaxBytes = 45 * 1024 * 1024
/** The maximum size of a thumbnail, in bytes. */
export const posterMaxBytes = 1024 * 1024
