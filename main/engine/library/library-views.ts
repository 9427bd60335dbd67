import type { FileView } from '../../../shared/bridge/views.ts'
import type { Downloads } from './downloads.ts'
import type { FileCatalogue } from './ports.ts'

export interface LibraryViewsDeps {
  readonly files: Pick<FileCatalogue, 'filesOf'>
  readonly downloads: Pick<Downloads, 'progress' | 'rest' | 'isSlow'>
}

/** The files of runs as the page sees them: their rows, plus the transient state of their downloads. */
export interface LibraryViews {
  filesOf(submissionIds: readonly string[]): ReadonlyMap<string, readonly FileView[]>
}

export function createLibraryViews({ files, downloads }: LibraryViewsDeps): LibraryViews {
  /** A file that is not here, with the state of its download. */
  function withDownload(file: FileView): FileView {
    if (file.state !== 'waiting') return file
    const isSlow = downloads.isSlow(file.fileId)
    const progress = downloads.progress(file.fileId)
    if (progress) return { ...file, state: 'downloading', ...progress, isSlow }
    const rest = downloads.rest(file.fileId)
    return rest
      ? {
          ...file,
          failure: rest.cause,
          missingBytes: rest.missingBytes,
          retryAt: rest.until === null ? null : new Date(rest.until).toISOString(),
          isSlow,
        }
      : { ...file, isSlow }
  }

  return {
    filesOf(submissionIds) {
      const found = files.filesOf(submissionIds)
      return new Map([...found].map(([submissionId, all]) => [submissionId, all.map(withDownload)]))
    },
  }
}
