/**
 * The routes by which the page reads and sends media: fetch-style routes under the page's own origin on every host (the
 * desktop serves page and media from one scheme), so that a relative URL works everywhere.
 *
 * GET  /media/files/:fileId            the file, with Range; `?download=1` to save it under its name
 * GET  /media/archives/:ticket         several files as one ZIP, once, for a ticket of `library.pack`
 * GET  /media/posters/:fileId          its thumbnail (JPEG), 404 while there is none
 * PUT  /media/posters/:fileId          the page's thumbnail, with `?width=&height=&duration=` measured from the media
 * PUT  /media/proofs/:fileId           a smaller copy of an image for a proof page: a JPEG of the page’s own
 * GET  /media/inputs/:sha256           a medium the person gave
 * POST /media/inputs?name=             a file the person gives: its bytes are the body; returns `InputView` as JSON;
 *                                      `&heic=1` where what it is for takes HEIC (INP20), `&any=1` where it takes any file (INP343)

 * POST /media/imports?name=&changed=   a file to be taken into the library: its bytes are the body, `changed` when it was changed
 *                                      last, in milliseconds UTC; returns `ImportedFile` as JSON; `&beside=bytes:name`: the text
 *                                      of a sidecar stands before them
 *
 * GET  /media/usage/:format            the usage jobs of a window as a file; `?query=` is `usageExportQuerySchema` as JSON
 *
 * GET  /media/diagnostics/atelier.json  what helps to find a fault, to be saved: no key, prompt or other text (HOST383)
 *
 * GET  /media/styles/preview?account=&styleId=   the image that a service lists of a style, 404 where there is none
 *
 * What is refused has a `Reason` as its JSON body; of a file that the person gives, an `InputRefusal`.
 */
import type { z } from 'zod'
import type {
  inputFileSchema,
  inputRefusalSchema,
  inputViewSchema,
  uploadProgressSchema,
} from './input-schemas.ts'
import type { UsageExportFormat } from './usage-bounds.ts'
import type { usageExportQuerySchema } from './usage-views.ts'

export const mediaRoutePrefix = '/media/'

export function fileRoute(fileId: string): string {
  return `/media/files/${fileId}`
}

export function downloadRoute(fileId: string): string {
  return `${fileRoute(fileId)}?download=1`
}

/** Several files as one archive to be saved. */
export function archiveRoute(ticket: string): string {
  return `/media/archives/${ticket}`
}

export function posterRoute(fileId: string): string {
  return `/media/posters/${fileId}`
}

/** Where the page puts a smaller copy of an image for a proof page. */
export function proofCopyRoute(fileId: string): string {
  return `/media/proofs/${fileId}`
}

/** The jobs of a window as a file to be saved. */
export function usageExportRoute(format: UsageExportFormat, query: UsageExportQuery): string {
  return `/media/usage/${format}?query=${encodeURIComponent(JSON.stringify(query))}`
}

export const diagnosticsFile = 'atelier.json'

/** What helps to find a fault, as a file to be saved. */
export const diagnosticsRoute = `/media/diagnostics/${diagnosticsFile}`

export function inputRoute(sha256: string): string {
  return `/media/inputs/${sha256}`
}

export type UsageExportQuery = z.input<typeof usageExportQuerySchema>

export type InputFile = z.infer<typeof inputFileSchema>

export type InputView = z.infer<typeof inputViewSchema>

export type UploadProgress = z.infer<typeof uploadProgressSchema>

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
