import type { InputFile, InputRefusal } from '../../../shared/bridge/media-routes.ts'
import type { Reason } from '../../../shared/failures/reason.ts'
import type { BodyForm } from '../../../shared/form/body-form.ts'
import type { Result } from '../../../shared/result.ts'

/** What the field that a file is for takes besides media that pages show. */
export interface InputTaking {
  readonly takesHeic: boolean
  /** Any file at all, of whatever type (INP343). */
  readonly takesAny?: boolean
}

/** The person's own files, kept once by the SHA-256 of their bytes. */
export interface InputStore {
  /**
   * Keeps the stream's bytes; nothing is kept of a stream that is refused. HEIC is, and what is no medium, unless the field
   * that it is for takes it (INP20, INP343).
   */
  add(
    name: string,
    content: AsyncIterable<Uint8Array>,
    taking?: InputTaking,
  ): Promise<Result<InputFile, InputRefusal['code']>>
  find(sha256: string): InputFile | null
  /** The bytes of a kept file; null where it is gone. */
  read(sha256: string): Promise<Uint8Array | null>
  /** The same in chunks; nothing is opened before the first chunk is requested. */
  open(sha256: string): AsyncIterable<Uint8Array> | null
  /** The path of a kept file, for serving it in ranges; null where there is none. */
  locate(sha256: string): string | null
}

/** Where services keep uploaded files. Writes are durable when the call returns. */
export interface UploadStore {
  /** Null where the file was not uploaded to this service, or its URL is in doubt. */
  find(baseUrl: string, sha256: string): string | null
  keep(baseUrl: string, sha256: string, url: string): void
  /** Which URL replaces which file in a request, by the SHA-256 of its body. */
  noteBody(bodySha256: string, urls: ReadonlyMap<string, string>): void
  urlsOfBody(bodySha256: string): ReadonlyMap<string, string>
  /** How the body with this digest is written where it is no JSON. */
  noteForm(bodySha256: string, form: BodyForm): void
  /** Null where it is JSON; `unreadable` where that can't be read any more. */
  formOfBody(bodySha256: string): BodyForm | 'unreadable' | null
  /** The service refused a request with these URLs: the files are uploaded again for the next one. */
  doubtBody(bodySha256: string): void
}

/** Files of the library, as inputs of a run. */
export interface LibrarySources {
  /** Null where there is no saved file of this id. */
  stored(fileId: string): { readonly name: string; readonly sha256: string } | null
  /** The saved file with these bytes, the newest where there are several. */
  savedWith(sha256: string): { readonly fileId: string; readonly submissionId: string } | null
}

/** Opens a saved file; reading it to its end or closing it releases it. */
export interface OpenLibraryFile {
  open(fileId: string): Promise<
    | {
        readonly type: 'open'
        readonly file: {
          readonly bytes: number
          /** `end` is inclusive. */
          stream(start: number, end: number): ReadableStream<Uint8Array>
        }
      }
    | { readonly type: 'absent' }
    | { readonly type: 'damaged'; readonly cause: Reason }
  >
}
