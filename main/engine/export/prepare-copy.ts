import type { Buffer } from 'node:buffer'
import { reasonOf } from '../../../shared/failures/reason.ts'
import type { Carried } from '../../../shared/library/carried.ts'
import type { ExportChoices } from '../../../shared/library/export-choices.ts'
import type { OpenedFile, StoredFile } from '../library/ports.ts'
import type { StoredFiles } from '../library/stored-files.ts'
import { lengthOf, type Piece } from '../metadata/container.ts'
import { foresee, writeSidecar } from '../metadata/embed.ts'
import type { XmlReader } from '../metadata/ports.ts'
import { ReasonError } from '../reason-error.ts'

export interface PrepareDeps {
  readonly storedFiles: StoredFiles
  readonly xml: XmlReader
  /** Atelier’s own version. */
  readonly version: string
}

/** A file as it will be exported; the caller closes it. */
export interface PreparedCopy {
  readonly stored: StoredFile
  readonly bytes: number
  /** What is written beside it; null where nothing is. */
  readonly sidecar: Buffer | null
  readonly hasProvenance: boolean
  read(offset: number, length: number): Promise<Uint8Array>
  close(): Promise<void>
}

type Choices = Pick<ExportChoices, 'metadata' | 'provenance' | 'writer'>

/** Null where the file is not in its place; rejects where the disk refuses it. */
export async function prepareCopy(
  fileId: string,
  carried: Carried,
  { metadata, provenance, writer }: Choices,
  { storedFiles, xml, version }: PrepareDeps,
): Promise<PreparedCopy | null> {
  const opened = await storedFiles.open(fileId)
  if (opened.type !== 'open') return null
  const { stored, file } = opened
  try {
    const credits = { writer, version }
    const { mediaType, width, height } = stored
    const size = width !== null && height !== null ? { width, height } : null
    const wantsMore = metadata !== 'unchanged'
    const prospect = wantsMore
      ? await foresee({ mediaType, source: file, carried, credits, size, xml })
      : { hasProvenance: false, embed: () => null }
    const isKept = metadata !== 'embed' || (prospect.hasProvenance && provenance === 'keep')
    const embedded = isKept ? null : prospect.embed()
    const pieces = embedded?.pieces ?? [{ from: 0, to: file.bytes }]
    return {
      stored,
      bytes: lengthOf(pieces),
      sidecar: wantsMore && !embedded ? writeSidecar(carried, credits) : null,
      hasProvenance: prospect.hasProvenance,
      read: readPieces(pieces, file),
      close: () => file.close(),
    }
  } catch (error) {
    await file.close()
    throw error
  }
}

/** Reads the copy as if it were a file of its own. */
function readPieces(pieces: readonly Piece[], file: Pick<OpenedFile, 'read'>): PreparedCopy['read'] {
  return async (offset, length) => {
    let start = 0
    for (const piece of pieces) {
      const size = lengthOf([piece])
      const at = offset - start
      if (at < size) {
        const wanted = Math.min(length, size - at)
        if (!('from' in piece)) return piece.subarray(at, at + wanted)
        return file.read(piece.from + at, wanted)
      }
      start += size
    }
    throw new ReasonError(reasonOf('file_changed'))
  }
}

const sliceBytes = 256 * 1024

/** The whole copy; throws where the file has become shorter. */
export async function* slicesOf({
  bytes,
  read,
}: Pick<PreparedCopy, 'bytes' | 'read'>): AsyncGenerator<Uint8Array> {
  for (let offset = 0; offset < bytes; ) {
    const slice = await read(offset, Math.min(sliceBytes, bytes - offset))
    if (slice.length === 0) throw new ReasonError(reasonOf('file_changed'))
    yield slice
    offset += slice.length
  }
}
