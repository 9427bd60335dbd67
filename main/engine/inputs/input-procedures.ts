import type { BridgeResult } from '../../../shared/bridge/error-codes.ts'
import type { InputFile, InputView } from '../../../shared/bridge/media-routes.ts'
import type { ParsedInput } from '../../../shared/bridge/procedures.ts'
import { reasonOf } from '../../../shared/failures/reason.ts'
import { refuse, respond } from '../bridge-result.ts'
import { reasonIn } from '../reason-error.ts'
import type { InputStore, LibrarySources, OpenLibraryFile } from './ports.ts'
import type { Uploads } from './uploads.ts'

export interface InputProceduresDeps {
  readonly inputs: InputStore
  readonly files: LibrarySources
  readonly storedFiles: OpenLibraryFile
  readonly uploads: Pick<Uploads, 'cancel'>
}

/** The procedures for the person's own files. */
export function createInputProcedures({ inputs, files, storedFiles, uploads }: InputProceduresDeps) {
  const view = (file: InputFile) => toInputView(file, files)

  return {
    'inputs.describe'({ sha256s }: ParsedInput<'inputs.describe'>): BridgeResult<InputView[]> {
      const kept = sha256s.filter((sha256) => inputs.locate(sha256) !== null)
      return respond(kept.flatMap((sha256) => inputs.find(sha256) ?? []).map(view))
    },
    async 'inputs.fromLibrary'({
      fileId,
    }: ParsedInput<'inputs.fromLibrary'>): Promise<BridgeResult<InputView>> {
      const stored = files.stored(fileId)
      if (!stored) return refuse('not_found', reasonOf('file_not_in_library'))
      const known = inputs.locate(stored.sha256) === null ? null : inputs.find(stored.sha256)
      if (known) return respond(view(known))
      const opened = await storedFiles.open(fileId)
      if (opened.type !== 'open') {
        const cause = opened.type === 'damaged' ? opened.cause : reasonOf('file_not_in_place')
        return refuse('not_found', cause)
      }
      const { file } = opened
      const kept = await inputs.add(stored.name, file.stream(0, file.bytes - 1))
      return kept.ok ? respond(view(kept.value)) : refuse('storage_failed', reasonIn(kept.error))
    },
    'inputs.cancelUploads'(): BridgeResult<Record<string, never>> {
      uploads.cancel()
      return respond({})
    },
  }
}

/** One of the person's own files, with the run that made it where it came from Atelier. */
export function toInputView(file: InputFile, files: Pick<LibrarySources, 'savedWith'>): InputView {
  return { ...file, madeHere: files.savedWith(file.sha256) }
}
