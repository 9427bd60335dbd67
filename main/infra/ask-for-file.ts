import { DownloadError } from './download-error.ts'
import type { FileHead } from './http-get-file.ts'
import type { OneTry } from './one-try.ts'
import type { KnownPart } from './part-file.ts'
import { holdsValidator, isTag, readContentRange } from './resume-headers.ts'

/** A response that brings a file: whole where `from` is null, else the rest of the known bytes. */
export interface FileResponse {
  readonly response: FileHead
  readonly from: KnownPart | null
  /** The whole file's length; null where the server does not say. */
  readonly totalBytes: number | null
}

/** The part on the disk that a request to this URL may continue; null to start over (LIB11). */
export async function findKnown({
  part,
  request,
}: Pick<OneTry, 'part' | 'request'>): Promise<KnownPart | null> {
  const found = await part.known()
  if (!found || !speaksFor(found, request.url)) return null
  // Where all bytes are here the last one is requested again, so that the server can say whether they are still
  // valid.
  const bytes = found.totalBytes === null ? found.bytes : Math.min(found.bytes, found.totalBytes - 1)
  return bytes > 0 ? { ...found, bytes } : null
}

/** An ETag is valid for a renewed address too; a date only for the address that it came from. */
function speaksFor({ validator, url }: KnownPart, now: string): boolean {
  return isTag(validator) || withoutQuery(url) === withoutQuery(now)
}

function withoutQuery(url: string): string {
  return url.replace(/[?#].*$/s, '')
}

/** Requests the rest of the known part, and the whole file where the part is no longer valid. */
export async function askForFile(one: OneTry, known: KnownPart | null): Promise<FileResponse> {
  const { get, part } = one
  const response = await get(known ? { Range: `bytes=${known.bytes}-`, 'If-Range': known.validator } : {})
  if (response.isSealed) {
    response.intake.close()
    throw new DownloadError({ code: 'file_packed' }, { isFinal: true })
  }
  if (response.status === 200) return { response, from: null, totalBytes: response.bytes }
  const totalBytes = known && response.status === 206 ? readTotal(response, known) : null
  if (totalBytes !== null) return { response, from: known, totalBytes }
  response.intake.close()
  if (known && (response.status === 206 || response.status === 416)) {
    await part.discard()
    return askForFile(one, null)
  }
  throw new DownloadError({ code: 'file_status', status: response.status })
}

/** The whole file's length, where this response continues the same bytes; else null. */
function readTotal(response: FileHead, known: KnownPart): number | null {
  const range = readContentRange(response.header('content-range'))
  if (!range || response.isPacked || range.start !== known.bytes) return null
  const length = range.end - range.start + 1
  const isSame =
    (response.bytes ?? length) === length &&
    (known.totalBytes ?? range.total) === range.total &&
    holdsValidator(response.header, known.validator)
  return isSame ? range.total : null
}
