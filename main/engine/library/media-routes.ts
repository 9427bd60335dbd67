import { Buffer } from 'node:buffer'
import { z } from 'zod'
import {
  diagnosticsFile,
  type InputRefusal,
  inputMaxBytes,
  mediaRoutePrefix,
  posterMaxBytes,
} from '../../../shared/bridge/media-routes.ts'
import { type CodedReason, type Reason, reasonOf } from '../../../shared/failures/reason.ts'
import { proofCopyMaxBytes, proofLongSide } from '../../../shared/library/proof-bounds.ts'
import { toInputView } from '../inputs/input-procedures.ts'
import type { InputStore } from '../inputs/ports.ts'
import type { Measures } from '../media-types/structure/byte-source.ts'
import { innerReasonOf } from '../reason-error.ts'
import { strictHeaders } from '../strict-headers.ts'
import { readByteRange } from './byte-range.ts'
import { whyNotShown } from './displayable.ts'
import type { FileCatalogue, LibraryFileStore, Look, OpenedFile } from './ports.ts'
import { isJpegWithin, isPosterJpeg } from './poster-jpeg.ts'
import { ReplacedFileError } from './replaced-file-error.ts'
import type { StoredFiles } from './stored-files.ts'

export interface MediaRoutesDeps {
  readonly files: FileCatalogue
  readonly storedFiles: StoredFiles
  readonly inputs: InputStore
  readonly reader: LibraryFileStore
  /** A thumbnail was added or removed, or a file was measured. */
  onPoster(fileId: string): void
  /** The usage jobs of a window as a file, by format. */
  usageFile?(format: string, url: URL): Promise<Response>
  /** What helps to find a fault, as a file. */
  diagnostics?(): Promise<Response>
  /** Several files as one archive, by its ticket. */
  archive?(ticket: string): Promise<Response>
  /** The image that a service lists of a style. */
  stylePreview?(url: URL): Promise<Response>
  /** A file that is given to be taken into the library. */
  importFile?(request: Request, url: URL): Promise<Response>
}

/**
 * The fetch-style routes of `shared/bridge/media-routes.ts`; every host serves this one function (LIB7, LIB8).
 */
export type MediaRoutes = (request: Request) => Promise<Response>

/** What is served of a file that is open, or was read. */
interface ServedFile extends Pick<OpenedFile, 'bytes' | 'close'> {
  /** `end` is inclusive. */
  stream(start: number, end: number): ReadableStream<Uint8Array> | Uint8Array<ArrayBuffer>
}

type Handler = (request: Request, id: string, url: URL) => Promise<Response>

const fileIdSchema = z.uuid()
const sha256Schema = z.string().regex(/^[0-9a-f]{64}$/)
const measure = z.coerce.number().positive().finite().max(1_000_000).optional()
const measuresSchema = z.object({ width: measure, height: measure, duration: measure })
const colorSchema = z
  .string()
  .regex(/^[0-9a-f]{6}$/)
  .transform((hex) => Number.parseInt(hex, 16))
/** What a thumbnail looks like, all of it or nothing. */
const lookSchema = z
  .object({ color: colorSchema, accent: colorSchema, hash: z.string().regex(/^[0-9a-f]{16}$/) })
  .transform(({ hash, ...colors }): Look => {
    const half = (at: number) => Number.parseInt(hash.slice(at, at + 8), 16)
    return { ...colors, hash: [half(0), half(8)] }
  })

export function createMediaRoutes({
  files,
  storedFiles,
  inputs,
  reader,
  onPoster,
  usageFile,
  diagnostics,
  archive,
  stylePreview,
  importFile,
}: MediaRoutesDeps): MediaRoutes {
  const routes: Readonly<Record<string, Handler>> = {
    'GET files': serveFile,
    'HEAD files': serveFile,
    ...(usageFile && { 'GET usage': (_, format, url) => usageFile(format, url) }),
    ...(diagnostics && {
      'GET diagnostics': async (_: Request, id: string) =>
        id === diagnosticsFile ? diagnostics() : refusal(404, reasonOf('route_unknown')),
    }),
    ...(archive && { 'GET archives': (_, ticket) => archive(ticket) }),
    ...(stylePreview && {
      'GET styles': async (_: Request, id: string, url: URL) =>
        id === 'preview' ? stylePreview(url) : refusal(404, reasonOf('route_unknown')),
    }),
    ...(importFile && {
      'POST imports': async (request: Request, id: string, url: URL) =>
        id === '' ? importFile(request, url) : refusal(404, reasonOf('route_unknown')),
    }),
    'GET posters': servePoster,
    'PUT posters': keepPoster,
    'PUT proofs': keepProofCopy,
    'GET inputs': serveInput,
    'HEAD inputs': serveInput,
    'POST inputs': keepInput,
  }

  async function serveFile(request: Request, id: string, url: URL): Promise<Response> {
    const opened = fileIdSchema.safeParse(id).success ? await storedFiles.open(id) : null
    if (!opened || opened.type === 'absent') return refusal(404, reasonOf('file_not_in_place'))
    if (opened.type === 'damaged') return refusal(409, opened.cause)
    const { stored, file } = opened
    const isDownload = url.searchParams.get('download') === '1'
    const headers: Record<string, string> = { 'Content-Type': stored.mediaType, ETag: `"${stored.sha256}"` }
    if (isDownload) headers['Content-Disposition'] = attachment(stored.name)
    try {
      const why = isDownload
        ? null
        : await whyNotShown(stored, file, (measures) => noteMeasures(id, measures))
      return why === null ? serve(request, file, headers) : refuseOpen(file, why)
    } catch (error) {
      await file.close()
      throw error
    }
  }

  /** Where that can't be written now, the file is measured again next time. */
  function noteMeasures(id: string, measures: Measures): void {
    try {
      files.setPoster(id, measures, null)
    } catch {
      return
    }
    onPoster(id)
  }

  async function servePoster(request: Request, id: string): Promise<Response> {
    const poster = fileIdSchema.safeParse(id).success ? files.poster(id) : null
    if (!poster) return refusal(404, reasonOf('thumbnail_missing'))
    const file = await readPoster(poster.path)
    if (file) return serve(request, file, { 'Content-Type': 'image/jpeg', ETag: `"poster-${poster.sha256}"` })
    files.dropPoster(id)
    onPoster(id)
    return refusal(404, reasonOf('thumbnail_missing'))
  }

  /**
   * Null where it is missing or not whole: half a thumbnail is none. It is read at once: a screen has dozens, and each read of
   * a part would be a turn of the disk's threads.
   */
  async function readPoster(path: string): Promise<ServedFile | null> {
    let file: OpenedFile | null = null
    try {
      file = await reader.open(path)
      if (!file || file.bytes > posterMaxBytes) return null
      const bytes = new Uint8Array(await file.read(0, file.bytes))
      return (await isPosterJpeg(bytes)) ? inMemory(bytes) : null
    } catch (error) {
      if (error instanceof ReplacedFileError) return null
      throw error
    } finally {
      await file?.close()
    }
  }

  async function keepPoster(request: Request, id: string, url: URL): Promise<Response> {
    const measures = measuresSchema.safeParse(Object.fromEntries(url.searchParams))
    if (!fileIdSchema.safeParse(id).success || !files.stored(id))
      return refusal(404, reasonOf('file_unknown'))
    if (!measures.success) return refusal(400, reasonOf('measures_invalid'))
    const bytes = await readAtMost(request.body, posterMaxBytes)
    if (!bytes) return refusal(413, reasonOf('thumbnail_too_large'))
    if (bytes.length > 0 && !(await isPosterJpeg(bytes))) return refusal(400, reasonOf('thumbnail_invalid'))
    const path = `posters/${id.slice(-2)}/${id}.jpg`
    if (bytes.length > 0) await reader.write(path, bytes)
    if (!files.stored(id)) {
      // Deleted while it was written: nobody would look for it any more.
      await reader.remove(path)
      return refusal(404, reasonOf('file_unknown'))
    }
    const look = lookSchema.safeParse(Object.fromEntries(url.searchParams)).data ?? null
    const { width, height, durationSeconds } = toMeasures(measures.data)
    files.setPoster(id, { width, height, durationSeconds }, bytes.length > 0 ? path : null, look)
    // A look alone, of which a library of an earlier version has thousands, shows nowhere at once.
    if (bytes.length > 0 || width !== null || height !== null || durationSeconds !== null) onPoster(id)
    return new Response(null, { status: 204 })
  }

  /** It is not written to disk as anything but an image (EXP31). */
  async function keepProofCopy(request: Request, id: string): Promise<Response> {
    if (!fileIdSchema.safeParse(id).success || !files.stored(id))
      return refusal(404, reasonOf('file_unknown'))
    const bytes = await readAtMost(request.body, proofCopyMaxBytes)
    if (!bytes) return refusal(413, reasonOf('thumbnail_too_large'))
    if (!(await isJpegWithin(bytes, proofLongSide))) return refusal(400, reasonOf('thumbnail_invalid'))
    await reader.write(`proofs/${id}.jpg`, bytes)
    return new Response(null, { status: 204 })
  }

  async function serveInput(request: Request, id: string): Promise<Response> {
    const file = sha256Schema.safeParse(id).success ? inputs.find(id) : null
    const path = file && inputs.locate(id)
    // What is no medium may be a page: nothing shows it, so that nothing gets it.
    if (!file || file.kind === 'other' || !path) return refusal(404, reasonOf('file_unknown'))
    const opened = await reader.open(path)
    if (!opened) return refusal(404, reasonOf('file_unknown'))
    const why = await whyNotShown(file, opened, () => undefined)
    if (why !== null) return refuseOpen(opened, why)
    return serve(request, opened, { 'Content-Type': file.mediaType, ETag: `"${id}"` })
  }

  async function keepInput(request: Request, id: string, url: URL): Promise<Response> {
    if (id !== '') return refusal(404, reasonOf('route_unknown'))
    const name = url.searchParams.get('name')?.slice(0, 300) ?? ''
    if (Number(request.headers.get('content-length') ?? 0) > inputMaxBytes)
      return refuseInput(413, {
        code: 'too_large',
        cause: { code: 'input_too_large', maxBytes: inputMaxBytes },
      })
    const says = (mark: string) => url.searchParams.get(mark) === '1'
    const taking = { takesHeic: says('heic'), takesAny: says('any') }
    const kept = await inputs.add(name, request.body ?? emptyStream(), taking)
    if (kept.ok) return Response.json(toInputView(kept.value, files), { headers: strictHeaders })
    return refuseInput(kept.error.code === 'too_large' ? 413 : 422, kept.error)
  }

  async function refuseOpen(file: OpenedFile, why: CodedReason): Promise<Response> {
    await file.close()
    return refusal(422, why)
  }

  async function serve(
    request: Request,
    file: ServedFile,
    headers: Record<string, string>,
  ): Promise<Response> {
    const common = {
      ...strictHeaders,
      'Accept-Ranges': 'bytes',
      'Cache-Control': 'private, max-age=31536000, immutable',
      ...headers,
    }
    const isFresh = isKnown(request, headers.ETag)
    const range = rangeFor(request, headers.ETag, file.bytes)
    if (isFresh || range === 'unsatisfiable' || request.method === 'HEAD' || file.bytes === 0) {
      await file.close()
      if (isFresh) return new Response(null, { status: 304, headers: common })
      if (range === 'unsatisfiable') {
        return new Response(null, {
          status: 416,
          headers: { ...strictHeaders, 'Content-Range': `bytes */${file.bytes}` },
        })
      }
      return new Response(null, { headers: { ...common, 'Content-Length': String(file.bytes) } })
    }
    const { start, end } = range === 'whole' ? { start: 0, end: file.bytes - 1 } : range
    const partial = range === 'whole' ? {} : { 'Content-Range': `bytes ${start}-${end}/${file.bytes}` }
    return new Response(file.stream(start, end), {
      status: range === 'whole' ? 200 : 206,
      headers: { ...common, ...partial, 'Content-Length': String(end - start + 1) },
    })
  }

  return async function mediaRoutes(request) {
    const url = new URL(request.url)
    const [collection = '', id = '', ...rest] = url.pathname.slice(mediaRoutePrefix.length).split('/')
    const handle = routes[`${request.method} ${collection}`]
    if (!url.pathname.startsWith(mediaRoutePrefix) || !handle || rest.length > 0)
      return refusal(404, reasonOf('route_unknown'))
    try {
      return await handle(request, id, url)
    } catch (error) {
      return refusal(500, { code: 'media_route_failed', why: innerReasonOf(error) })
    }
  }
}

function inMemory(bytes: Uint8Array<ArrayBuffer>): ServedFile {
  return {
    bytes: bytes.length,
    stream: (start, end) => bytes.subarray(start, end + 1),
    close: async () => {},
  }
}

/** Whether the page already has this version of the file (If-None-Match). */
function isKnown(request: Request, etag: string | undefined): boolean {
  const known = request.headers.get('if-none-match')?.split(',') ?? []
  return etag !== undefined && known.some((tag) => tag.trim().replace(/^W\//, '') === etag)
}

/** A range applies to a GET, while the file is still the one that the page started with (If-Range). */
function rangeFor(request: Request, etag: string | undefined, size: number) {
  if (request.method !== 'GET') return 'whole'
  const ifRange = request.headers.get('if-range')
  return readByteRange(ifRange !== null && ifRange !== etag ? null : request.headers.get('range'), size)
}

function toMeasures({ width, height, duration }: z.infer<typeof measuresSchema>): Measures {
  return { width: width ?? null, height: height ?? null, durationSeconds: duration ?? null }
}

async function readAtMost(
  body: ReadableStream<Uint8Array> | null,
  limit: number,
): Promise<Uint8Array | null> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of body ?? emptyStream()) {
    size += chunk.length
    if (size > limit) return null
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

function emptyStream(): ReadableStream<Uint8Array> {
  return new ReadableStream({ start: (controller) => controller.close() })
}

/** A Content-Disposition that any browser reads, with the full name in UTF-8 (RFC 6266). */
function attachment(name: string): string {
  const ascii = name.replace(/[^\x20-\x7e]|["\\%]/g, '_')
  const encoded = encodeURIComponent(name).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`
}

/** A reason as JSON, in the form of `Reason`: a code with what it is about, or somebody else’s words. */
function refusal(status: number, why: Reason): Response {
  return Response.json(why, { status, headers: strictHeaders })
}

function refuseInput(status: number, { code, message, cause }: InputRefusal): Response {
  return Response.json({ code, message, cause }, { status, headers: strictHeaders })
}
