import type { InputFile, InputRefusal } from '../../../shared/bridge/media-routes.ts'
import type { Result } from '../../../shared/result.ts'

/** The person's own files, kept once by the SHA-256 of their bytes. */
export interface InputStore {
  /** Keeps what the stream brings; nothing stays of a stream that is refused. */
  add(name: string, content: AsyncIterable<Uint8Array>): Promise<Result<InputFile, InputRefusal['code']>>
  find(sha256: string): InputFile | null
  /** The bytes of a kept file; null where they are gone. */
  read(sha256: string): Promise<Uint8Array | null>
  /** Where a kept file lies, for serving it in ranges; null where there is none. */
  locate(sha256: string): string | null
}
