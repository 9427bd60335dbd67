import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { SayOwn } from '../../../shared/catalog/own-texts.ts'
import { type ExportChoices, exportChoicesSchema } from '../../../shared/library/export-choices.ts'
import { createCarriedFiles } from '../../engine/export/carried-files.ts'
import { exportToFolder } from '../../engine/export/export-to-folder.ts'
import { ExportFolderError } from '../../engine/export/ports.ts'
import { createStoredFiles } from '../../engine/library/stored-files.ts'
import { ReasonError } from '../../engine/reason-error.ts'
import { defaultDataFolder } from '../../infra/default-data-folder.ts'
import { createDiskExportTargets } from '../../infra/disk-export-targets.ts'
import { createDiskLibraryFileStore } from '../../infra/disk-library-file-store.ts'
import { createDiskUnfinishedExports } from '../../infra/disk-unfinished-exports.ts'
import { createSaxXmlReader } from '../../infra/sax-xml.ts'
import { migrations } from '../../infra/sqlite-migrations.ts'
import { createSqliteSubmissionJournal } from '../../infra/sqlite-submission-journal.ts'
import { createSqliteTags } from '../../infra/sqlite-tags.ts'
import { createSqliteTournaments } from '../../infra/sqlite-tournaments.ts'
import { storageFailureOf } from '../../infra/storage-failure.ts'
import { systemClock } from '../../infra/system-clock.ts'
import { readVersion } from '../open-studio.ts'
import { SetUpError, sayReason } from '../setup-error.ts'
import { openForReading } from './list-jobs.ts'
import { readSearch } from './list-library.ts'
import { noteExported } from './note-exported.ts'
import { openFiles } from './open-files.ts'
import type { Terminal } from './terminal.ts'

interface ExportRequest {
  /** Empty where `search` chooses. */
  readonly fileIds: readonly string[]
  readonly search: string | undefined
  readonly out: string
  readonly template: string | undefined
  readonly metadata: ExportChoices['metadata'] | undefined
  readonly dataFolder: string | undefined
  readonly sayOwn: SayOwn
  readonly terminal: Terminal
}

const pageSize = 500

/**
 * Writes copies of files with their metadata into a folder, read beside whichever Atelier uses the data folder. Begun
 * again with the same words after it was stopped, it continues. Throws `SetUpError` where a file is not in the library.
 */
export async function exportFiles(request: ExportRequest) {
  const { fileIds, search, out, sayOwn, terminal } = request
  const root = resolve(request.dataFolder ?? defaultDataFolder())
  const path = join(root, 'library.sqlite')
  if (!existsSync(path)) throw new SetUpError(({ cli }) => cli.libraryNothing)
  const database = openForReading(path)
  const stop = new AbortController()
  const forgetStop = terminal.onStop(() => stop.abort())
  try {
    const format = Number(database.prepare('PRAGMA user_version').get()?.user_version)
    if (format < migrations.length) throw new SetUpError(({ cli }) => cli.libraryOlder)
    const files = openFiles({ database, root, sayOwn, terminal })
    const unknown = fileIds.find((fileId) => !files.item(fileId))
    if (unknown !== undefined) throw new SetUpError(({ cli }) => cli.fileUnknown(unknown))
    const wanted = search === undefined ? fileIds : searched(search)
    const folder = { path: root, resolve: (relative: string) => resolve(root, relative) }
    const { files: written, left } = await exportToFolder(
      {
        fileIds: wanted,
        collection: '',
        choices: exportChoicesSchema.parse({
          folder: resolve(out),
          template: request.template,
          metadata: request.metadata,
        }),
      },
      {
        clock: systemClock,
        files,
        carriedOf: createCarriedFiles({
          files,
          journal: createSqliteSubmissionJournal(database),
          tags: createSqliteTags(database),
          tournaments: createSqliteTournaments(database),
        }),
        storedFiles: createStoredFiles({
          // The library is only read here; the studio notes a damage when it opens the file.
          files: { stored: files.stored, setFailed: () => undefined },
          reader: createDiskLibraryFileStore({ ...folder, release: () => undefined }),
          onChanged: () => undefined,
        }),
        xml: createSaxXmlReader(),
        version: readVersion(),
        targets: createDiskExportTargets(),
        unfinished: createDiskUnfinishedExports(folder),
      },
      { signal: stop.signal, onProgress: () => undefined },
    )
    const isNoted = await noteExported(
      root,
      written.map(({ fileId }) => fileId),
      terminal,
    )
    return { written, left: left.map(({ fileId }) => fileId), wasStopped: stop.signal.aborted, isNoted }

    function searched(text: string): string[] {
      const found: string[] = []
      let cursor: string | undefined
      do {
        const page = files.list({ limit: pageSize, cursor, filter: readSearch(text), isEachFile: true })
        found.push(...page.items.map(({ fileId }) => fileId))
        cursor = page.nextCursor ?? undefined
      } while (cursor !== undefined)
      return found
    }
  } catch (error) {
    if (error instanceof ExportFolderError) throw new SetUpError(({ cli }) => cli.exportFolder[error.problem])
    if (error instanceof ReasonError) throw new SetUpError((words) => sayReason(error.reason, words))
    throw sayStorageTrouble(error, out)
  } finally {
    forgetStop()
    database.close()
  }
}

/** A disk that refuses, said with what is to be done; any other error as it is. Which disk is full is not known. */
export function sayStorageTrouble(error: unknown, out: string): unknown {
  const failure = storageFailureOf(error)
  if (!failure) return error
  const code = String((error as NodeJS.ErrnoException).code)
  return new SetUpError(
    ({ cli }) => (failure === 'full' ? cli.exportFull(out) : cli.outUnwritable(out, code)),
    { cause: error },
  )
}
