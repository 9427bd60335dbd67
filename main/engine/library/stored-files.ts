import type { Reason } from '../../../shared/failures/reason.ts'
import type { FileCatalogue, LibraryFileStore, OpenedFile, StoredFile } from './ports.ts'
import { ReplacedFileError } from './replaced-file-error.ts'

export interface StoredFilesDeps {
  readonly files: Pick<FileCatalogue, 'stored' | 'setFailed'>
  readonly reader: Pick<LibraryFileStore, 'open'>
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
export function createStoredFiles({ files, reader, onChanged }: StoredFilesDeps): StoredFiles {
  function damaged(fileId: string, cause: Reason): StoredOpening {
    files.setFailed(fileId, cause)
    onChanged(fileId)
    return { type: 'damaged', cause }
  }

  return {
    async open(fileId) {
      const stored = files.stored(fileId)
      if (!stored) return { type: 'absent' }
      try {
        const file = await reader.open(stored.path)
        if (!file) return { type: 'absent' }
        if (file.bytes === stored.bytes) return { type: 'open', stored, file }
        await file.close()
        return damaged(fileId, differentLength(file.bytes, stored.bytes))
      } catch (error) {
        if (error instanceof ReplacedFileError) return damaged(fileId, error.reason)
        throw error
      }
    },
  }
}

/** The fault of a file whose length has changed. */
export function differentLength(bytes: number, savedBytes: number): Reason {
  return { code: 'file_length_differs', bytes, savedBytes }
}
