import { type Reason, reasonOf } from '../../../shared/failures/reason.ts'
import type { CheckPlace } from './check-place.ts'
import type { FileCatalogue, LibraryFileStore, OpenedFile, StoredFile } from './ports.ts'
import { ReplacedFileError } from './replaced-file-error.ts'

export interface StoredFilesDeps {
  readonly files: Pick<FileCatalogue, 'stored' | 'setFailed'>
  readonly reader: Pick<LibraryFileStore, 'open'>
  /** Of a file that is not in its place (LIB191); absent where the library is only read. */
  readonly checkPlace?: CheckPlace
  /** The file's row has changed. */
  onChanged(fileId: string): void
}

export type StoredOpening =
  | { readonly type: 'open'; readonly stored: StoredFile; readonly file: OpenedFile }
  /** No such file, or none that is here. */
  | { readonly type: 'absent' }
  /** The row says why from now on. */
  | { readonly type: 'damaged'; readonly cause: Reason }

/** The library's saved files on the disk; the caller closes what was opened. */
export interface StoredFiles {
  open(fileId: string): Promise<StoredOpening>
}

/**
 * Opens saved files only where a plain file of the row's length is in their place (LIB40, LIB41). Other bytes
 * of the same length go unnoticed: detecting them would take reading the whole file each time.
 */
export function createStoredFiles({ files, reader, checkPlace, onChanged }: StoredFilesDeps): StoredFiles {
  function damaged(fileId: string, cause: Reason): StoredOpening {
    files.setFailed(fileId, cause)
    onChanged(fileId)
    return { type: 'damaged', cause }
  }

  async function openSaved(fileId: string, isChecked: boolean): Promise<StoredOpening> {
    const stored = files.stored(fileId)
    if (!stored) return isChecked ? { type: 'damaged', cause: reasonOf('file_gone') } : { type: 'absent' }
    try {
      const file = await reader.open(stored.path)
      if (file?.bytes === stored.bytes) return { type: 'open', stored, file }
      if (file) {
        await file.close()
        return damaged(fileId, differentLength(file.bytes, stored.bytes))
      }
    } catch (error) {
      if (error instanceof ReplacedFileError) return damaged(fileId, error.reason)
      throw error
    }
    if (isChecked || !checkPlace) return { type: 'absent' }
    await checkPlace(fileId)
    return openSaved(fileId, true)
  }

  return { open: (fileId) => openSaved(fileId, false) }
}

/** The fault of a file whose length has changed. */
export function differentLength(bytes: number, savedBytes: number): Reason {
  return { code: 'file_length_differs', bytes, savedBytes }
}
