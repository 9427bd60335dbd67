import { resolve } from 'node:path'
import type { SayOwn } from '../../../shared/catalog/own-texts.ts'
import type { ImportRefusal } from '../../../shared/library/import-refusals.ts'
import { findModelLabel } from '../../engine/catalog/find-model-label.ts'
import { importFolder } from '../../engine/restore/import-folder.ts'
import { ImportFolderError } from '../../engine/restore/ports.ts'
import { takeDataFolder } from '../../infra/data-folder.ts'
import { defaultDataFolder } from '../../infra/default-data-folder.ts'
import { createDiskImportSources } from '../../infra/disk-import-sources.ts'
import { createSaxXmlReader } from '../../infra/sax-xml.ts'
import { createSqliteImportedRows } from '../../infra/sqlite-imported-rows.ts'
import { openOwnDatabase } from '../../infra/sqlite-own-database.ts'
import { systemClock } from '../../infra/system-clock.ts'
import { createUuid7Ids } from '../../infra/uuid7-ids.ts'
import { repairCommand, toSetUpError } from '../open-studio.ts'
import { SetUpError } from '../setup-error.ts'
import { openDescriptions } from './open-descriptions.ts'
import { logOn, type Terminal } from './terminal.ts'

interface ImportRequest {
  readonly folder: string
  readonly dataFolder: string | undefined
  readonly sayOwn: SayOwn
  readonly terminal: Terminal
}

export interface ImportOutcome {
  readonly added: number
  readonly known: number
  readonly refused: readonly { readonly path: string; readonly why: ImportRefusal }[]
  readonly wasStopped: boolean
}

/**
 * Takes a folder of files into the library. Begun again after it was stopped, it continues. Throws `SetUpError` while another
 * Atelier has the data folder, and where the folder can’t be taken in.
 */
export async function importIntoLibrary(request: ImportRequest): Promise<ImportOutcome> {
  const { dataFolder, sayOwn, terminal } = request
  const command = repairCommand('cli', dataFolder)
  const stop = new AbortController()
  const forgetStop = terminal.onStop(() => stop.abort())
  try {
    const data = await takeDataFolder(dataFolder ?? defaultDataFolder())
    try {
      const own = await openOwnDatabase({
        path: data.resolve('library.sqlite'),
        log: logOn(terminal),
        repair: null,
      })
      try {
        const { database } = own
        const descriptions = openDescriptions(data.path, terminal)
        const refused: { path: string; why: ImportRefusal }[] = []
        const { added, known } = await importFolder(
          resolve(request.folder),
          {
            clock: systemClock,
            ids: createUuid7Ids(systemClock),
            sources: createDiskImportSources(data),
            rows: createSqliteImportedRows({
              database,
              labelOf: (modelId) => findModelLabel(modelId, descriptions, sayOwn),
            }),
            xml: createSaxXmlReader(),
            onAdded: () => undefined,
          },
          {
            signal: stop.signal,
            onProgress: () => undefined,
            onRefused: (path, why) => void refused.push({ path, why }),
          },
        )
        return { added, known, refused, wasStopped: stop.signal.aborted }
      } finally {
        await own.close()
      }
    } finally {
      data.release()
    }
  } catch (error) {
    if (error instanceof ImportFolderError)
      throw new SetUpError(({ cli }) => cli.importFolder[error.problem](request.folder))
    throw toSetUpError(error, command)
  } finally {
    forgetStop()
  }
}
