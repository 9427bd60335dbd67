import { Buffer } from 'node:buffer'
import type { FileRemover, LibraryFileStore, OpenedFile } from '../../library/ports.ts'
import type { StoredFiles } from '../../library/stored-files.ts'
import type { PlannedFile } from './plan-proof.ts'

/** Where the page’s smaller copies wait for a proof, in the data folder. */
export function copyPath(fileId: string): string {
  return `proofs/${fileId}.jpg`
}

export interface ProofFilesDeps {
  readonly storedFiles: StoredFiles
  readonly reader: LibraryFileStore
}

/** What is read of a file of a proof; the caller closes it. */
export type Readable = Pick<OpenedFile, 'bytes' | 'read' | 'close'>

/**
 * A file as a proof shows it; null where it is not in its place. In place of a smaller copy that the page couldn’t make
 * stands the thumbnail, never the file itself, which may carry what the person didn’t allow (EXP31).
 */
export async function openProofFile(
  { fileId, stored, isReduced }: PlannedFile,
  { storedFiles, reader }: ProofFilesDeps,
): Promise<Readable | null> {
  if (isReduced) {
    const copy = await reader.open(copyPath(fileId)).catch(() => null)
    return copy ?? (stored.posterPath === null ? null : reader.open(stored.posterPath).catch(() => null))
  }
  const opened = await storedFiles.open(fileId)
  return opened.type === 'open' ? opened.file : null
}

/** Null where there is none. */
export function openThumbnail({ stored }: PlannedFile, { reader }: ProofFilesDeps): Promise<Readable | null> {
  if (stored.posterPath === null) return Promise.resolve(null)
  return reader.open(stored.posterPath).catch(() => null)
}

export function readableText(text: string): Readable {
  const all = Buffer.from(text)
  return {
    bytes: all.length,
    read: async (offset, length) => all.subarray(offset, offset + length),
    close: async () => undefined,
  }
}

/** What a finished proof needs no more; a copy that can’t be removed now is removed at the next start. */
export async function removeCopies(
  plan: readonly PlannedFile[],
  remover: Pick<FileRemover, 'remove'>,
): Promise<void> {
  const copies = plan.filter(({ isReduced }) => isReduced)
  await remover
    .remove(copies.map(({ fileId }) => ({ id: fileId, paths: [copyPath(fileId)] })))
    .catch(() => undefined)
}
